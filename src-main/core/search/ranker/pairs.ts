/** Two stems side by side as one number: ids stay far below 2²⁶. */
export function pairKey(first: number, second: number): number {
  return first * 0x4000000 + second;
}

/** The two stems of such a number. */
export function stemsOfPair(key: number): readonly [number, number] {
  return [Math.floor(key / 0x4000000), key % 0x4000000];
}
