/**
 * Reproducible numbers in [0, 1) for a seed, a whole number of 0 or more: a multiplicative congruential generator (Park and
 * Miller's). Not for secrets.
 */
export function seededRandom(seed: number): () => number {
  let state = (seed % 2147483646) + 1;
  return () => {
    state = (state * 48271) % 2147483647;
    return (state - 1) / 2147483646;
  };
}
