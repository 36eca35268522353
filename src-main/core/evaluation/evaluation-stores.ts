import { Baselines } from './baselines.ts';
import { type EvaluationStoresOptions, KeptEvaluations } from './kept-evaluations.ts';

/** What evaluations leave in the user's own folder. */
export function evaluationStores(options: EvaluationStoresOptions) {
  return { baselines: new Baselines(options), kept: new KeptEvaluations(options) };
}
