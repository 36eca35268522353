/** Constants of SQLite's bm25(). */
export const bm25Constants = { k1: 1.2, b: 0.75 } as const;

/** Inverse document frequency as SQLite computes it: never below 1e-6, so that a word in every tool still counts. */
export function sqliteIdf(tools: number, documentFrequency: number): number {
  const idf = Math.log((tools - documentFrequency + 0.5) / (documentFrequency + 0.5));
  return idf > 0 ? idf : 1e-6;
}

/** tf·(k1+1) / (tf + k1·(1−b+b·length/averageLength)): how much a word that stands tf times in a tool counts. */
export function saturate(frequency: number, length: number, averageLength: number): number {
  const { k1, b } = bm25Constants;
  return (frequency * (k1 + 1)) / (frequency + k1 * (1 - b + (b * length) / averageLength));
}

/** bm25() as a bounded score in [0, 1) that strictly increases with the quality of the match (R3.15). */
export function boundedScore(rawBm25: number): number {
  return boundedGain(Math.max(-rawBm25, 0));
}

/** A score without an upper bound as one in [0, 1): strictly increasing (R3.15). */
export function boundedGain(gain: number): number {
  return gain / (1 + gain);
}

/** What the formula printed in the RFC gives: 1 for every match, since bm25() is negative. Kept to be shown. */
export function literalScore(rawBm25: number): number {
  return 1 / (1 + Math.max(rawBm25, 0));
}

export interface Bounds {
  readonly min: number;
  readonly max: number;
}

export function boundsOf(values: ArrayLike<number>): Bounds {
  let min = Number.POSITIVE_INFINITY;
  let max = Number.NEGATIVE_INFINITY;
  for (let i = 0; i < values.length; i++) {
    const value = values[i] as number;
    if (value < min) min = value;
    if (value > max) max = value;
  }
  return { min, max };
}

/** Min-max over all candidates, .5 when all are equal, never outside [0, 1] (R3.16–R3.18). */
export function normalise(value: number, { min, max }: Bounds): number {
  if (max === min) return 0.5;
  return Math.min(1, Math.max(0, (value - min) / (max - min)));
}
