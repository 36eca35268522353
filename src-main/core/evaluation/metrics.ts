import type { EvalMetric } from '#shared/domain/eval-set.ts';

/** Groups of tools that are equally right; one of each group is wanted. */
export type RelevantGroups = readonly (readonly string[])[];

/** How deep the deepest metric looks. */
export const evalDepth = 10;

/**
 * The metrics of one query, each from 0 to 1. `ranked` is what an engine returned, best first, without repeats.
 *
 * hit@k: 1 when a right tool is among the first k. recall@5: share of the groups found in the first five. mrr@10: one over
 * the rank of the first right tool, 0 beyond ten. ndcg@10: gain 1 for the first tool of each group, discounted by log2 of
 * the rank plus one, over that of the ideal order.
 */
export function queryMetrics(ranked: readonly string[], relevant: RelevantGroups): Record<EvalMetric, number> {
  const ranks = relevant.map((group) => rankOfFirst(ranked, group));
  const best = Math.min(...ranks);
  const within = (depth: number) => ranks.filter((rank) => rank <= depth);
  const gain = within(evalDepth).reduce((sum, rank) => sum + discount(rank), 0);
  return {
    'hit@1': best <= 1 ? 1 : 0,
    'hit@5': best <= 5 ? 1 : 0,
    'recall@5': relevant.length === 0 ? 0 : within(5).length / relevant.length,
    'mrr@10': best <= evalDepth ? 1 / best : 0,
    'ndcg@10': relevant.length === 0 ? 0 : gain / idealGain(relevant.length),
  };
}

/** Rank, from 1, of the first tool of a group; infinite when none was returned. */
function rankOfFirst(ranked: readonly string[], group: readonly string[]): number {
  const at = ranked.findIndex((name) => group.includes(name));
  return at < 0 ? Number.POSITIVE_INFINITY : at + 1;
}

function discount(rank: number): number {
  return 1 / Math.log2(rank + 1);
}

function idealGain(groups: number): number {
  let gain = 0;
  for (let rank = 1; rank <= Math.min(groups, evalDepth); rank++) gain += discount(rank);
  return gain;
}

/** Nearest-rank percentile: the smallest value that at least that share of the values does not exceed; 0 of nothing. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? 0;
}
