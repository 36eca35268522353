import { metricsOfRanks, type RelevantGroups, ranksOf } from '#core/evaluation/metrics.ts';

/** The metrics of what an engine returned for a query, best first. */
export const queryMetrics = (ranked: readonly string[], relevant: RelevantGroups) =>
  metricsOfRanks(ranksOf(ranked, relevant));
