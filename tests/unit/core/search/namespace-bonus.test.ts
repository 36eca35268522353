import { expect, it } from 'vitest';
import { namespaceBonus } from '#core/search/ranker/rank.ts';
import type { SearchedIndex } from '#core/search/ranker/ranker-index.ts';

it('gives the tools of a namespace a share of the mean of its three best', () => {
  const index = { parameters: { namespace: 0.5 } } as SearchedIndex;
  const best = Float64Array.of(1, 2, 4, 8, 16, 32);
  expect(namespaceBonus(index, best, 0)).toBeCloseTo((0.5 * 7) / 3, 12);
  expect(namespaceBonus(index, best, 1)).toBeCloseTo((0.5 * 56) / 3, 12);
  expect(namespaceBonus(index, best, -1)).toBe(0);
});
