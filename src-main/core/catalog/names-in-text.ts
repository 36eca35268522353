import { replaceHiddenCharacters } from '#shared/hidden-characters.ts';
import { lazily } from '#shared/lazily.ts';
import { hashEnding, keysOfName, keysOfWord, nameHash } from './name-spellings.ts';

/** Letters that a name is made of; `.` and `-` only with such a letter behind them. What a JSON text escapes ends a word. */
const word = /\\[bfnrt]|[\p{L}\p{N}\p{M}_]+(?:[.-]+[\p{L}\p{N}\p{M}_]+)*/gu;
const plainName = /^[\p{L}\p{N}\p{M}_]+(?:[.-]+[\p{L}\p{N}\p{M}_]+)*$/u;
const letter = '[\\p{L}\\p{N}\\p{M}_]';

/** What stands in place of a name, which the text spells as `written`; null leaves it unchanged. */
type ReplaceName = (name: string, written: string) => string | null;

/**
 * Finds names of tools in texts: whole words, upper and lower case alike, the longest first, so that `github.create` is not
 * found in `github.create_issue` (R11.14), also as hosts and authors spell them (`name-spellings.ts`). Characters that nobody sees
 * hide no name. Linear in the text.
 */
export class NamesInText {
  readonly #words = new Map<string, string>();
  /** Names by what their spellings have in common; null for names that stay. */
  readonly #keys = new Map<string, string | null>();
  /** Names with blanks or slashes: rare, and no word of a text, so they are looked for one by one, the longest first. */
  readonly #odd: { readonly name: string; readonly lower: string }[] = [];
  /** Names by the hash that a name gets which an API does not allow. */
  readonly #hashes: () => ReadonlyMap<string, string>;

  /** A spelling that a name shares with a `kept` one counts as the kept one, and stays. */
  constructor(names: Iterable<string>, kept: Iterable<string> = []) {
    const given = [...names].filter((name) => name.trim() !== '');
    for (const name of kept) {
      for (const key of keysOfName(name)) this.#keys.set(key, null);
      if (!plainName.test(name)) this.#odd.push({ name, lower: name.toLowerCase() });
    }
    for (const name of given) {
      const lower = name.toLowerCase();
      if (plainName.test(name)) this.#words.set(lower, name);
      else this.#odd.push({ name, lower });
      for (const key of keysOfName(name)) if (!this.#keys.has(key)) this.#keys.set(key, name);
    }
    this.#odd.sort((a, b) => b.name.length - a.name.length);
    this.#hashes = lazily(() => new Map(given.map((name) => [nameHash(name), name])));
  }

  /** The text with a replacement for each name. Without a change, the text itself. */
  replace(text: string, by: ReplaceName): string {
    if (this.#words.size === 0 && this.#odd.length === 0) return text;
    const seen = replaceHiddenCharacters(text, () => '');
    const replaced = this.#replaceOdd(seen, by);
    return replaced === seen ? text : replaced;
  }

  #replaceOdd(text: string, by: ReplaceName): string {
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
      result += this.#replaceWords(text.slice(from, index), by) + (by(name, found) ?? found);
      from = index + found.length;
    }
    return result + this.#replaceWords(text.slice(from), by);
  }

  #replaceWords(text: string, by: ReplaceName): string {
    return text.replace(word, (found) => {
      const name = this.#nameOf(found);
      return (name === null ? null : by(name, found)) ?? found;
    });
  }

  #nameOf(found: string): string | null {
    const lower = found.toLowerCase();
    // Markdown makes a text italic with the underscores around it.
    const bare = lower.replace(/^_+|_+$/g, '');
    const name = this.#words.get(lower) ?? this.#words.get(bare);
    if (name !== undefined) return name;
    for (const key of keysOfWord(found)) {
      const spelled = this.#keys.get(key);
      if (spelled !== undefined) return spelled;
    }
    const hash = hashEnding(bare);
    return (hash === null ? undefined : this.#hashes().get(hash)) ?? null;
  }
}

function escaped(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');
}
