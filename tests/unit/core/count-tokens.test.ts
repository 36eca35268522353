import fc from 'fast-check';
import ranks from 'gpt-tokenizer/bpeRanks/o200k_base';
import { countTokens, encode } from 'gpt-tokenizer/encoding/o200k_base';
import { O200K_TOKEN_SPLIT_REGEX } from 'gpt-tokenizer/encodingParams/constants';
import { describe, expect, it } from 'vitest';
import { CountMemory } from '#core/prompt/count-memory.ts';
import { countTextTokens, o200kTokenBytes } from '#core/prompt/count-tokens.ts';
import { countO200kTokens } from '#core/prompt/o200k-tokens.ts';
import { casesOf } from '../../support/depth.ts';

/** Every character is text: none of it is a special token. */
const textOnly = { disallowedSpecial: new Set<string>() };

describe('token counts', () => {
  it('names both estimators and agrees with the tokenizer on ordinary text', () => {
    expect(countTextTokens('Create a GitHub issue.')).toEqual({ estimate: 6, o200k: 6 });
    expect(countTextTokens('')).toEqual({ estimate: 0, o200k: 0 });
  });

  it('takes a special token for the text it is', () => {
    expect(countTextTokens('<|endoftext|>').o200k).toBeGreaterThan(1);
  });

  it('counts entry by entry what the tokenizer counts of the whole', () => {
    const pieces = fc.constantFrom(
      ...'\n \r\t/-<>{}.,:aZé9ß#"\u2028\u00a0'.split(''),
      '\n\n',
      '\n- name: ',
      "'s",
      '漢',
      '🤖',
      'word',
    );
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 60 }), (parts) => {
        const text = parts.join('');
        expect(countTextTokens(text).o200k).toBe(countTokens(text));
      }),
      { numRuns: casesOf(2000) },
    );
  });

  it('divides any text into the tokens of the tokenizer', () => {
    const token = fc.nat(ranks.length - 1).map((rank) => Buffer.from(ranks[rank] as string).toString());
    const part = fc.oneof(
      token,
      token.map((text) => text.toUpperCase()),
      fc.string({ unit: 'binary', maxLength: 8 }),
    );
    fc.assert(
      fc.property(fc.array(part, { maxLength: 12 }), (parts) => {
        // The reference loses the tokens that begin with a byte order mark, because it keeps tokens as decoded text.
        const text = parts.join('').replaceAll('\uFEFF', '');
        const bytes = encode(text, textOnly).map((token) => Buffer.from(ranks[token] as string).length);
        expect(o200kTokenBytes(text)).toEqual(bytes);
        expect(countTextTokens(text).o200k).toBe(bytes.length);
      }),
      { numRuns: casesOf(2000) },
    );
  });

  it('knows tokens that begin with a byte order mark', () => {
    expect(o200kTokenBytes('\uFEFF\n')).toEqual([4]);
    expect(o200kTokenBytes('\uFEFFusing')).toEqual([8]);
  });

  it('knows each token that is a word by itself', () => {
    const others = ranks.flatMap((token, rank) => {
      const [word, more] = typeof token === 'string' ? token.matchAll(O200K_TOKEN_SPLIT_REGEX) : [];
      return word === undefined || more !== undefined || countO200kTokens(word[0]) === 1 ? [] : [rank];
    });
    expect(others).toEqual([]);
  });

  it('counts an entry once, and forgets entries that were not asked for', () => {
    const memory = new CountMemory(40);
    const counted: string[] = [];
    const count = (text: string) => memory.count(text, (given) => counted.push(given));
    for (const text of ['one', 'one', 'x'.repeat(30), 'one', 'y'.repeat(30), 'one', 'z'.repeat(30)]) count(text);
    expect(counted).toEqual(['one', 'x'.repeat(30), 'y'.repeat(30), 'z'.repeat(30)]);
    count('x'.repeat(30));
    expect(counted.at(-1)).toBe('x'.repeat(30));
    expect(counted).toHaveLength(5);
  });

  // Without cutting, each of these takes minutes: the time limit of the test is the assertion.
  it.each([
    ['one letter', 'a'],
    ['spaces', ' '],
    ['line feeds', '\n'],
    ['emoji', '🤖'],
  ])(
    'is not held up by a long run of %s',
    (_what, character) => {
      expect(countTextTokens(character.repeat(1_000_000)).o200k).toBeGreaterThan(0);
    },
    60_000,
  );

  it('counts a run that is longer than an expression can follow, in the pieces that a shorter one is cut into', () => {
    const long = 'd'.repeat(20_000_000);
    expect(countTextTokens(long).o200k).toBe(20_000 * countTokens('d'.repeat(1000)));
    expect(countTextTokens(`a ${' '.repeat(2000)}${'d'.repeat(1500)} b`).o200k).toBe(
      ['a', ' '.repeat(1000), ' '.repeat(1000), ` ${'d'.repeat(999)}`, 'd'.repeat(501), ' b']
        .map((piece) => countTokens(piece))
        .reduce((sum, tokens) => sum + tokens, 0),
    );
  });

  it('cuts a long run wherever it starts', () => {
    // Uncut it is a token less.
    const cut = countTokens(` ${'d'.repeat(999)}`) + countTokens('d'.repeat(501));
    expect(cut).toBe(countTokens(` ${'d'.repeat(1500)}`) + 1);
    for (let words = 1; words < 1100; words += 7) {
      expect(countTextTokens(`${'b '.repeat(words)}${'d'.repeat(1500)}`).o200k).toBe(words + cut);
    }
  });
});
