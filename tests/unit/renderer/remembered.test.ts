import { describe, expect, it } from 'vitest';
import { remembered } from '../../../src-renderer/state/remembered.ts';

describe('a remembered value', () => {
  it('is the one before while the facts are the same, lists entry by entry', () => {
    const sums = remembered(({ numbers, times }: { numbers: readonly number[]; times: number }) => ({
      sum: numbers.reduce((sum, one) => sum + one * times, 0),
    }));
    const first = sums({ numbers: [1, 2], times: 2 });
    expect(first).toEqual({ sum: 6 });
    expect(sums({ numbers: [1, 2], times: 2 })).toBe(first);
    expect(sums({ numbers: [1, 3], times: 2 })).toEqual({ sum: 8 });
    expect(sums({ numbers: [1, 2], times: 2 })).toBe(first);
    expect(sums({ numbers: [1, 2, 0], times: 2 })).not.toBe(first);
    expect(sums({ numbers: [1, 2], times: 3 })).toEqual({ sum: 9 });
  });
});
