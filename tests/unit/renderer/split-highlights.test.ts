import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { excerptStart, shiftRanges, splitHighlights } from '../../../src-renderer/ui/split-highlights.ts';

const range = (start: number, end: number) => ({ start, end, term: 'x' });

describe('highlights', () => {
  it('cuts a text at its matches', () => {
    expect(splitHighlights('create an issue', [range(10, 15), range(0, 6)])).toEqual([
      { text: 'create', matched: true, term: 'x' },
      { text: ' an ', matched: false, term: null },
      { text: 'issue', matched: true, term: 'x' },
    ]);
  });

  it('gives back the whole text, whatever the ranges', () => {
    const ranges = fc.array(fc.record({ start: fc.nat(40), end: fc.nat(40), term: fc.constant('x') }));
    fc.assert(
      fc.property(fc.string({ maxLength: 30 }), ranges, (text, given) => {
        const segments = splitHighlights(text, given);
        expect(segments.map((segment) => segment.text).join('')).toBe(text);
        expect(segments.every((segment) => segment.text !== '')).toBe(true);
      }),
    );
  });

  it('sees ranges from a part of the text', () => {
    expect(shiftRanges([range(0, 4), range(6, 12), range(20, 22)], 5, 10)).toEqual([range(1, 5)]);
  });

  it('starts an excerpt at a word before a match that lies far in', () => {
    const text = `${'word '.repeat(30)}target and more`;
    const at = text.indexOf('target');
    const start = excerptStart(text, [range(at, at + 6)]);
    expect(text.slice(start)).toMatch(/^word .*target/);
    expect(at - start).toBeLessThanOrEqual(24);
    expect(excerptStart('target at once', [range(0, 6)])).toBe(0);
    expect(excerptStart('no match', [])).toBe(0);
  });
});
