import { createHash } from 'node:crypto';
import { readShippedFile } from '../../../files/shipped-file.ts';

/** Marks a file of word vectors, with the version of its format. */
const mark = 'PBV1';
const headerLength = 20;

/** What a file of word vectors holds. */
export interface WordVectorTable {
  readonly dimensions: number;
  readonly words: readonly string[];
  /** Row by row; the norm of a row says how much the word counts. */
  readonly rows: Int8Array;
  /** What a 1 of each row stands for. */
  readonly scales: Float32Array;
  /** Stems that the table lacks as words, each with the row of its most frequent word. */
  readonly stems: ReadonlyMap<string, number>;
}

/** A word of a text by its row, with what it counts there. */
export interface WeightedRow {
  readonly row: number;
  readonly word: string;
  readonly weight: number;
}

/** Vectors of words: words that mean nearly the same point the same way, and a word that says little is short. */
export class WordVectors {
  readonly dimensions: number;
  readonly #rows: Int8Array;
  readonly #scales: Float32Array;
  readonly #rowByWord: ReadonlyMap<string, number>;
  #key: string | undefined;

  constructor({ dimensions, words, rows, scales, stems }: WordVectorTable) {
    this.dimensions = dimensions;
    this.#rows = rows;
    this.#scales = scales;
    const rowByWord = new Map(stems);
    for (const [row, word] of words.entries()) rowByWord.set(word, row);
    this.#rowByWord = rowByWord;
  }

  /** The row of a word, else the row of its stem; −1 for neither. */
  rowOf(word: string, stem: string): number {
    return this.#rowByWord.get(word) ?? this.#rowByWord.get(stem) ?? -1;
  }

  /** A key of the vectors by their rows: what is made from other vectors has another one. */
  key(): string {
    this.#key ??= createHash('sha256').update(this.#rows).update(this.#scales).digest('hex');
    return this.#key;
  }

  /** Adds the vector of a word to a sum, `weight` times. */
  add(sum: Float64Array, row: number, weight: number): void {
    const { dimensions } = this;
    const factor = weight * (this.#scales[row] as number);
    const start = row * dimensions;
    for (let i = 0; i < dimensions; i++) {
      sum[i] = (sum[i] as number) + factor * (this.#rows[start + i] as number);
    }
  }

  /** The dot product of the vectors of two words. */
  product(a: number, b: number): number {
    const { dimensions } = this;
    const [startA, startB] = [a * dimensions, b * dimensions];
    let sum = 0;
    for (let i = 0; i < dimensions; i++) {
      sum += (this.#rows[startA + i] as number) * (this.#rows[startB + i] as number);
    }
    return sum * (this.#scales[a] as number) * (this.#scales[b] as number);
  }

  /** Σ weight · vector of some words. */
  sumOf(rows: readonly WeightedRow[]): Float64Array {
    const sum = new Float64Array(this.dimensions);
    for (const { row, weight } of rows) this.add(sum, row, weight);
    return sum;
  }
}

/** The bytes of a file of word vectors. */
export function writeWordVectors({ dimensions, words, rows, scales, stems }: WordVectorTable): Uint8Array {
  const text = Buffer.from([...words, ...stems.keys()].join('\n'));
  const padding = -text.length & 3;
  const header = Buffer.alloc(headerLength);
  header.write(mark, 'latin1');
  for (const [i, value] of [dimensions, words.length, stems.size, text.length].entries()) {
    header.writeUInt32LE(value, 4 + 4 * i);
  }
  const bytesOf = ({ buffer, byteOffset, byteLength }: Float32Array | Int8Array | Uint32Array) =>
    Buffer.from(buffer, byteOffset, byteLength);
  const stemRows = Uint32Array.from(stems.values());
  return Buffer.concat([header, text, Buffer.alloc(padding), bytesOf(stemRows), bytesOf(scales), bytesOf(rows)]);
}

/** Reads a file of word vectors. Error: these bytes are no such file. */
export function readWordVectors(bytes: Uint8Array): WordVectors {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (file.length < headerLength || file.toString('latin1', 0, 4) !== mark) throw damaged();
  const [dimensions, wordCount, stemCount, textLength] = [4, 8, 12, 16].map((at) => file.readUInt32LE(at)) as [
    number,
    number,
    number,
    number,
  ];
  const stemRowsAt = headerLength + textLength + (-textLength & 3);
  const scalesAt = stemRowsAt + 4 * stemCount;
  const rowsAt = scalesAt + 4 * wordCount;
  if (file.length !== rowsAt + wordCount * dimensions) throw damaged();
  const texts = file.toString('utf8', headerLength, headerLength + textLength).split('\n');
  // A copy starts at an address that every number may start at.
  const copied = (from: number, to: number) => Uint8Array.from(file.subarray(from, to)).buffer;
  const stemRows = new Uint32Array(copied(stemRowsAt, scalesAt));
  return new WordVectors({
    dimensions,
    words: texts.slice(0, wordCount),
    rows: new Int8Array(file.buffer, file.byteOffset + rowsAt, wordCount * dimensions),
    scales: new Float32Array(copied(scalesAt, rowsAt)),
    stems: new Map(texts.slice(wordCount, wordCount + stemCount).map((stem, i) => [stem, stemRows[i] as number])),
  });
}

function damaged(): Error {
  return new Error('The file of word vectors is damaged.');
}

let known: WordVectors | undefined;

/** The word vectors that come with Pegboard, read when first needed. Error: this copy of Pegboard lacks them. */
export function shippedWordVectors(): WordVectors {
  known ??= readWordVectors(readShippedFile('vectors.bin'));
  return known;
}
