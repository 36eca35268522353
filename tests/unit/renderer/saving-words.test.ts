import { expect, it } from 'vitest';
import { savingWords } from '../../../src-renderer/features/costs/saving-words.ts';

it('a loss is what costs more, and no negative saving', () => {
  expect([0.689, -1.936, -0.0001, 0].map((share) => savingWords(share, 1))).toEqual([
    'saves 68.9 %',
    'costs 193.6 % more',
    'saves 0.0 %',
    'saves 0.0 %',
  ]);
});
