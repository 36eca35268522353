const mostShown = 50;

/** Names that have every part of what was written, those that begin with it first; at most fifty. */
export function matchingNames(names: readonly string[], text: string): string[] {
  const parts = text
    .toLowerCase()
    .split(/\s+/)
    .filter((part) => part !== '');
  const first: string[] = [];
  const others: string[] = [];
  for (const name of names) {
    const lower = name.toLowerCase();
    if (!parts.every((part) => lower.includes(part))) continue;
    const start = parts[0] ?? '';
    if (lower.startsWith(start) || lower.includes(`.${start}`)) first.push(name);
    else others.push(name);
    if (first.length === mostShown) break;
  }
  return [...first, ...others].slice(0, mostShown);
}
