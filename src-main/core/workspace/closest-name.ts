import { closest, distance } from 'fastest-levenshtein';

/** The name that a mistyped one was probably meant to be: at most two edits away; else undefined. */
export function closestTo(typed: string, names: readonly string[]): string | undefined {
  if (names.length === 0) return undefined;
  const near = closest(typed.toLowerCase(), names);
  return distance(typed.toLowerCase(), near) <= 2 ? near : undefined;
}
