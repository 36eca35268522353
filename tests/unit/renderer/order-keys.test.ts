import { describe, expect, it } from 'vitest';
import { decidingKey, orderKeyRows } from '../../../src-renderer/features/playground/order-keys.ts';

const order = {
  score: 0.5,
  namespace_rank: 0,
  side_effects: null,
  side_effects_rank: 5,
  name_length: 3,
  name: 'a.b',
};

describe('order keys', () => {
  it('are shown first to last', () => {
    expect(orderKeyRows(order).map(({ key }) => key)).toEqual([
      'score',
      'namespace_rank',
      'side_effects_rank',
      'name_length',
      'name',
    ]);
  });

  it('name the first that differs', () => {
    expect(decidingKey(order, { ...order, score: 0.4, name: 'z' })).toBe('score');
    expect(decidingKey(order, { ...order, name_length: 9, name: 'z' })).toBe('name_length');
    expect(decidingKey(order, order)).toBeNull();
  });
});
