/**
 * `dotProducts(row, vectors, vectorsEnd, dot, end, rowBytes)` in WebAssembly: writes for each row of 16-bit numbers its best dot product with
 * any of the vectors, eight products at a time. The parameters are addresses and the length of a row, a multiple of 16 bytes.
 */
const [row, vectors, vectorsEnd, dot, end, rowBytes] = [0, 1, 2, 3, 4, 5] as const;
const [offset, vector, best, one, sums] = [6, 7, 8, 9, 10] as const;
const [i32, v128, nothing] = [0x7f, 0x7b, 0x40] as const;

const get = (local: number) => [0x20, local];
const set = (local: number) => [0x21, local];
const tee = (local: number) => [0x22, local];
const i32Const = (value: number) => [0x41, value];
const i32Add = [0x6a];
const i32LessThan = [0x49];
const i32AtLeast = [0x4f];
const i32Greater = [0x4a];
const select = [0x1b];
const leastI32 = [0x41, 0x80, 0x80, 0x80, 0x80, 0x78];
const i32Store = [0x36, 2, 0];
const block = [0x02, nothing];
const loop = [0x03, nothing];
const end_ = [0x0b];
const branch = (depth: number) => [0x0c, depth];
const branchIf = (depth: number) => [0x0d, depth];
const v128Load = [0xfd, 0x00, 4, 0];
const v128Zero = [0xfd, 0x0c, ...new Array<number>(16).fill(0)];
const lane = (i: number) => [0xfd, 0x1b, i];
const i32x4Add = [0xfd, 0xae, 0x01];
const i32x4DotI16x8 = [0xfd, 0xba, 0x01];

const bothAtOffset = [get(row), get(offset), i32Add, v128Load, get(vector), get(offset), i32Add, v128Load].flat();
const sumOfLanes = [
  get(sums),
  lane(0),
  get(sums),
  lane(1),
  i32Add,
  get(sums),
  lane(2),
  i32Add,
  get(sums),
  lane(3),
].flat();

const body = [
  ...[block, loop, get(row), get(end), i32AtLeast, branchIf(1)],
  ...[leastI32, set(best), get(vectors), set(vector)],
  loop,
  ...[v128Zero, set(sums), i32Const(0), set(offset)],
  loop,
  ...[get(sums), bothAtOffset, i32x4DotI16x8, i32x4Add, set(sums)],
  ...[get(offset), i32Const(16), i32Add, tee(offset), get(rowBytes), i32LessThan, branchIf(0)],
  end_,
  ...[sumOfLanes, i32Add, tee(one), get(best), get(one), get(best), i32Greater, select, set(best)],
  ...[get(vector), get(rowBytes), i32Add, tee(vector), get(vectorsEnd), i32LessThan, branchIf(0)],
  end_,
  ...[get(dot), get(best), i32Store],
  ...[get(dot), i32Const(4), i32Add, set(dot), get(row), get(rowBytes), i32Add, set(row)],
  ...[branch(0), end_, end_, end_],
].flat();

function bytesOf(): Uint8Array<ArrayBuffer> {
  // Lengths below 2¹⁴ in one or two bytes.
  const length = (value: number) => (value < 128 ? [value] : [(value & 127) | 128, value >> 7]);
  const section = (id: number, content: readonly number[]) => [id, ...length(content.length), ...content];
  const name = (text: string) => [text.length, ...Buffer.from(text)];
  const code = [2, 4, i32, 1, v128, ...body];
  return Uint8Array.from([
    ...[0, ...Buffer.from('asm'), 1, 0, 0, 0],
    ...section(1, [1, 0x60, 6, i32, i32, i32, i32, i32, i32, 0]),
    ...section(2, [1, ...name('table'), ...name('memory'), 2, 0, 1]),
    ...section(3, [1, 0]),
    ...section(7, [1, ...name('dotProducts'), 0, 0]),
    ...section(10, [1, ...length(code.length), ...code]),
  ]);
}

let compiled: WebAssembly.Module | undefined;

/** Imports `table.memory` and exports `dotProducts`; compiled once. */
export function dotProductsModule(): WebAssembly.Module {
  compiled ??= new WebAssembly.Module(bytesOf());
  return compiled;
}
