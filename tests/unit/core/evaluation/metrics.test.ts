import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { distinctGroups, percentile } from '#core/evaluation/metrics.ts';
import { queryMetrics } from '../../../support/query-metrics.ts';

const one = (...names: string[]) => names.map((name) => [name]);

describe('the metrics of one query', () => {
  it('are 1 when the only right tool comes first', () => {
    const all = { 'hit@1': 1, 'hit@5': 1, 'recall@5': 1, 'mrr@10': 1, 'ndcg@10': 1 };
    expect(queryMetrics(['a', 'b'], one('a'))).toEqual(all);
  });

  it('are those computed by hand for two right tools at ranks 2 and 6', () => {
    const metrics = queryMetrics(['x', 'a', 'y', 'z', 'w', 'b'], one('a', 'b'));
    expect(metrics).toMatchObject({ 'hit@1': 0, 'hit@5': 1, 'recall@5': 0.5, 'mrr@10': 0.5 });
    // 1/log2(3) + 1/log2(7) over 1 + 1/log2(3).
    expect(metrics['ndcg@10']).toBeCloseTo((0.6309297535714575 + 0.3562071871080222) / 1.6309297535714575, 12);
  });

  it('want one tool of each group, whichever', () => {
    const groups = [['a', 'b'], ['c']];
    expect(queryMetrics(['b', 'a', 'x'], groups)).toMatchObject({ 'hit@1': 1, 'recall@5': 0.5 });
    expect(queryMetrics(['b', 'c'], groups)).toMatchObject({ 'recall@5': 1, 'ndcg@10': 1 });
    // The second tool of a group that is found already gains nothing.
    expect(queryMetrics(['a', 'b', 'c'], groups)['ndcg@10']).toBeCloseTo((1 + 0.5) / 1.6309297535714575, 12);
  });

  it('count a tool for one group only, and serve as many groups as they can', () => {
    expect(
      queryMetrics(
        ['a', 'x', 'b'],
        [
          ['a', 'b'],
          ['a', 'c'],
        ],
      ),
    ).toMatchObject({ 'hit@1': 1, 'recall@5': 1 });
    // The first result could serve both groups; it serves the one that no other result does.
    expect(queryMetrics(['a', 'b'], [['a', 'b'], ['a']])['ndcg@10']).toBe(1);
    expect(
      queryMetrics(
        ['a', 'x'],
        [
          ['a', 'b'],
          ['a', 'c'],
        ],
      )['ndcg@10'],
    ).toBeLessThan(1);
    expect(distinctGroups([['a', 'b', 'a'], ['b', 'a'], ['a'], ['a']])).toEqual([['a', 'b'], ['a']]);
  });

  it('look at ten results and no further', () => {
    const ranked = ['1', '2', '3', '4', '5', '6', '7', '8', '9', 'a', 'b'];
    expect(queryMetrics(ranked, one('a'))['mrr@10']).toBeCloseTo(0.1);
    expect(Object.values(queryMetrics(ranked, one('b')))).toEqual([0, 0, 0, 0, 0]);
  });

  it('are 0 for an empty answer', () => {
    expect(Object.values(queryMetrics([], one('a')))).toEqual([0, 0, 0, 0, 0]);
  });

  const names = fc.uniqueArray(fc.constantFrom(...'abcdefghijklmnop'), { maxLength: 14 });
  const relevant = fc.uniqueArray(fc.constantFrom(...'abcdefghijklmnop'), { minLength: 1, maxLength: 6 });

  it('lie between 0 and 1, and agree with each other, for any answer', () => {
    fc.assert(
      fc.property(names, relevant, (ranked, right) => {
        const metrics = queryMetrics(ranked, one(...right));
        for (const value of Object.values(metrics)) {
          expect(value).toBeGreaterThanOrEqual(0);
          expect(value).toBeLessThanOrEqual(1 + 1e-12);
        }
        expect(metrics['hit@1']).toBeLessThanOrEqual(metrics['hit@5']);
        expect(metrics['hit@1']).toBeLessThanOrEqual(metrics['mrr@10']);
        expect(metrics['recall@5'] > 0).toBe(metrics['hit@5'] === 1);
        expect(metrics['mrr@10'] > 0).toBe(metrics['ndcg@10'] > 0);
      }),
    );
  });

  it('never fall when a right tool moves up a place', () => {
    fc.assert(
      fc.property(names, relevant, fc.nat(12), (ranked, right, at) => {
        const [above, below] = [ranked[at], ranked[at + 1]];
        if (above === undefined || below === undefined) return;
        if (right.includes(above) || !right.includes(below)) return;
        const moved = ranked.with(at, below).with(at + 1, above);
        const [before, after] = [queryMetrics(ranked, one(...right)), queryMetrics(moved, one(...right))];
        for (const [metric, value] of Object.entries(after)) {
          expect(value).toBeGreaterThanOrEqual(before[metric as keyof typeof before] - 1e-12);
        }
      }),
    );
  });
});

describe('a percentile', () => {
  it('is the nearest rank', () => {
    const values = [15, 20, 35, 40, 50];
    expect([0.05, 0.3, 0.4, 0.5, 1].map((share) => percentile(values, share))).toEqual([15, 20, 20, 35, 50]);
    expect(percentile([], 0.5)).toBe(0);
  });
});
