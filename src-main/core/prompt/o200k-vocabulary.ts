import { packedVocabulary } from './packed-vocabulary.ts';

/** Looks tokens up in the packed vocabulary. */
export class O200kVocabulary {
  readonly #bytes: Uint8Array = packedVocabulary();
  readonly #count = new DataView(this.#bytes.buffer, this.#bytes.byteOffset).getUint32(0, true);
  /** Where each token begins; it ends where the next one begins. */
  readonly #starts = new Uint32Array(this.#count + 1);

  constructor() {
    let start = 4 + 4 * this.#count;
    for (let token = 0; token < this.#count; token++) {
      this.#starts[token] = start;
      start += this.#byte(4 + token);
    }
    this.#starts[this.#count] = start;
  }

  /** The rank of the token that has the bytes of `word` from `start` to `end`; undefined when no token has them. */
  rankOf(word: Uint8Array, start: number, end: number): number | undefined {
    const key = firstFour(word, start, end);
    for (let token = this.#firstWith(key); token < this.#count && this.#keyOf(token) === key; token++) {
      if (this.#has(token, word, start, end)) return this.#rank(token);
    }
    return undefined;
  }

  #byte(at: number): number {
    return this.#bytes[at] ?? 0;
  }

  #start(token: number): number {
    return this.#starts[token] ?? 0;
  }

  #keyOf(token: number): number {
    return firstFour(this.#bytes, this.#start(token), this.#start(token + 1));
  }

  /** The first token in order whose key is not below `key`. */
  #firstWith(key: number): number {
    let [low, high] = [0, this.#count];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.#keyOf(middle) < key) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  #has(token: number, word: Uint8Array, start: number, end: number): boolean {
    const from = this.#start(token);
    if (this.#start(token + 1) - from !== end - start) return false;
    for (let i = start; i < end; i++) if (this.#bytes[from + i - start] !== word[i]) return false;
    return true;
  }

  #rank(token: number): number {
    const [low, middle, high] = [1, 2, 3].map((part) => this.#byte(4 + part * this.#count + token));
    return (low ?? 0) + ((middle ?? 0) << 8) + ((high ?? 0) << 16);
  }
}

/** The first four bytes as a number; 0 stands for those that are missing. */
function firstFour(bytes: Uint8Array, start: number, end: number): number {
  let number = 0;
  for (let i = start; i < start + 4; i++) number = number * 256 + (i < end ? (bytes[i] ?? 0) : 0);
  return number;
}
