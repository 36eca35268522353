import { describe, expect, it } from 'vitest';
import { bootstrapIntervals } from '#core/evaluation/bootstrap.ts';

const all = (value: number) => ({
  'hit@1': value,
  'hit@5': value,
  'recall@5': value,
  'mrr@10': value,
  'ndcg@10': value,
});

describe('a bootstrap interval', () => {
  it('is the same for the same values, holds the mean, and is as wide as theory says', () => {
    const values = Array.from({ length: 400 }, (_, i) => all(i % 4 === 0 ? 1 : 0));
    const first = bootstrapIntervals(values)['hit@1'];
    expect(bootstrapIntervals(values)['hit@1']).toEqual(first);
    const [low, high] = first;
    expect(low < 0.25 && high > 0.25).toBe(true);
    // ± 1.96 · √(p (1 − p) / n) = ± .0424
    expect(high - low).toBeGreaterThan(0.075);
    expect(high - low).toBeLessThan(0.095);
  });

  it('is a point where all values are equal', () => {
    expect(bootstrapIntervals([all(1), all(1), all(1)])['mrr@10']).toEqual([1, 1]);
  });
});
