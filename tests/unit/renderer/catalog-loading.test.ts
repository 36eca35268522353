import { describe, expect, it } from 'vitest';
import { nextMode, rowAfter } from '../../../src-renderer/features/catalog/catalog-acts.ts';
import { hiddenNow } from '../../../src-renderer/features/catalog/catalog-store.ts';

describe('what is always loaded, in the table', () => {
  it('is deferred when all that is chosen is loaded, and loaded otherwise', () => {
    expect(nextMode([{ mode: 'always' }, { mode: 'always' }])).toBe('deferred');
    expect(nextMode([{ mode: 'always' }, { mode: 'deferred' }])).toBe('always');
  });

  it('goes on with the next row where a filter takes rows away, and with the last one before at the end', () => {
    expect(rowAfter(['a', 'b', 'c'], 'b', new Set(['b']))).toBe('c');
    expect(rowAfter(['a', 'b', 'c'], 'b', new Set(['b', 'c']))).toBe('a');
    expect(rowAfter(['a'], 'a', new Set(['a']))).toBeNull();
  });

  it('has its columns whatever the user hid', () => {
    expect(hiddenNow(['mode', 'reason', 'source'], { isBudgeting: true })).toEqual(['source', 'problems']);
    expect(hiddenNow(['mode', 'reason'], { isBudgeting: false })).toEqual(['mode', 'reason']);
  });
});
