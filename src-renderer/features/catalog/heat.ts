/** Tokens from which a part counts as warmer: one tint means the same at every tool. */
const steps = [10, 20, 40, 80];

/** 0 for a cheap part … 4 for one of 80 tokens and more. */
export function heatOf(tokens: number): number {
  return steps.filter((step) => tokens >= step).length;
}
