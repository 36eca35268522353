import type { z } from 'zod';
import type { EventPayload, EventType } from '#shared/domain/event.ts';
import { toolGetInputSchema, toolSearchInputSchema } from '#shared/domain/search-request.ts';
import { errorObservation, type Observation, resultObservation } from './observations.ts';
import type { RunContext } from './run-context.ts';

export type EmitEvent = <Type extends EventType>(type: Type, payload: EventPayload<Type>) => void;

/** The result of a call of one of our tools. */
export interface BuiltinOutcome {
  readonly outcome: 'result' | 'invalid_arguments' | 'tool_failed';
  readonly observation: Observation;
}

/** The result of a search. */
export interface SearchOutcome extends BuiltinOutcome {
  /** Names that it returned. */
  readonly found?: readonly string[];
  /** Those that became visible by it. */
  readonly discovered?: readonly string[];
}

/** Without tool search, both names of discovery tools have this answer, whatever the catalog holds (R4.10). */
export const notConfiguredOutcome: BuiltinOutcome = {
  outcome: 'tool_failed',
  observation: errorObservation('tool_search_not_configured', 'tool_search is not configured'),
};

/** Calls the search tool, by the name that the agent's style gives it. It activates nothing (R4.18). */
export function callToolSearch(args: unknown, run: RunContext): Promise<SearchOutcome> {
  const { view, state, finder, style, options } = run;
  const { searchName } = style;
  return contained({ name: searchName, run }, async () => {
    const input = toolSearchInputSchema.safeParse(args);
    if (!input.success) return invalidArguments(searchName, input.error);
    const { query, search_type } = input.data;
    const output = await finder.search(view, style.searchInput(input.data));
    state.emit('tool_search_query', {
      query: output.query,
      requested_search_type: search_type,
      effective_search_type: output.search_type,
      results_count: output.tools.length,
    });
    const { toolRenderer: renderer = null, logger } = options;
    const report = (problem: string) => logger.error(problem, {});
    const answer = style.searchAnswer(output, { query, view, renderer, report });
    return { ...resultOutcome(answer, run), found: output.tools.map(({ name }) => name) };
  });
}

/** Calls `tool_get`. It activates nothing either. */
export function callToolGet(args: unknown, run: RunContext): Promise<BuiltinOutcome> {
  const { view, state, finder } = run;
  return contained({ name: 'tool_get', run }, async () => {
    const input = toolGetInputSchema.safeParse(args);
    if (!input.success) return invalidArguments('tool_get', input.error);
    const output = await finder.get(view, input.data);
    const { names, include_schemas, include_examples } = input.data;
    state.emit('tool_get', { names, returned_count: output.tools.length, include_schemas, include_examples });
    return resultOutcome(output, run);
  });
}

/** What one of our tools gives the model. */
export function builtinResult(value: unknown, maximumCharacters: number): BuiltinOutcome {
  return { outcome: 'result', observation: resultObservation(value, maximumCharacters) };
}

/** Names the fields; nothing ran (R4.33). */
export function invalidArguments(name: string, { issues }: z.ZodError): BuiltinOutcome {
  const fields = issues.map(({ path, message }) => `${path.join('.') || 'arguments'}: ${message}`).join('; ');
  return { outcome: 'invalid_arguments', observation: errorObservation('invalid_arguments', `${name}: ${fields}`) };
}

/** The answer to a call of ours that failed. */
export function failedOutcome(name: string): BuiltinOutcome {
  return { outcome: 'tool_failed', observation: errorObservation('tool_failed', `${name} failed. Try again.`) };
}

function resultOutcome(value: unknown, { options }: RunContext): BuiltinOutcome {
  return builtinResult(value, options.config.planner.max_observation_chars);
}

/** What is wrong with an index is for the host; the model learns only that the call failed. */
async function contained<Outcome extends BuiltinOutcome>(
  { name, run }: { readonly name: string; readonly run: RunContext },
  call: () => Promise<Outcome>,
): Promise<Outcome | BuiltinOutcome> {
  try {
    return await call();
  } catch (error) {
    run.options.logger.error(`${name} failed.`, { error: String(error) });
    return failedOutcome(name);
  }
}
