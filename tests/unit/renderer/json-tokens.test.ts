import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { jsonTokens } from '../../../src-renderer/features/playground/json-tokens.ts';

describe('coloured JSON', () => {
  it('is the same text', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const text = JSON.stringify(value, null, 2);
        expect(
          jsonTokens(text)
            .map((token) => token.text)
            .join(''),
        ).toBe(text);
      }),
    );
  });

  it('tells keys from strings and numbers', () => {
    const kinds = jsonTokens('{"a": "b\\"c: 1", "n": -1.5}').filter(({ kind }) => kind !== 'other');
    expect(kinds).toEqual([
      { text: '"a"', kind: 'key' },
      { text: '"b\\"c: 1"', kind: 'string' },
      { text: '"n"', kind: 'key' },
      { text: '-1.5', kind: 'number' },
    ]);
  });

  it('knows a string that was cut', () => {
    expect(jsonTokens('{"a": "xyz').at(-1)).toEqual({ text: '"xyz', kind: 'string' });
    expect(jsonTokens('{"a": "xyz\\').at(-1)).toEqual({ text: '"xyz\\', kind: 'string' });
  });
});
