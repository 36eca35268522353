import { describe, expect, it } from 'vitest';
import {
  fewestTasks,
  meanOverTasks,
  pairedDifference,
} from '../../../../src-main/core/experiments/report/paired-difference.ts';
import { flippedSums, shareAtLeast } from '../../../../src-main/core/experiments/report/sign-flips.ts';
import { tQuantile, tTail } from '../../../../src-main/core/experiments/report/student-t.ts';
import { seededRandom } from '../../../../src-shared/seeded-random.ts';

const one = { comparisons: 1, confidence: 0.95, share: true, seed: 1 };
const repeated = (value: number, times: number) => Array.from({ length: times }, () => value);

describe("Student's t", () => {
  it('has the quantiles of the tables', () => {
    const table = [
      [0.05, 1, 12.706],
      [0.05, 2, 4.303],
      [0.05, 10, 2.228],
      [0.01, 30, 2.75],
      [0.05, 59, 2.001],
      [0.2, 4, 1.533],
    ] as const;
    for (const [tail, degrees, t] of table) {
      expect(tQuantile(tail, degrees)).toBeCloseTo(t, 3);
      expect(tTail(tQuantile(tail, degrees), degrees)).toBeCloseTo(tail, 9);
    }
    expect(tQuantile(0.05, 1e9)).toBeCloseTo(1.96, 2);
  });
});

describe('signs flipped by chance', () => {
  it('are counted exactly where few differences are not 0', () => {
    expect(shareAtLeast(flippedSums([1, 1, 1, 0, 0], 1), 3)).toBe(2 / 8);
    expect(shareAtLeast(flippedSums([3, 1, -2], 1), 2)).toBe(6 / 8);
    expect(shareAtLeast(flippedSums([0, 0], 1), 0)).toBe(1);
  });

  it('are drawn from the seed where there are more, and come near the exact share', () => {
    const differences = [...repeated(1, 15), ...repeated(-1, 5)];
    // A sum of 10 or more of 20 signs: 15 heads or more, on both sides.
    const exact = (2 * (15504 + 4845 + 1140 + 190 + 20 + 1)) / 2 ** 20;
    const share = shareAtLeast(flippedSums(differences, 7), 10);
    expect(Math.abs(share - exact)).toBeLessThan(0.006);
    expect(shareAtLeast(flippedSums(differences, 7), 10)).toBe(share);
  });
});

describe('pairedDifference', () => {
  it('has an interval that excludes 0 exactly where a difference is shown', () => {
    const next = seededRandom(3);
    for (let sample = 0; sample < 400; sample++) {
      const size = 2 + Math.floor(next() * 40);
      const shift = next() - 0.5;
      const share = next() < 0.5;
      const differences = Array.from({ length: size }, () => {
        const value = next() - 0.5 + shift;
        return share ? Math.max(-1, Math.min(1, Math.round(value * 3) / 3)) : value * 1000;
      });
      const question = { comparisons: 1 + Math.floor(next() * 4), confidence: 0.95, share, seed: sample };
      const { difference, verdict, p } = pairedDifference(differences, question);
      const excludes = difference.low > 0 || difference.high < 0;
      expect(excludes).toBe(verdict === 'higher' || verdict === 'lower');
      expect(p <= 0.05 + 1e-9).toBe(excludes);
      expect(difference.low).toBeLessThanOrEqual(difference.mean);
      expect(difference.high).toBeGreaterThanOrEqual(difference.mean);
    }
  });

  it('is not certain where no task differs', () => {
    const { difference, verdict, p, detectable, more_tasks } = pairedDifference(repeated(0, 60), one);
    expect({ verdict, p, more_tasks }).toEqual({ verdict: 'not_shown', p: 1, more_tasks: null });
    expect(difference.high).toBeGreaterThan(0.03);
    expect(difference.low).toBe(-difference.high);
    expect(detectable).toBeGreaterThan(0.03);
  });

  it('shows a difference that each task has, with an interval that has a width', () => {
    const { difference, verdict } = pairedDifference(repeated(1, 8), one);
    expect(verdict).toBe('higher');
    expect(difference.mean).toBe(1);
    expect(difference.low).toBeGreaterThan(0);
    expect(difference.low).toBeLessThan(0.7);
    expect(difference.high).toBe(1);
  });

  it('says where there are too few tasks: all of one sign are then what chance gives too often', () => {
    expect([1, 2, 11].map((comparisons) => fewestTasks({ comparisons, confidence: 0.95 }))).toEqual([6, 7, 9]);
    expect(pairedDifference(repeated(1, 5), one)).toMatchObject({ verdict: 'too_few', p: 2 / 2 ** 5 });
    expect(pairedDifference(repeated(500, 6), { ...one, share: false }).verdict).toBe('higher');
    expect(pairedDifference([1], one)).toMatchObject({ verdict: 'too_few', p: 1, difference: { low: -1, high: 1 } });
    expect(pairedDifference([], one)).toMatchObject({ verdict: 'too_few', p: 1, more_tasks: null });
  });

  it('does not take a few equal differences among many zeros for a difference', () => {
    expect(pairedDifference([...repeated(1, 5), ...repeated(0, 200)], one).verdict).toBe('not_shown');
    expect(pairedDifference([...repeated(1, 12), ...repeated(0, 200)], one).verdict).toBe('higher');
  });

  it('tells how many more tasks it would take', () => {
    const some = [...repeated(1, 6), ...repeated(-1, 3), ...repeated(0, 21)];
    const { more_tasks, verdict } = pairedDifference(some, one);
    expect(verdict).toBe('not_shown');
    const many = pairedDifference(Array.from({ length: 12 }, () => some).flat(), one);
    expect(many.verdict).toBe('higher');
    expect(more_tasks).toBeGreaterThan(60);
    expect(more_tasks).toBeLessThan(330);
    expect(many.more_tasks).toBe(0);
  });
});

describe('meanOverTasks', () => {
  it('is not certain where all tasks agree', () => {
    const all = meanOverTasks(repeated(1, 10), { confidence: 0.95, share: true });
    expect(all?.mean).toBe(1);
    expect(all?.high).toBe(1);
    expect(all?.low).toBeGreaterThan(0.6);
    expect(all?.low).toBeLessThan(0.8);
    expect(meanOverTasks([], { confidence: 0.95, share: true })).toBeNull();
    expect(meanOverTasks([5], { confidence: 0.95, share: false })).toEqual({ mean: 5, low: 0, high: 55 });
  });
});
