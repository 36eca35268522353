import { type EvalMeans, type EvalRanks, evalMetricSchema } from '#shared/domain/eval-set.ts';

/** Groups of tools that are equally right; one of each group is wanted. */
export type RelevantGroups = readonly (readonly string[])[];

/** How deep the deepest metric looks. */
export const evalDepth = 10;

/**
 * The metrics of one query, each from 0 to 1, from its ranks: one per group, null where nothing of it was returned.
 *
 * hit@k: 1 when a right tool is among the first k. recall@5: share of the groups found in the first five. mrr@10: one over
 * the rank of the first right tool, 0 beyond ten. ndcg@10: gain 1 for the first tool of each group, discounted by log2 of
 * the rank plus one, over that of the ideal order.
 */
export function metricsOfRanks(given: EvalRanks): EvalMeans {
  const ranks = given.map((rank) => rank ?? Number.POSITIVE_INFINITY);
  const best = Math.min(...ranks);
  const within = (depth: number) => ranks.filter((rank) => rank <= depth);
  const gain = within(evalDepth).reduce((sum, rank) => sum + discount(rank), 0);
  return {
    'hit@1': best <= 1 ? 1 : 0,
    'hit@5': best <= 5 ? 1 : 0,
    'recall@5': ranks.length === 0 ? 0 : within(5).length / ranks.length,
    'mrr@10': best <= evalDepth ? 1 / best : 0,
    'ndcg@10': ranks.length === 0 ? 0 : gain / idealGain(ranks.length),
  };
}

/**
 * Rank, from 1, of the first tool of each group in what an engine returned, best first and without repeats; null when none of it is among the first
 * ten. A tool of several groups serves one of them, so that as many groups as possible are served.
 */
export function ranksOf(ranked: readonly string[], relevant: RelevantGroups): EvalRanks {
  const served: (number | null)[] = relevant.map(() => null);
  const top = ranked.slice(0, evalDepth);
  // Gives a result to a group, and the result that the group had to another group.
  const serve = (at: number, tried: Set<number>): boolean =>
    relevant.some((group, i) => {
      if (tried.has(i) || !group.includes(top[at] ?? '')) return false;
      tried.add(i);
      const before = served[i] ?? null;
      if (before !== null && !serve(before, tried)) return false;
      served[i] = at;
      return true;
    });
  for (const at of top.keys()) serve(at, new Set());
  return served.map((at) => (at === null ? null : at + 1));
}

/** The groups without those that have the same tools as one before, each tool once. */
export function distinctGroups(relevant: RelevantGroups): RelevantGroups {
  const groups = relevant.map((group) => [...new Set(group)]);
  return [...new Map(groups.toReversed().map((group) => [JSON.stringify(group.toSorted()), group])).values()].reverse();
}

/** The mean of each metric; 0 over nothing. */
export function meanMetrics(values: readonly EvalMeans[]): EvalMeans {
  const means = { 'hit@1': 0, 'hit@5': 0, 'recall@5': 0, 'mrr@10': 0, 'ndcg@10': 0 };
  for (const metric of evalMetricSchema.options) {
    means[metric] = values.reduce((sum, value) => sum + value[metric], 0) / Math.max(values.length, 1);
  }
  return means;
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
