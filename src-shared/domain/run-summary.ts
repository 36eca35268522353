import type { Simulation } from './simulation.ts';
import type { FinishReason, TraceStep } from './trace.ts';

/** How a run ended, in words and as a tone: `good` only for an answer whose calls all worked. */
export interface RunSummary {
  /** `Answered, 2 of 3 calls failed`. */
  readonly text: string;
  readonly tone: 'good' | 'waits' | 'bad';
  readonly calls: number;
  readonly failed: number;
}

const endings: Readonly<Record<FinishReason, { readonly text: string; readonly tone: RunSummary['tone'] }>> = {
  answer: { text: 'Answered', tone: 'good' },
  step_limit: { text: 'Stopped at the step limit', tone: 'waits' },
  paused: { text: 'Paused', tone: 'waits' },
  script_ended: { text: 'The script ended without an answer', tone: 'waits' },
  model_failed: { text: 'The model failed', tone: 'bad' },
  visibility_failed: { text: 'The visibility policy failed', tone: 'bad' },
  cancelled: { text: 'Cancelled', tone: 'waits' },
};

const failures: ReadonlySet<string> = new Set<TraceStep['outcome']>([
  'tool_not_found',
  'invalid_arguments',
  'tool_failed',
  'tool_timeout',
]);

/** What to say first of a run that is over. A call that paused counts by what its last resumption brought. */
export function runSummary({ reason, traces }: Pick<Simulation, 'reason' | 'traces'>): RunSummary {
  // A turn that resumes tells the resumption of a step that the turn before it told.
  const outcomes: string[] = [];
  for (const { steps, resumptions = [] } of traces) {
    for (const { outcome } of resumptions) outcomes.splice(-1, 1, outcome);
    outcomes.push(...steps.flatMap(({ action, outcome }) => (action === null || outcome === 'final' ? [] : [outcome])));
  }
  const failed = outcomes.filter((outcome) => failures.has(outcome)).length;
  const { text, tone } = endings[reason];
  if (failed === 0) return { text, tone, calls: outcomes.length, failed };
  const calls = outcomes.length;
  const words = `${text}, ${callsFailed({ calls, failed })}`;
  return { text: words, tone: tone === 'bad' ? 'bad' : 'waits', calls, failed };
}

/** `2 of 3 calls failed`. */
export function callsFailed({ calls, failed }: Pick<RunSummary, 'calls' | 'failed'>): string {
  return `${failed} of ${calls} ${calls === 1 ? 'call' : 'calls'} failed`;
}
