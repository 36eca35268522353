/** What stands in a text in place of a name that its reader may not know. */
const replacement = 'another tool';

/** Takes names out of texts that a model will read. */
export interface NameGate {
  /** The text without the names. */
  text(text: string): string;
  /** Whether the text holds one of the names. */
  mentions(text: string): boolean;
}

/** A word as names are written: letters, digits and `_`, joined by single dots or hyphens. */
const word = /[\p{L}\p{N}_]+(?:[.-][\p{L}\p{N}_]+)*/gu;
const wholeWord = new RegExp(`^${word.source}$`, 'u');

/**
 * A gate for the names of tools that a run may not use, their aliases included (R5.06, R11.12). Whole words only, so that a
 * denied `github.create` leaves `github.create_issue` alone; upper and lower case alike, since a model would try both. Linear
 * in the text, however many names there are.
 */
export function createNameGate(names: Iterable<string>): NameGate {
  const words = new Set<string>();
  const odd: string[] = [];
  for (const name of names) {
    if (name === '') continue;
    if (wholeWord.test(name)) words.add(name.toLowerCase());
    else odd.push(name);
  }
  // Names with blanks or slashes are rare, and no word of a text: they are looked for one by one, the longest first.
  const oddPattern =
    odd.length === 0
      ? null
      : new RegExp(
          odd
            .sort((a, b) => b.length - a.length)
            .map((name) => `(?<![\\p{L}\\p{N}_])${escaped(name)}(?![\\p{L}\\p{N}_])`)
            .join('|'),
          'giu',
        );
  if (words.size === 0 && !oddPattern) return { text: (text) => text, mentions: () => false };
  const gated = (text: string) => {
    const withoutOdd = oddPattern ? text.replace(oddPattern, replacement) : text;
    return withoutOdd.replace(word, (match) => (isForbidden(match, words) ? replacement : match));
  };
  return { text: gated, mentions: (text) => gated(text) !== text };
}

/** The word itself, or with the underscores around it that Markdown makes text italic with. */
function isForbidden(match: string, words: ReadonlySet<string>): boolean {
  const lower = match.toLowerCase();
  return words.has(lower) || words.has(lower.replace(/^_+|_+$/g, ''));
}

function escaped(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');
}
