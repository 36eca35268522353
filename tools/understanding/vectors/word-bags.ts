import { Stems } from '#core/search/ranker/stem.ts';
import { Tokenizer } from '#core/search/ranker/tokens.ts';
import type { Beginnings } from './beginnings.ts';
import { type Capability, englishQueries } from './read-corpus.ts';

/** A text as rows of the vocabulary with what each counts. */
export interface WordBag {
  readonly rows: Int32Array;
  readonly weights: Float64Array;
}

/** Capabilities that must have a word before it gets a row that the beginnings lack. */
const leastCapabilities = 2;

/** Words with a row each: those of the beginnings, then further ones of the corpus. */
export class Vocabulary {
  readonly words: readonly string[];
  /** Stems that are no word, each with the row of its most frequent word. */
  readonly stems: ReadonlyMap<string, number>;
  readonly #tokenizer = new Tokenizer();
  readonly #stems = new Stems();
  readonly #rowByWord: ReadonlyMap<string, number>;

  constructor(beginnings: Pick<Beginnings, 'words'>, corpus: readonly Capability[]) {
    const known = new Set(beginnings.words);
    const capabilities = new Map<string, number>();
    for (const capability of corpus) {
      const text = [capability.name, capability.definition, ...englishQueries(capability)].join('\n');
      for (const word of new Set(this.#tokenizer.words(text))) {
        if (/^[a-z0-9]{2,18}$/.test(word)) capabilities.set(word, (capabilities.get(word) ?? 0) + 1);
      }
    }
    const added = [...capabilities].filter(([word, count]) => count >= leastCapabilities && !known.has(word));
    this.words = [...beginnings.words, ...added.map(([word]) => word).sort()];
    this.#rowByWord = new Map(this.words.map((word, row) => [word, row]));
    const stems = new Map<string, number>();
    for (const [row, word] of this.words.entries()) {
      const stem = this.#stems.of(word);
      if (!stems.has(stem) && !this.#rowByWord.has(stem)) stems.set(stem, row);
    }
    this.stems = stems;
  }

  /** A text as a bag; a word that comes n times counts √n, as it does in a search. */
  bag(...texts: readonly string[]): WordBag {
    const weights = new Map<number, number>();
    for (const text of texts) {
      const counts = new Map<number, number>();
      for (const word of this.#tokenizer.words(text)) {
        const stem = this.#stems.of(word);
        const row = this.#rowByWord.get(word) ?? this.#rowByWord.get(stem) ?? this.stems.get(stem);
        if (row !== undefined) counts.set(row, (counts.get(row) ?? 0) + 1);
      }
      for (const [row, count] of counts) weights.set(row, (weights.get(row) ?? 0) + Math.sqrt(count));
    }
    return { rows: Int32Array.from(weights.keys()), weights: Float64Array.from(weights.values()) };
  }
}
