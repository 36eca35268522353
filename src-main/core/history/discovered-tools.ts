import type { HistoryEntry } from '#shared/domain/history.ts';

/**
 * The tools that a history shows as found, in the order they were found first (R18.01, R18.02). Only what a search returned counts;
 * names that this caller may not use, or nobody can, do not (R18.04). Holds no state: the same messages give the same tools.
 */
export function discoveredTools(entries: readonly HistoryEntry[], permits: (name: string) => boolean): string[] {
  const names = entries.flatMap((entry) => (entry.kind === 'found' ? entry.tools.map(({ name }) => name) : []));
  return [...new Set(names)].filter(permits);
}
