import { z } from 'zod';
import type { GatewayAnswer } from './host-dialogue.ts';
import { readArguments } from './read-arguments.ts';

/** An answer of our own tools. */
export function said(text: string): GatewayAnswer {
  return { kind: 'result', result: { content: [{ type: 'text', text }] } };
}

export function failure(text: string): GatewayAnswer {
  return { kind: 'result', result: { content: [{ type: 'text', text }], isError: true } };
}

/** The input of one of our own tools, or what is wrong with it. */
export function readInput<Value>(schema: z.ZodType<Value>, given: unknown): { value: Value } | { problem: string } {
  const read = readArguments(given);
  if (read.kind === 'problem') return { problem: read.message };
  const parsed = schema.safeParse(read.args);
  return parsed.success ? { value: parsed.data } : { problem: z.prettifyError(parsed.error) };
}
