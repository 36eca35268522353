import type { GoldenQuery } from '#shared/domain/golden-query.ts';
import type { SearchResponse } from '#shared/domain/search-result.ts';
import { goldenOf } from '../../platform/golden-acts.ts';
import { useGolden } from '../../platform/golden-watch.ts';

/** The golden query that this search asks, or null. Golden queries are asked by words: no pattern and no name is one. */
export function useGoldenOf(response: SearchResponse | null): GoldenQuery | null {
  const golden = useGolden();
  if (response?.output.search_type !== 'fts') return null;
  return goldenOf(golden, response.output.query);
}
