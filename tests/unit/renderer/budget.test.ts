import { describe, expect, it } from 'vitest';
import { sizeOfTokens, tokensOfSize } from '#shared/tokens.ts';
import { budgetState } from '../../../src-renderer/features/tuner/budget/budget-state.ts';
import { goldenCounts } from '../../../src-renderer/features/tuner/budget/golden-counts.ts';
import { toolUses } from '../../../src-renderer/features/tuner/budget/tool-uses.ts';

describe('the budget of the prompt', () => {
  it('says in words how far the prompt is from it, and fills the gauge no further than its end', () => {
    expect(budgetState(7500, 10_000)).toEqual({ share: 0.75, isOver: false, words: '2,500 left' });
    expect(budgetState(10_000, 10_000)).toEqual({ share: 1, isOver: false, words: '0 left' });
    expect(budgetState(10_264, 10_000)).toEqual({ share: 1, isOver: true, words: '264 over budget' });
  });

  it('is kept by every size that rounds to it, and by none above', () => {
    for (const estimator of ['estimate', 'o200k'] as const) {
      const size = sizeOfTokens(1000, estimator);
      expect(tokensOfSize(size, estimator)).toBe(1000);
      expect(tokensOfSize(size + 1, estimator)).toBe(1001);
    }
  });
});

describe('how often golden queries want a tool', () => {
  it('counts each query once, and is unknown without queries', () => {
    const query = (relevant: string[][]) => ({ file: 'evals/golden.jsonl', line: 1, query: 'q', relevant });
    expect(goldenCounts(null)).toBeNull();
    expect(goldenCounts({ queries: [] })).toBeNull();
    expect(goldenCounts({ queries: [query([['a', 'b'], ['a']]), query([['a']])] })).toEqual(
      new Map([
        ['a', 2],
        ['b', 1],
      ]),
    );
  });
});

describe('how often hosts use a tool', () => {
  it('is what the log of the gateway counts by name, and unknown while nobody used a tool', () => {
    const total = (name: string | null, requests: number) => ({ name, requests, failed: 0, tokens: 0, mean_ms: 0 });
    expect(toolUses({ tools: [total('a', 3), total(null, 2)] })).toEqual(new Map([['a', 3]]));
    expect(toolUses({ tools: [] })).toBeNull();
  });
});
