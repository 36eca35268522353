/** Numbers row by row, all rows of one length. */
export interface Matrix {
  readonly columns: number;
  readonly values: Float64Array;
}

export function rowsOf({ values, columns }: Matrix): number {
  return values.length / columns;
}

/** Adds `factor` times `length` numbers of one array to those of another. */
export function addScaled(
  target: Float64Array,
  at: number,
  source: Float64Array,
  from: number,
  length: number,
  factor: number,
): void {
  for (let i = 0; i < length; i++) target[at + i] = (target[at + i] as number) + factor * (source[from + i] as number);
}

export function dot(a: Float64Array, at: number, b: Float64Array, from: number, length: number): number {
  let sum = 0;
  for (let i = 0; i < length; i++) sum += (a[at + i] as number) * (b[from + i] as number);
  return sum;
}

/** Multiplies `length` numbers from `at` on by a factor. */
export function scale(values: Float64Array, at: number, length: number, factor: number): void {
  for (let i = 0; i < length; i++) values[at + i] = (values[at + i] as number) * factor;
}

/** Every row as a vector of norm 1; a row of zeros stays. */
export function unitRows(matrix: Matrix): void {
  const { columns, values } = matrix;
  for (let at = 0; at < values.length; at += columns) {
    const norm = Math.sqrt(dot(values, at, values, at, columns));
    if (norm > 0) scale(values, at, columns, 1 / norm);
  }
}

/** Takes the mean of all rows from each. */
export function centre({ columns, values }: Matrix): void {
  const mean = new Float64Array(columns);
  const rows = values.length / columns;
  for (let row = 0; row < rows; row++) addScaled(mean, 0, values, row * columns, columns, 1 / rows);
  for (let row = 0; row < rows; row++) addScaled(values, row * columns, mean, 0, columns, -1);
}

/** Rows of which a covariance is made: every so many-th is enough. */
const everyRow = 4;

/**
 * The directions in which the rows differ most, the most first: one row for each, orthonormal. By subspace iteration from a
 * fixed start, so that the same rows give the same directions.
 */
export function principalDirections(matrix: Matrix, count: number): Matrix {
  const { columns, values } = matrix;
  const covariance = new Float64Array(columns * columns);
  for (let at = 0; at < values.length; at += columns * everyRow) {
    for (let i = 0; i < columns; i++) addScaled(covariance, i * columns, values, at, columns, values[at + i] as number);
  }
  let basis = Float64Array.from({ length: count * columns }, (_, i) => Math.sin(12.9898 * i + 1));
  orthonormalise(basis, columns);
  for (let round = 0; round < 20; round++) {
    const next = new Float64Array(basis.length);
    for (let row = 0; row < basis.length; row += columns) {
      for (let i = 0; i < columns; i++) {
        addScaled(next, row, covariance, i * columns, columns, basis[row + i] as number);
      }
    }
    orthonormalise(next, columns);
    basis = next;
  }
  return { columns, values: Float64Array.from(basis) };
}

/** Gram and Schmidt: each row loses what it shares with the rows before it. */
function orthonormalise(basis: Float64Array, columns: number): void {
  for (let row = 0; row < basis.length; row += columns) {
    for (let before = 0; before < row; before += columns) {
      addScaled(basis, row, basis, before, columns, -dot(basis, row, basis, before, columns));
    }
    scale(basis, row, columns, 1 / Math.sqrt(dot(basis, row, basis, row, columns)));
  }
}

/** The rows in the coordinates of some directions. */
export function project(matrix: Matrix, directions: Matrix): Matrix {
  const { columns, values } = matrix;
  const [rows, count] = [rowsOf(matrix), rowsOf(directions)];
  const projected = new Float64Array(rows * count);
  for (let row = 0; row < rows; row++) {
    for (let i = 0; i < count; i++) {
      projected[row * count + i] = dot(values, row * columns, directions.values, i * columns, columns);
    }
  }
  return { columns: count, values: projected };
}

/** Mulberry32: the same numbers, 0 to 1, for the same seed. */
export function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** Fisher and Yates. */
export function shuffled<Item>(items: readonly Item[], random: () => number): Item[] {
  const list = [...items];
  for (let i = list.length - 1; i > 0; i--) {
    const other = Math.floor(random() * (i + 1));
    [list[i], list[other]] = [list[other] as Item, list[i] as Item];
  }
  return list;
}
