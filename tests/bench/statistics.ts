/** Nearest-rank percentile: the smallest value that at least that share of the values does not exceed. NaN of nothing. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? Number.NaN;
}

export const estimator = 'nearest rank (no interpolation) over all measured queries of one size';

/** Milliseconds that work takes, and what it returns. */
export async function timed<Result>(work: () => Result | Promise<Result>): Promise<{ ms: number; result: Result }> {
  const start = performance.now();
  const result = await work();
  return { ms: performance.now() - start, result };
}
