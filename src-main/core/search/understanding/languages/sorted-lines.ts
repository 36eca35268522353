const [tab, newline] = [9, 10];

/**
 * Lines `key⇥value`, sorted by key, looked up in the text itself: nothing is parsed, so that a table costs no more than its text. Every
 * line ends with a newline.
 */
export class SortedLines {
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
  }

  /** The value of a key; null when there is none. */
  get(key: string): string | null {
    const start = this.#lowerBound(key);
    const end = start + key.length;
    if (!this.#text.startsWith(key, start) || this.#text.charCodeAt(end) !== tab) return null;
    return this.#text.slice(end + 1, this.#text.indexOf('\n', end));
  }

  has(key: string): boolean {
    const start = this.#lowerBound(key);
    return this.#text.startsWith(key, start) && this.#text.charCodeAt(start + key.length) === tab;
  }

  /** The keys that begin so, in their order. */
  *keysWithPrefix(prefix: string): Generator<string, void> {
    let at = this.#lowerBound(prefix);
    while (at < this.#text.length && this.#text.startsWith(prefix, at)) {
      yield this.#text.slice(at, this.#text.indexOf('\t', at));
      at = this.#text.indexOf('\n', at) + 1;
    }
  }

  /** Where the first line begins whose key is not before this one. */
  #lowerBound(key: string): number {
    let low = 0;
    let high = this.#text.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      const start = middle === 0 ? 0 : this.#text.lastIndexOf('\n', middle - 1) + 1;
      if (this.#isBefore(start, key)) low = this.#text.indexOf('\n', middle) + 1;
      else high = start;
    }
    return low;
  }

  #isBefore(start: number, key: string): boolean {
    for (let i = 0; i < key.length; i++) {
      const code = this.#text.charCodeAt(start + i);
      // A key that ends here is the shorter one.
      if (code === tab || code === newline) return true;
      const difference = code - key.charCodeAt(i);
      if (difference !== 0) return difference < 0;
    }
    return false;
  }
}
