import fc from 'fast-check';
import { expect, it } from 'vitest';
import { countJsonTokens, countTextTokens } from '#core/prompt/count-tokens.ts';

/** Texts with marks, quotes and letters side by side, where a wrong cut would show. */
const text = fc.oneof(
  fc.string({
    unit: fc.constantFrom('a', 'Z', 's', "'", '"', ',', '{', '}', ' ', '\n', '1', '.', 'é', '漢', '\u0301'),
  }),
  fc.string({ unit: 'grapheme' }),
);

it('tokens of JSON, counted part by part, are as many as those of the whole text', () => {
  const row = fc.record({ name: text, description: text, score: fc.double({ noNaN: true }), loading_mode: text });
  const answer = fc.record({ tools: fc.array(row, { maxLength: 4 }), query: text, other: fc.dictionary(text, text) });
  fc.assert(
    fc.property(answer, (value) => {
      const json = JSON.stringify(value);
      expect(countJsonTokens(json)).toEqual(countTextTokens(json));
      // Once more, when parts of it are known.
      expect(countJsonTokens(json)).toEqual(countTextTokens(json));
    }),
    { numRuns: 300 },
  );
});
