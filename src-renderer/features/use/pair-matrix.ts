import type { UseReport } from '#shared/domain/use-report.ts';

export type Pair = UseReport['together'][number];

/** The tools of the most frequent pairs, as they first occur there. */
export function matrixTools(pairs: readonly Pair[], most: number): readonly string[] {
  return [...new Set(pairs.flatMap(({ tools }) => tools))].slice(0, most);
}

/** Sessions that called both tools; 0 for a pair that is not listed. */
export function sessionsOf(pairs: readonly Pair[], one: string, other: string): number {
  return pairs.find(({ tools }) => tools.includes(one) && tools.includes(other))?.sessions ?? 0;
}
