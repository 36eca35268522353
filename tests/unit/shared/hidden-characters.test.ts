import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findHiddenCharacters, replaceHiddenCharacters, spellHiddenCharacters } from '#shared/hidden-characters.ts';

const found = (text: string, oneLine = false) =>
  findHiddenCharacters(text, { oneLine }).map(({ codePoint }) => codePoint.toString(16));
const tags = (text: string) => [...text].map((letter) => String.fromCodePoint(0xe0000 + letter.charCodeAt(0))).join('');

describe('hidden characters', () => {
  it.each([
    ['text in tags behind a black flag', `🏴${tags('ignore')}\u{e007f}`, 7],
    ['a flag that does not end', `🏴${tags('gbeng')}`, 5],
    ['selectors one after another', '😀\ufe0f\ufe00\ufe01', 2],
    ['a supplementary selector on an emoji', '😀\u{e0110}', 1],
    ['a selector on a digit that is no key', '1\ufe0f', 1],
    ['a Mongolian selector elsewhere', 'a\u180b', 1],
    ['marks of direction in a row', 'שלום\u200e\u200f\u200e', 2],
    ['a mark of direction in Latin text', 'a\u200e', 1],
    ['an Arabic letter mark', 'a\u061c', 1],
    ['several joiners in Persian', 'می\u200c\u200c\u200cخ', 1],
    ['half of a pair', 'a\ud83d', 1],
    ['a line separator', 'a\u2028b', 1],
    ['a carriage return alone, which writes over its line', 'rm -rf\rls', 1],
    ['interlinear annotation', '\ufff9', 1],
  ])('are %s', (_what, text, count) => {
    expect(found(text)).toHaveLength(count);
  });

  it('are none in honest writing', () => {
    const texts = [
      '👩‍👩‍👧 ⚠️ 1️⃣ 👩🏽‍💻 🤷‍♀️',
      `🏴${tags('gbeng')}\u{e007f}🏴${tags('gbsct')}\u{e007f}`,
      'می\u200cخواهم',
      '葛\u{e0100}',
    ];
    for (const text of [...texts, 'א\u200e!', '∩\ufe00', 'a\tb\r\nc\n']) expect(found(text)).toEqual([]);
  });

  it('are tabs and line ends where there is one line', () => {
    expect(found('a\tb\r\nc', true)).toEqual(['9', 'd', 'a']);
  });

  it('are found in linear time, as many as are wanted, and spelled out', () => {
    expect(spellHiddenCharacters('pass\u200bword \u{e0041}x')).toBe('pass⟨U+200B⟩word ⟨U+E0041⟩x');
    expect(findHiddenCharacters('\u200b'.repeat(1_000_000), { limit: 10_000 })).toHaveLength(10_000);
    expect(found(`${'é'.repeat(1_000_000)}\n`)).toEqual([]);
    for (const piece of ['🏴', `🏴${tags('gbe')}`, '\u200d', 'א\u200e']) found(piece.repeat(100_000));
  }, 30_000);

  it('are all gone when replaced, and nothing else is', () => {
    const anything = fc.string({
      unit: fc.oneof(fc.constantFrom('\u202e', '\u200d', '\n', '👩', '\ud83d'), fc.string()),
    });
    fc.assert(
      fc.property(anything, (text) => {
        let removed = '';
        const rest = replaceHiddenCharacters(text, ({ index, length }) => {
          removed += text.slice(index, index + length);
          return '';
        });
        expect(rest.length + removed.length).toBe(text.length);
        expect(replaceHiddenCharacters(text, ({ index, length }) => text.slice(index, index + length))).toBe(text);
      }),
    );
  });
});
