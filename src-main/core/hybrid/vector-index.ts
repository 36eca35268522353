/**
 * The vectors of a set of tools, made one long (decision 002: of exactly the tools that a caller may use). Every search looks
 * at every vector: at 10,000 tools that is measured to be as fast as an extension of SQLite, and exact (decision 021).
 */
export interface VectorIndex {
  readonly dimensions: number;
  /** Row by row, each of norm 1; a row of zeros for a text without a known word. */
  readonly matrix: Float32Array;
  /** 1 for a row that is not all zeros. */
  readonly directed: Uint8Array;
}

/** Error: a RangeError when the vectors differ in length. */
export function buildVectorIndex(vectors: readonly Float32Array[]): VectorIndex {
  const dimensions = vectors[0]?.length ?? 0;
  const matrix = new Float32Array(vectors.length * dimensions);
  const directed = new Uint8Array(vectors.length);
  for (const [row, vector] of vectors.entries()) {
    if (vector.length !== dimensions) throw new RangeError(`Vector ${row} has ${vector.length} numbers.`);
    const unit = unitVector(vector);
    matrix.set(unit, row * dimensions);
    directed[row] = unit.some((value) => value !== 0) ? 1 : 0;
  }
  return { dimensions, matrix, directed };
}

/** The cosine of a query with every row, −1 to 1; NaN where either has no direction. */
export function cosines({ matrix, dimensions, directed }: VectorIndex, query: Float32Array): Float64Array {
  const unit = unitVector(query);
  const isKnown = unit.some((value) => value !== 0);
  const found = new Float64Array(directed.length);
  for (let row = 0, at = 0; row < found.length; row++) {
    let sum = 0;
    for (let i = 0; i < dimensions; i++) sum += (matrix[at++] as number) * (unit[i] as number);
    found[row] = isKnown && (directed[row] as number) === 1 ? Math.max(-1, Math.min(1, sum)) : Number.NaN;
  }
  return found;
}

function unitVector(vector: Float32Array): Float32Array {
  let square = 0;
  for (const value of vector) square += value * value;
  const norm = Math.sqrt(square);
  return norm === 0 || !Number.isFinite(norm) ? new Float32Array(vector.length) : vector.map((value) => value / norm);
}
