import type { GoldenCost } from '#shared/domain/why-not.ts';
import { evalDepth, type RelevantGroups } from '../../evaluation/metrics.ts';
import type { SearchScope } from '../search-scope.ts';
import { searchTools } from '../tool-search.ts';

/** A query that people labelled with the tools that are right for it. */
export interface GoldenQuery {
  readonly query: string;
  readonly relevant: RelevantGroups;
}

/** Rank of the first right tool of each query, by `fts` over all tools; null beyond ten. */
export type GoldenRanks = readonly (number | null)[];

const shownChanges = 20;

export function goldenRanks(scope: SearchScope, golden: readonly GoldenQuery[]): GoldenRanks {
  const deep = { ...scope, config: { ...scope.config, max_search_results: evalDepth } };
  const input = { search_type: 'fts', limit: evalDepth, include_always_loaded: true } as const;
  return golden.map(({ query, relevant }) => {
    const { tools } = searchTools(deep, { ...input, query }, false).output;
    const right = new Set(relevant.flat());
    const at = tools.findIndex((tool) => right.has(tool.name));
    return at < 0 ? null : at + 1;
  });
}

/** What became of golden queries, all but `except`. */
export function goldenCost(
  golden: readonly GoldenQuery[],
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
