import type { GoldenSet } from '#shared/domain/golden-query.ts';

/** How many golden queries name each tool as a right answer; null where there is no query. */
export function goldenCounts(golden: Pick<GoldenSet, 'queries'> | null): ReadonlyMap<string, number> | null {
  if (golden === null || golden.queries.length === 0) return null;
  const counts = new Map<string, number>();
  for (const { relevant } of golden.queries) {
    for (const name of new Set(relevant.flat())) counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return counts;
}
