import { expect, it } from 'vitest';
import { shownText, typedText } from '../../../../src-renderer/documents/editor-text.ts';

it('a file with a byte-order mark or two kinds of line ends is not changed by looking at it', () => {
  for (const text of ['a\nb', 'a\r\nb', '\uFEFFa\r\nb', 'a\r\nb\nc\r\nd', 'a\rb', '']) {
    const shown = shownText(text);
    expect(shown).not.toMatch(/^\uFEFF/);
    expect(new Set(shown.match(/\r\n|\r|\n/g)).size).toBeLessThanOrEqual(1);
    expect(typedText(text, shown)).toBe(text);
  }
});

it('what is typed keeps the mark and the line ends of the file', () => {
  expect(typedText('\uFEFFa\r\nb', 'a\r\nbc')).toBe('\uFEFFa\r\nbc');
  expect(shownText('a\r\nb\nc\r\nd')).toBe('a\r\nb\r\nc\r\nd');
  expect(shownText('a\nb\r\nc\nd')).toBe('a\nb\nc\nd');
});
