import type { Estimator } from '../../state/preferences-store.ts';
import type { PlayedStep } from './played-run.ts';

/** Tokens of one step and of the run up to it, by one estimator. */
export interface StepTokens {
  /** Sent with this step. */
  readonly sent: number | null;
  /** Sent with every permitted tool in the prompt; null where that step would not be needed, or is not known yet. */
  readonly allTools: number | null;
  readonly sentSoFar: number;
  /** Null while the run is not over. */
  readonly allToolsSoFar: number | null;
}

export function stepTokens(steps: readonly PlayedStep[], estimator: Estimator): StepTokens[] {
  let [sentSoFar, allToolsSoFar] = [0, 0];
  return steps.map(({ step, simulated }) => {
    const sent = step?.tokens[estimator] ?? null;
    const allTools = simulated?.all_tools_tokens?.[estimator] ?? null;
    sentSoFar += sent ?? 0;
    allToolsSoFar += allTools ?? 0;
    return { sent, allTools, sentSoFar, allToolsSoFar: simulated ? allToolsSoFar : null };
  });
}
