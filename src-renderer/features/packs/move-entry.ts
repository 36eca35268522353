/** The list with one entry at another place. */
export function moved<Entry>(entries: readonly Entry[], from: number, to: number): Entry[] {
  const [entry] = entries.slice(from, from + 1);
  if (entry === undefined) return [...entries];
  return entries.toSpliced(from, 1).toSpliced(to, 0, entry);
}
