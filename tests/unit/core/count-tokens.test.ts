import { describe, expect, it } from 'vitest';
import { countTextTokens } from '#core/prompt/count-tokens.ts';

describe('token counts', () => {
  it('names both estimators and agrees with the tokenizer on ordinary text', () => {
    expect(countTextTokens('Create a GitHub issue.')).toEqual({ estimate: 6, o200k: 6 });
    expect(countTextTokens('')).toEqual({ estimate: 0, o200k: 0 });
  });

  it('takes a special token for the text it is', () => {
    expect(countTextTokens('<|endoftext|>').o200k).toBeGreaterThan(1);
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
});
