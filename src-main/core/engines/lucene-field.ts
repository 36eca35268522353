import { luceneWords } from './lucene-words.ts';

const [k1, b] = [1.2, 0.75];

/** One field of an index under Lucene's BM25: no (k1 + 1) above the line, lengths rounded as its norms are. */
export class LuceneField {
  readonly #documents: readonly (readonly string[])[];
  readonly #frequencies = new Map<string, Map<number, number>>();
  readonly #count: number;
  readonly #averageLength: number;

  constructor(texts: readonly string[]) {
    this.#documents = texts.map(luceneWords);
    const filled = this.#documents.filter((words) => words.length > 0);
    this.#count = filled.length;
    this.#averageLength = filled.reduce((sum, words) => sum + words.length, 0) / Math.max(filled.length, 1);
    for (const [id, words] of this.#documents.entries()) {
      for (const word of words) {
        const byDocument = this.#frequencies.get(word) ?? new Map<number, number>();
        this.#frequencies.set(word, byDocument.set(id, (byDocument.get(id) ?? 0) + 1));
      }
    }
  }

  /** Adds to the scores, for each word of the query in its turn: boost · idf · tf / (tf + norm). */
  addTerms(words: readonly string[], boost: number, scores: Float64Array): void {
    for (const word of words) {
      const idf = this.#idf(word);
      for (const [id, frequency] of this.#frequencies.get(word) ?? []) {
        scores[id] = (scores[id] as number) + boost * idf * this.#saturated(id, frequency);
      }
    }
  }

  /** The same for the words in a row: the idf of a phrase is the sum of its words' idf. */
  addPhrase(words: readonly string[], boost: number, scores: Float64Array): void {
    const idf = words.reduce((sum, word) => sum + this.#idf(word), 0);
    const rarest = words.toSorted((x, y) => this.#documentsWith(x) - this.#documentsWith(y))[0];
    for (const id of this.#frequencies.get(rarest ?? '')?.keys() ?? []) {
      const frequency = occurrences(this.#documents[id] ?? [], words);
      if (frequency > 0) scores[id] = (scores[id] as number) + boost * idf * this.#saturated(id, frequency);
    }
  }

  #documentsWith(word: string): number {
    return this.#frequencies.get(word)?.size ?? 0;
  }

  #idf(word: string): number {
    const frequency = this.#documentsWith(word);
    return Math.log(1 + (this.#count - frequency + 0.5) / (frequency + 0.5));
  }

  #saturated(id: number, frequency: number): number {
    const length = roundedLength(this.#documents[id]?.length ?? 0);
    return frequency / (frequency + k1 * (1 - b + (b * length) / this.#averageLength));
  }
}

/** A length as one byte keeps it: exact below 40; from there on what is over 24 has four significant bits. */
export function roundedLength(length: number): number {
  if (length < 40) return length;
  const step = 2 ** (Math.floor(Math.log2(length - 24)) - 3);
  return 24 + Math.floor((length - 24) / step) * step;
}

function occurrences(document: readonly string[], phrase: readonly string[]): number {
  let count = 0;
  for (let start = 0; start + phrase.length <= document.length; start++) {
    if (phrase.every((word, i) => document[start + i] === word)) count++;
  }
  return count;
}
