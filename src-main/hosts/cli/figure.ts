/** Three decimals; a number too small for them in full, since a word in most tools has an idf of 1e-6 and still counts. */
export function figure(value: number): string {
  return value !== 0 && Math.abs(value) < 0.001 ? value.toPrecision(3) : value.toFixed(3);
}
