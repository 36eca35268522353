/** Two stems side by side as one number: ids stay far below 2²⁶. */
export function pairKey(first: number, second: number): number {
  return first * 0x4000000 + second;
}
