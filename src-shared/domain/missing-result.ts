import type { TraceStep } from './trace.ts';

/** Code of the observation, and of the finding, where a scenario has no result for a call. */
export const missingResultCode = 'no_tool_result';

/** What the screens and the command line call it. */
export const missingResultWords = 'no result in `results:`';

/** The same as a sentence about one tool. `hasRows`: the tool has results, and none fits the arguments of the call. */
export function missingResultSentence(tool: string, hasRows: boolean): string {
  return `${tool}: ${missingResultWords}${hasRows ? ' fits these arguments' : ''}`;
}

/** Whether the tool of a step, or of a resumption, did not run because the scenario has no result for the call. */
export function lacksResult({
  outcome,
  observation,
}: {
  readonly outcome: TraceStep['outcome'] | 'refused';
  readonly observation: string | null;
}): boolean {
  return outcome === 'tool_failed' && (observation?.startsWith(`{"error":{"code":"${missingResultCode}"`) ?? false);
}
