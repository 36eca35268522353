import { setImmediate } from 'node:timers/promises';
import type { GoldenQuery } from '#shared/domain/golden-query.ts';
import type { GoldenCost } from '#shared/domain/why-not.ts';
import { throwIfCancelled } from '../cancellation.ts';
import { evalDepth } from '../evaluation/metrics.ts';
import type { SearchScope } from '../search/search-scope.ts';
import { searchTools } from '../search/tool-search.ts';

/** A query with the tools that are right for it. */
export type LabelledQuery = Pick<GoldenQuery, 'query' | 'relevant'>;

/** Rank of the first right tool of each query, by `fts` over all tools; null beyond ten. */
export type GoldenRanks = readonly (number | null)[];

const shownChanges = 20;
/** Queries between two looks at whatever else waits. */
const batch = 25;

/** Searches all of them; gives way to other work between batches. Error: `cancelled`. */
export async function goldenRanks(
  scope: SearchScope,
  golden: readonly LabelledQuery[],
  signal?: AbortSignal,
): Promise<GoldenRanks> {
  const deep = { ...scope, config: { ...scope.config, max_search_results: evalDepth } };
  const input = { search_type: 'fts', limit: evalDepth, include_always_loaded: true } as const;
  const ranks: (number | null)[] = [];
  for (const { query, relevant } of golden) {
    if (ranks.length % batch === 0) {
      await setImmediate();
      throwIfCancelled(signal);
    }
    const { tools } = searchTools(deep, { ...input, query }, 'nothing').output;
    const right = new Set(relevant.flat());
    const at = tools.findIndex((tool) => right.has(tool.name));
    ranks.push(at < 0 ? null : at + 1);
  }
  return ranks;
}

/** The ranks of the golden queries, all but `except`. */
export function goldenCost(
  golden: readonly LabelledQuery[],
  { before, after, except }: { readonly before: GoldenRanks; readonly after: GoldenRanks; readonly except: string },
): GoldenCost {
  const all = golden
    .map(({ query }, i) => ({ query, before: before[i] ?? null, after: after[i] ?? null }))
    .filter((one) => one.query !== except);
  const worse = all.filter((one) => place(one.after) > place(one.before));
  const better = all.filter((one) => place(one.after) < place(one.before));
  return {
    queries: all.length,
    hit_at_1: {
      before: all.filter((one) => one.before === 1).length,
      after: all.filter((one) => one.after === 1).length,
    },
    better: better.length,
    worse: worse.length,
    changed: [...worse, ...better].slice(0, shownChanges),
  };
}

function place(rank: number | null): number {
  return rank ?? Number.POSITIVE_INFINITY;
}
