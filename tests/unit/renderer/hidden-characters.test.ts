import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { textPieces, visibleString } from '../../../src-renderer/ui/hidden-characters.ts';

const codes = (text: string, options?: { lines?: boolean }) =>
  textPieces(text, options).flatMap((piece) => (piece.kind === 'hidden' ? [piece.code] : []));

describe('hidden characters', () => {
  it('are cut out of a name that reads backwards', () => {
    expect(textPieces('h.rtl_\u202Egnp.exe')).toEqual([
      { kind: 'text', text: 'h.rtl_' },
      {
        kind: 'hidden',
        text: '\u202E',
        code: 'U+202E',
        meaning: 'U+202E, right-to-left override: shows what follows backwards',
      },
      { kind: 'text', text: 'gnp.exe' },
    ]);
  });

  it.each([
    ['a zero-width space', 'a\u200Bb', ['U+200B']],
    ['a byte order mark', '\uFEFFa', ['U+FEFF']],
    ['a control', 'a\u0007', ['U+0007']],
    ['a C1 control', 'a\u009B', ['U+009B']],
    ['tag characters', 'a\u{E0041}\u{E0042}', ['U+E0041', 'U+E0042']],
    ['a variation selector on a letter', 'a\uFE0F', ['U+FE0F']],
    ['a supplementary variation selector', 'a\u{E0101}', ['U+E0101']],
    ['a Hangul filler', 'a\u3164', ['U+3164']],
    ['half of a pair', 'a\uD83D', ['U+D83D']],
    ['a line separator', 'a\u2028b', ['U+2028']],
    ['many of one', '\u200B\u200B\u200B', ['U+200B ×3']],
    ['a joiner between letters', 'a\u200Db', ['U+200D']],
  ])('are marked: %s', (_, text, expected) => {
    expect(codes(text)).toEqual(expected);
  });

  it('say what a tag character spells', () => {
    expect(textPieces('\u{E0041}')).toMatchObject([{ meaning: 'U+E0041, tag character, an invisible “A”' }]);
  });

  it('are none in emoji, in other scripts and in the layout of a description', () => {
    for (const text of ['👩‍👩‍👧 ⚠️ 1️⃣ 👩🏽‍💻 🤷‍♀️', 'יצירת משימה', 'دليل', 'é', '一つ\r\n\ttwo\n', ''])
      expect(codes(text)).toEqual([]);
  });

  it('include tabs and line ends in what has one line', () => {
    expect(codes('a\nb\tc\r\nd', { lines: false })).toEqual(['U+000A', 'U+0009', 'U+000D']);
  });

  it('lose nothing of the text', () => {
    const anything = fc.string({
      unit: fc.oneof(fc.constantFrom('\u202E', '\u200D', '\n', '👩', '\uD83D'), fc.string()),
    });
    fc.assert(
      fc.property(anything, fc.boolean(), (text, lines) => {
        const pieces = textPieces(text, { lines });
        expect(pieces.map((piece) => piece.text).join('')).toBe(text);
      }),
    );
  });

  it('are spelled out where only a string fits', () => {
    expect(visibleString('a\u202Eb')).toBe('a⟨U+202E⟩b');
    expect(visibleString('plain')).toBe('plain');
  });
});
