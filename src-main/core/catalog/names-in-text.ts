import { replaceHiddenCharacters } from '#shared/hidden-characters.ts';

/** Letters that a name is made of; `.` and `-` only with such a letter behind them. What a JSON text escapes ends a word. */
const word = /\\[bfnrt]|[\p{L}\p{N}\p{M}_]+(?:[.-]+[\p{L}\p{N}\p{M}_]+)*/gu;
const plainName = /^[\p{L}\p{N}\p{M}_]+(?:[.-]+[\p{L}\p{N}\p{M}_]+)*$/u;
const letter = '[\\p{L}\\p{N}\\p{M}_]';

/**
 * Finds names of tools in texts: whole words, upper and lower case alike, the longest first, so that `github.create` is not
 * found in `github.create_issue` (R11.14). Characters that nobody sees hide no name. Linear in the text.
 */
export class NamesInText {
  readonly #words = new Map<string, string>();
  /** Names with blanks or slashes: rare, and no word of a text, so they are looked for one by one, the longest first. */
  readonly #odd: { readonly name: string; readonly lower: string }[] = [];

  constructor(names: Iterable<string>) {
    for (const name of names) {
      if (name.trim() === '') continue;
      const lower = name.toLowerCase();
      if (plainName.test(name)) this.#words.set(lower, name);
      else this.#odd.push({ name, lower });
    }
    this.#odd.sort((a, b) => b.name.length - a.name.length);
  }

  /** The text with a replacement for each name; null leaves a name unchanged. Without a change, the text itself. */
  replace(text: string, by: (name: string) => string | null): string {
    if (this.#words.size === 0 && this.#odd.length === 0) return text;
    const seen = replaceHiddenCharacters(text, () => '');
    const replaced = this.#replaceOdd(seen, by);
    return replaced === seen ? text : replaced;
  }

  #replaceOdd(text: string, by: (name: string) => string | null): string {
    const lower = this.#odd.length === 0 ? '' : text.toLowerCase();
    const inText = this.#odd.filter((odd) => lower.includes(odd.lower));
    if (inText.length === 0) return this.#replaceWords(text, by);
    const pattern = new RegExp(
      `(?<!${letter})(?:${inText.map(({ name }) => escaped(name)).join('|')})(?!${letter})`,
      'giu',
    );
    const names = new Map(inText.map((odd) => [odd.lower, odd.name]));
    let result = '';
    let from = 0;
    for (const { 0: found, index } of text.matchAll(pattern)) {
      const name = names.get(found.toLowerCase()) ?? found;
      result += this.#replaceWords(text.slice(from, index), by) + (by(name) ?? found);
      from = index + found.length;
    }
    return result + this.#replaceWords(text.slice(from), by);
  }

  #replaceWords(text: string, by: (name: string) => string | null): string {
    return text.replace(word, (found) => {
      const lower = found.toLowerCase();
      // Markdown makes a text italic with the underscores around it.
      const name = this.#words.get(lower) ?? this.#words.get(lower.replace(/^_+|_+$/g, ''));
      return (name === undefined ? null : by(name)) ?? found;
    });
  }
}

function escaped(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');
}
