import type { z } from 'zod';
import type { EventPayload, EventType } from '#shared/domain/event.ts';
import { toolGetInputSchema, toolSearchInputSchema } from '#shared/domain/search-request.ts';
import type { Logger } from '../logger.ts';
import { errorObservation, type Observation, resultObservation } from './observations.ts';
import type { RunView } from './run-view.ts';
import type { ToolFinder } from './tool-finder.ts';

export type EmitEvent = <Type extends EventType>(type: Type, payload: EventPayload<Type>) => void;

/** What became of a call of ours. */
export interface BuiltinOutcome {
  readonly outcome: 'result' | 'invalid_arguments' | 'tool_failed';
  readonly observation: Observation;
  /** Names that tool_search returned. */
  readonly found?: readonly string[];
}

interface BuiltinContext {
  readonly view: RunView;
  readonly finder: ToolFinder;
  readonly emit: EmitEvent;
  readonly maximumCharacters: number;
  readonly logger: Logger;
}

/** Calls `tool_search` or `tool_get`; both activate nothing (R4.18). */
export async function callBuiltin(name: string, args: unknown, context: BuiltinContext): Promise<BuiltinOutcome> {
  try {
    return await (name === 'tool_search' ? callToolSearch(args, context) : callToolGet(args, context));
  } catch (error) {
    // What is wrong with an index is for the host; the model learns only that it failed.
    context.logger.error(`${name} failed.`, { error: String(error) });
    return { outcome: 'tool_failed', observation: errorObservation('tool_failed', `${name} failed. Try again.`) };
  }
}

/** R4.10: there is no tool search; the same for both names, whatever the catalog holds. */
export const notConfiguredOutcome: BuiltinOutcome = {
  outcome: 'tool_failed',
  observation: errorObservation('tool_search_not_configured', 'tool_search is not configured'),
};

async function callToolSearch(args: unknown, { view, finder, emit, maximumCharacters }: BuiltinContext) {
  const input = toolSearchInputSchema.safeParse(args);
  if (!input.success) return invalidArguments('tool_search', input.error);
  const output = await finder.search(view, input.data);
  emit('tool_search_query', {
    query: output.query,
    requested_search_type: input.data.search_type,
    effective_search_type: output.search_type,
    results_count: output.tools.length,
  });
  return { ...result(output, maximumCharacters), found: output.tools.map(({ name }) => name) };
}

async function callToolGet(args: unknown, { view, finder, emit, maximumCharacters }: BuiltinContext) {
  const input = toolGetInputSchema.safeParse(args);
  if (!input.success) return invalidArguments('tool_get', input.error);
  const output = await finder.get(view, input.data);
  const { names, include_schemas, include_examples } = input.data;
  emit('tool_get', { names, returned_count: output.tools.length, include_schemas, include_examples });
  return result(output, maximumCharacters);
}

function result(value: unknown, maximumCharacters: number): BuiltinOutcome {
  return { outcome: 'result', observation: resultObservation(value, maximumCharacters) };
}

/** R4.33: names the fields; nothing ran. */
function invalidArguments(name: string, { issues }: z.ZodError): BuiltinOutcome {
  const fields = issues.map(({ path, message }) => `${path.join('.') || 'arguments'}: ${message}`).join('; ');
  return { outcome: 'invalid_arguments', observation: errorObservation('invalid_arguments', `${name}: ${fields}`) };
}
