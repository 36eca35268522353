import fc from 'fast-check';
import { distance } from 'fastest-levenshtein';
import { expect, it } from 'vitest';
import { isOneEditAway } from '#core/search/ranker/variants.ts';

const letters = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), maxLength: 7 });

/** Whether two neighbours swapped make one of the other. */
function isSwap(a: string, b: string): boolean {
  return [...a].some(
    (letter, i) => a[i + 1] !== undefined && a !== b && a.slice(0, i) + a[i + 1] + letter + a.slice(i + 2) === b,
  );
}

it('tells words that are one letter, or one swap of neighbours, apart from all others', () => {
  fc.assert(
    fc.property(letters, letters, (a, b) => {
      expect(isOneEditAway(a, b)).toBe(distance(a, b) === 1 || isSwap(a, b));
    }),
    { numRuns: 3000 },
  );
});
