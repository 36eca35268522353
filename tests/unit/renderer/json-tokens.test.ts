import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { jsonParts, jsonTokens } from '../../../src-renderer/features/playground/json-tokens.ts';

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

  it('is the same text by parts of whole lines, whatever its strings hold', () => {
    fc.assert(
      fc.property(fc.array(fc.jsonValue(), { maxLength: 40 }), fc.nat(), (value, until) => {
        const text = JSON.stringify(value, null, 2);
        const shown = text.slice(0, 1 + (until % text.length));
        const lines = jsonParts(shown).flat();
        expect(lines.join('')).toBe(shown);
        expect(lines.slice(0, -1).every((line) => line.indexOf('\n') === line.length - 1)).toBe(true);
        // Line by line it is coloured as the whole is: no string goes over the end of a line.
        const kindsOf = (text: string) => jsonTokens(text).filter(({ kind }) => kind !== 'other');
        expect(lines.flatMap(kindsOf)).toEqual(kindsOf(shown));
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
