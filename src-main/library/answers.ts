import type { z } from 'zod';
import { invalidArguments } from '#core/planner/run/builtin-calls.ts';
import { errorObservation } from '#core/planner/run/observations.ts';
import type { CatalogTool } from '#shared/domain/tool.ts';
import { PegboardError } from '#shared/errors.ts';
import type { ToolAnswer, ToolDefinition } from './types.ts';

/** A tool as it is described to a model. */
export function toDefinition({ name, description, input_schema }: CatalogTool): ToolDefinition {
  return { name, description, input_schema };
}

/** What a caller of the library passed, checked; `undefined` stands for the default. Error: `invalid_input`. */
export function parsed<Output>(schema: z.ZodType<Output>, what: string, input: unknown): Output {
  const read = schema.safeParse(input);
  if (read.success) return read.data;
  throw invalidInput(what, read.error);
}

/** Names the fields that are wrong. */
export function invalidInput(what: string, { issues }: z.ZodError): PegboardError {
  const words = issues.map(({ path, message }) => `${path.join('.') || 'arguments'}: ${message}`);
  return new PegboardError('invalid_input', `${what}: ${words.join('; ')}`, {
    hint: 'docs/reference/library.md says what each function takes.',
  });
}

/** The output of one of our tools, as a model reads it. */
export function resultAnswer(output: unknown): ToolAnswer {
  return { text: JSON.stringify(output), is_error: false };
}

/** An error, as a model reads it. */
export function errorAnswer(code: string, message: string): ToolAnswer {
  return { text: errorObservation(code, message).text, is_error: true };
}

/** The error text for a model's arguments. */
export function invalidArgumentsAnswer(name: string, error: z.ZodError): ToolAnswer {
  return { text: invalidArguments(name, error).observation.text, is_error: true };
}
