import { seededRandom } from '#shared/seeded-random.ts';

/** Up to so many differences that are not 0, every choice of signs is counted. */
const exactUpTo = 14;
const draws = 20_000;

/**
 * What the sum of the differences could have been if each had had either sign by chance: the sums without their sign, the largest first. All choices of signs
 * for few differences; else 20,000 drawn from a seed, and the sum that was seen.
 */
export function flippedSums(differences: readonly number[], seed: number): Float64Array {
  const values = differences.filter((value) => value !== 0);
  const sums = values.length <= exactUpTo ? allSums(values) : drawnSums(values, seed);
  return sums.sort().reverse();
}

/** The share of sums that are at least as large as the one that was seen; rounding does not make two equal sums different. */
export function shareAtLeast(sums: Float64Array, seen: number): number {
  const least = Math.abs(seen) - tolerance(seen);
  let count = 0;
  while (count < sums.length && (sums[count] as number) >= least) count++;
  return count / sums.length;
}

/** The largest sum whose share is more than `level`: a sum is beyond chance at that level when it is larger. */
export function criticalSum(sums: Float64Array, level: number): number {
  return sums[Math.min(sums.length - 1, Math.floor(level * sums.length))] as number;
}

export function tolerance(seen: number): number {
  return 1e-9 * Math.max(1e-9, Math.abs(seen));
}

function allSums(values: readonly number[]): Float64Array {
  const choices = 2 ** values.length;
  return Float64Array.from({ length: choices }, (_, signs) =>
    Math.abs(values.reduce((sum, value, at) => ((signs >> at) & 1 ? sum - value : sum + value), 0)),
  );
}

/** Eight differences share a table of the sums that their 256 choices of signs give. */
function drawnSums(values: readonly number[], seed: number): Float64Array {
  const tables = Array.from({ length: Math.ceil(values.length / 8) }, (_, block) => {
    const eight = values.slice(block * 8, block * 8 + 8);
    return Float64Array.from({ length: 256 }, (_, signs) =>
      eight.reduce((sum, value, at) => ((signs >> at) & 1 ? sum - value : sum + value), 0),
    );
  });
  const next = seededRandom(seed);
  const sums = new Float64Array(draws + 1);
  for (let draw = 1; draw <= draws; draw++) {
    let sum = 0;
    for (const table of tables) sum += table[Math.floor(next() * 256)] as number;
    sums[draw] = Math.abs(sum);
  }
  sums[0] = Math.abs(values.reduce((sum, value) => sum + value, 0));
  return sums;
}
