import { describe, expect, it } from 'vitest';
import { seededRandom } from '../../../src-shared/seeded-random.ts';

const modulus = 2147483647n;

/** The first numbers by the definition, in whole numbers of any size. */
function defined(seed: number, count: number): number[] {
  let state = (BigInt(seed) % (modulus - 1n)) + 1n;
  return Array.from({ length: count }, () => {
    state = (state * 48271n) % modulus;
    return Number(state - 1n) / 2147483646;
  });
}

describe('seededRandom', () => {
  const seeds = [0, 1, 44487, 44488, 44489, 2147483645, 2147483646, 2147483647, Number.MAX_SAFE_INTEGER];

  it.each(seeds)('gives the numbers that its definition gives, for the seed %d', (seed) => {
    const expected = defined(seed, 2000);
    const next = seededRandom(seed);
    expect(Array.from({ length: 2000 }, next)).toEqual(expected);
    expect(Math.min(...expected)).toBeGreaterThanOrEqual(0);
    expect(Math.max(...expected)).toBeLessThan(1);
  });
});
