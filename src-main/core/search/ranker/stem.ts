import { stemmer } from 'stemmer';

const english = /^[a-z]{3,}$/;
const maximumKnownStems = 100_000;

/** Porter's stem of English words, each computed once; a word with other letters, or digits, is its own stem. */
export class Stems {
  readonly #known = new Map<string, string>();

  of(word: string): string {
    const known = this.#known.get(word);
    if (known !== undefined) return known;
    const stem = english.test(word) ? stemmer(word) : word;
    if (this.#known.size >= maximumKnownStems) this.#known.clear();
    this.#known.set(word, stem);
    return stem;
  }
}
