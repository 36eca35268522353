import type { CompareColumn } from '#shared/domain/engine-comparison.ts';

/** Where a tool stands that a column does not show. */
export function placeOf({ hits, matches }: Pick<CompareColumn, 'hits' | 'matches'>): string {
  return matches > hits.length ? `not among the first ${hits.length} of ${matches}.` : 'not found.';
}
