import { describe, expect, it } from 'vitest';
import { plainText } from '../../../src-main/hosts/cli/plain-text.ts';

describe('texts of others in a terminal', () => {
  it.each([
    ['moves the cursor', 'a\u001b[2Jb', 'a\\u{1b}[2Jb'],
    ['rings or is a C1 control', 'a\u0007\u009bb', 'a\\u{7}\\u{9b}b'],
    ['reorders letters', 'a\u202eb\u061c', 'a\\u{202e}b\\u{61c}'],
    ['is not seen', 'a\u00ad\u3164\u200b\u{e0041}', 'a\\u{ad}\\u{3164}\\u{200b}\\u{e0041}'],
    ['ends the line', 'a\nb\tc\u2028', 'a\\u{a}b\\u{9}c\\u{2028}'],
  ])('what %s is written as its code', (_what, text, expected) => {
    expect(plainText(text)).toBe(expected);
  });

  it('keep their lines where they may have some, but no return to the start of one', () => {
    expect(plainText('a\n\tb\rc', { lines: true })).toBe('a\n\tb\\u{d}c');
  });

  it('keep emoji and other scripts whole', () => {
    for (const text of ['👩‍👩‍👧 ⚠️', 'می\u200cخواهم', 'שלום']) expect(plainText(text)).toBe(text);
  });
});
