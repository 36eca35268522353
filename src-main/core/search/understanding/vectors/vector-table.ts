import { dotProductsModule } from './dot-products.ts';

/** What 1 is in a unit vector of whole numbers: no sum of products exceeds 2³⁰, so that 32 bits hold it. */
const one = 32_767;

/** The dot product of two equal vectors of norm 1. */
const whole = one * one;

/** The products of a row are taken eight at a time. */
const lanes = 8;

/** A vector of norm 1 in whole numbers; all zeros for one without direction. */
export function unitVector(sum: Float64Array): Int16Array {
  let square = 0;
  for (const value of sum) square += value * value;
  const factor = square > 0 ? one / Math.sqrt(square) : 0;
  const vector = new Int16Array(sum.length);
  for (let i = 0; i < sum.length; i++) vector[i] = Math.round((sum[i] as number) * factor);
  return vector;
}

/** The cosine that a dot product stands for, −1 to 1. */
export function cosineOf(dot: number): number {
  return Math.max(-1, Math.min(1, dot / whole));
}

/** The dot product of two unit vectors of this cosine. */
export function dotProductOf(cosine: number): number {
  return Math.round(cosine * whole);
}

/** The least positive dot product that stands for at least this cosine. */
export function leastDot(cosine: number): number {
  let dot = Math.max(1, Math.floor(cosine * whole) - 1);
  while (cosineOf(dot) < cosine && dot < whole) dot++;
  return dot;
}

/** Asked about every vector of a table: its best dot product with any of some vectors, at least one. They hold until the next call. */
export interface VectorTable {
  vectorOf(row: number): Int16Array;
  dotProducts(vectors: readonly Int16Array[]): Int32Array;
}

/** Rows from which on a table takes a memory of its own for the processor's vector instructions; a smaller one is fast as it is. */
const fastFrom = 512;

/** A table of unit vectors, given one after the other. Small and large ones give the same whole numbers. */
export function vectorTable(vectors: Int16Array<ArrayBuffer>, dimensions: number): VectorTable {
  return vectors.length < fastFrom * dimensions
    ? new PlainTable(vectors, dimensions)
    : new FastTable(vectors, dimensions);
}

class PlainTable implements VectorTable {
  readonly #vectors: readonly Int16Array[];
  readonly #dots: Int32Array;

  constructor(vectors: Int16Array, dimensions: number) {
    this.#vectors = Array.from({ length: vectors.length / dimensions }, (_, i) =>
      vectors.subarray(i * dimensions, (i + 1) * dimensions),
    );
    this.#dots = new Int32Array(this.#vectors.length);
  }

  vectorOf(row: number): Int16Array {
    return this.#vectors[row] as Int16Array;
  }

  dotProducts(vectors: readonly Int16Array[]): Int32Array {
    for (const [row, values] of this.#vectors.entries()) this.#dots[row] = bestDotProduct(values, vectors);
    return this.#dots;
  }
}

export function dotProduct(a: Int16Array, b: Int16Array): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += (a[i] as number) * (b[i] as number);
  return sum;
}

/** The best dot product of a vector with any of some vectors. */
export function bestDotProduct(a: Int16Array, vectors: readonly Int16Array[]): number {
  return vectors.reduce((best, vector) => Math.max(best, dotProduct(a, vector)), Number.NEGATIVE_INFINITY);
}

/** Most vectors that a table is asked for at once: a query and its sentences. */
const mostVectors = 8;

/** Addresses in the memory of a table, and the length of a row. */
type DotProducts = (
  row: number,
  vectors: number,
  vectorsEnd: number,
  dot: number,
  end: number,
  rowBytes: number,
) => void;

/** Asked of every tool at every search: WebAssembly takes eight products at a time, a sixth of the time of a loop. */
class FastTable implements VectorTable {
  readonly #dotProducts: DotProducts;
  readonly #dimensions: number;
  readonly #rows: Int16Array;
  readonly #vectors: Int16Array;
  readonly #dots: Int32Array;
  /** How long a row is with what fills it up to a multiple of the lanes. */
  readonly #rowLength: number;

  constructor(vectors: Int16Array, dimensions: number) {
    const count = vectors.length / dimensions;
    const rowLength = Math.ceil(dimensions / lanes) * lanes;
    const end = 2 * count * rowLength;
    const dotsAt = end + 2 * mostVectors * rowLength;
    const memory = new WebAssembly.Memory({ initial: Math.ceil((dotsAt + 4 * count) / 65_536) });
    this.#dimensions = dimensions;
    this.#rowLength = rowLength;
    this.#rows = new Int16Array(memory.buffer, 0, count * rowLength);
    for (let row = 0; row < count; row++) {
      this.#rows.set(vectors.subarray(row * dimensions, (row + 1) * dimensions), row * rowLength);
    }
    this.#vectors = new Int16Array(memory.buffer, end, mostVectors * rowLength);
    this.#dots = new Int32Array(memory.buffer, dotsAt, count);
    const { exports } = new WebAssembly.Instance(dotProductsModule(), { table: { memory } });
    this.#dotProducts = exports.dotProducts as DotProducts;
  }

  vectorOf(row: number): Int16Array {
    const start = row * this.#rowLength;
    return this.#rows.subarray(start, start + this.#dimensions);
  }

  /** Error: more vectors than the table has room for. */
  dotProducts(vectors: readonly Int16Array[]): Int32Array {
    if (vectors.length > mostVectors) throw new RangeError(`A table takes ${mostVectors} vectors at once.`);
    for (const [i, vector] of vectors.entries()) this.#vectors.set(vector, i * this.#rowLength);
    const { byteOffset: end } = this.#vectors;
    const rowBytes = 2 * this.#rowLength;
    this.#dotProducts(0, end, end + vectors.length * rowBytes, this.#dots.byteOffset, end, rowBytes);
    return this.#dots;
  }
}
