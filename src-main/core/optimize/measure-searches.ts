import { setImmediate } from 'node:timers/promises';
import { throwIfCancelled } from '../cancellation.ts';
import { countJsonTokens } from '../prompt/count-tokens.ts';
import type { SearchScope } from '../search/search-scope.ts';
import { searchTools } from '../search/tool-search.ts';

/** Searches that are measured at most; the others cost their mean. */
const mostMeasured = 300;
const batch = 20;

/** o200k tokens of searches in this catalog: of the request with its answer, and the mean of those that were measured. */
export interface SearchTokens {
  readonly of: (query: string) => number;
  readonly mean: number;
}

/** Where tool search is off. */
export const noSearches: SearchTokens = { of: () => 0, mean: 0 };

/** Measures searches for these queries, evenly chosen where there are many. Error: `cancelled`. */
export async function measureSearches(
  scope: SearchScope,
  queries: readonly string[],
  signal: AbortSignal | undefined,
): Promise<SearchTokens> {
  const distinct = [...new Set(queries)];
  const step = Math.max(1, distinct.length / mostMeasured);
  const measured = new Map<string, number>();
  for (let i = 0; i < distinct.length && measured.size < mostMeasured; i += step) {
    if (measured.size % batch === 0) {
      await setImmediate();
      throwIfCancelled(signal);
    }
    const query = distinct[Math.floor(i)] ?? '';
    const { output } = searchTools(scope, { query, ...asModelsSearch }, 'nothing');
    measured.set(query, tokensOf({ query }) + tokensOf(output));
  }
  const mean = [...measured.values()].reduce((sum, tokens) => sum + tokens, 0) / Math.max(1, measured.size);
  return { of: (query) => measured.get(query) ?? mean, mean };
}

const asModelsSearch = { search_type: 'fts', limit: 8, include_always_loaded: false } as const;

function tokensOf(value: unknown): number {
  return countJsonTokens(JSON.stringify(value)).o200k;
}
