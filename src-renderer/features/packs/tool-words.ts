/** Names that are offered at most. */
const shownNames = 12;

/** The word that ends at the caret, when it may be the start of a tool's name: three characters, or one behind a dot. */
export function wordBefore(text: string, caret: number): { start: number; end: number; text: string } | null {
  const word = /[\p{L}\p{N}_][\p{L}\p{N}_.-]*$/u.exec(text.slice(Math.max(0, caret - 120), caret))?.[0] ?? '';
  if (word.length < 3 && !word.includes('.')) return null;
  return { start: caret - word.length, end: caret, text: word };
}

/** Names that start with the word first, then those whose part behind the namespace does, then those that hold it. */
export function matchingTools(tools: readonly string[], typed: string): string[] {
  const word = typed.toLowerCase();
  const tiers: [string[], string[], string[]] = [[], [], []];
  for (const name of tools) {
    const lower = name.toLowerCase();
    if (lower === word) return [];
    const tier = lower.startsWith(word)
      ? 0
      : lower.includes(`.${word}`)
        ? 1
        : word.length > 3 && lower.includes(word)
          ? 2
          : null;
    if (tier !== null) tiers[tier].push(name);
  }
  return tiers.flat().slice(0, shownNames);
}
