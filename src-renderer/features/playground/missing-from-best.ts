import type { SearchResponse } from '#shared/domain/search-result.ts';

/** The words of the query that the best result lacks, where those are most of what was asked; null where they are not. */
export function missingFromBest({ hits }: Pick<SearchResponse, 'hits'>): readonly string[] | null {
  const best = hits[0]?.arithmetic;
  if (best?.kind !== 'pegboard') return null;
  const missing = best.terms.filter(({ variant }) => variant === null).map(({ term }) => term);
  return missing.length * 2 > best.terms.length ? missing : null;
}
