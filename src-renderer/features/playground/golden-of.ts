import type { GoldenQuery } from '#shared/domain/golden-query.ts';
import type { SearchResponse } from '#shared/domain/search-result.ts';
import { useGolden } from '../../platform/golden-watch.ts';

/** The golden query that this search asks, or null. Golden queries are asked by words: no pattern and no name is one. */
export function useGoldenOf(response: SearchResponse | null): GoldenQuery | null {
  const golden = useGolden();
  if (!golden || response?.output.search_type !== 'fts') return null;
  const query = response.output.query.trim();
  return golden.queries.find((each) => each.query.trim() === query) ?? null;
}

/** Whether a tool is a right answer. */
export function isRight(golden: GoldenQuery | null, tool: string): boolean {
  return golden?.relevant.some((group) => group.includes(tool)) ?? false;
}
