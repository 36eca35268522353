import { describe, expect, it } from 'vitest';
import { insertMembers, itemRuns, removeMembers } from '#shared/text/bracket-edits.ts';
import { renamedField } from '#shared/text/move-yaml.ts';
import {
  applyEdits,
  behindLine,
  columnOf,
  insertion,
  insertLines,
  lineBreakOf,
  lineEnd,
  lineStart,
  trimmedEnd,
  wholeLines,
} from '#shared/text/text-edit.ts';

describe('edits of a text', () => {
  it('are made in the order of their places; of several at one place the first comes first', () => {
    expect(applyEdits('abc', [{ start: 2, end: 3, text: 'C' }, insertion(0, '1'), insertion(0, '2')])).toBe('12abC');
    expect(applyEdits('abc', [{ start: 1, end: 2, text: 'B' }, insertion(1, 'x')])).toBe('axBc');
    expect(applyEdits('abc', [{ start: 0, end: 3, text: '' }, insertion(3, 'd')])).toBe('d');
    expect(applyEdits('abc', [])).toBe('abc');
  });

  it('find lines by their breaks', () => {
    expect([lineBreakOf('a\r\nb'), lineBreakOf('a\nb'), lineBreakOf('')]).toEqual(['\r\n', '\n', '\n']);
    const text = 'ab\r\ncd\n\nef';
    expect([0, 1, 3, 4, 6, 7, 8, 10].map((at) => lineStart(text, at))).toEqual([0, 0, 0, 4, 4, 7, 8, 8]);
    expect([0, 1, 2].map((at) => lineStart('\n\n', at))).toEqual([0, 1, 2]);
    expect([0, 2, 3, 4, 7, 8, 10].map((at) => lineEnd(text, at))).toEqual([2, 2, 3, 6, 7, 10, 10]);
    expect([0, 1, 4, 5, 7, 8, 9, 10].map((at) => behindLine(text, at))).toEqual([4, 4, 4, 7, 7, 8, 10, 10]);
    expect(wholeLines(text, { start: 1, end: 1 })).toEqual({ start: 0, end: 4 });
    expect(wholeLines(text, { start: 4, end: 4 })).toEqual({ start: 4, end: 7 });
    expect(wholeLines(text, { start: 1, end: 6 })).toEqual({ start: 0, end: 7 });
    expect([columnOf(text, 0), columnOf(text, 6), columnOf(text, 8)]).toEqual(['', '  ', '']);
  });

  it('leave out white space before an offset, but no line separator', () => {
    expect([
      trimmedEnd('a \t\r\n', 5),
      trimmedEnd('a\u2028 ', 3),
      trimmedEnd('  ', 2),
      trimmedEnd('ab', 9),
      trimmedEnd('ab', 1),
    ]).toEqual([1, 2, 0, 2, 1]);
  });

  it('put whole lines behind a line, with the breaks of the text', () => {
    const put = (text: string, offset: number) => applyEdits(text, [insertLines(text, offset, ['x', 'y'])]);
    expect(put('a\nb\n', 1)).toBe('a\nx\ny\nb\n');
    expect(put('a\nb\n', 2)).toBe('a\nx\ny\nb\n');
    expect(put('a\r\nb\r\n', 4)).toBe('a\r\nb\r\nx\r\ny\r\n');
    expect(put('a\nb', 3)).toBe('a\nb\nx\ny\n');
    expect(put('', 0)).toBe('x\ny\n');
    expect(put(' ', 1)).toBe(' x\ny\n');
  });
});

describe('a field that gets another name', () => {
  it('is the one at the path, and its value and comments stay', () => {
    const text = 'a: 1 # one\nb:\n  c: 2\n  d: 3 # d\n';
    expect(renamedField(text, ['b'], 'x')).toBe('a: 1 # one\nx:\n  c: 2\n  d: 3 # d\n');
    expect(renamedField(text, ['b', 'd'], 'x y')).toBe('a: 1 # one\nb:\n  c: 2\n  x y: 3 # d\n');
    expect([
      renamedField(text, ['x'], 'y'),
      renamedField(text, ['a', 'x'], 'y'),
      renamedField('[', ['a'], 'b'),
    ]).toEqual([null, null, null]);
  });
});

describe('members between brackets', () => {
  const places = (text: string) =>
    [...text.matchAll(/\w+/g)].map(({ 0: word, index }) => ({ start: index, end: index + word.length }));
  const insert = (text: string, count: number, ...written: string[]) =>
    applyEdits(text, insertMembers({ text, open: text.indexOf('[') + 1, places: places(text) }, count, written));
  const remove = (text: string, ...gone: number[]) => applyEdits(text, removeMembers(places(text), new Set(gone)));

  it('come with the white space that the others have', () => {
    expect(insert('[]', 0, 'x', 'y')).toBe('[x, y]');
    expect(insert('[a, b]', 0, 'x', 'y')).toBe('[x, y, a, b]');
    expect(insert('[a, b]', 1, 'x', 'y')).toBe('[a, x, y, b]');
    expect(insert('[a, b]', 2, 'x', 'y')).toBe('[a, b, x, y]');
    expect(insert('[\n  a,\n  b\n]', 0, 'x')).toBe('[\n  x,\n  a,\n  b\n]');
    expect(insert('[\r\n  a\r\n]', 1, 'x', 'y')).toBe('[\r\n  a,\r\n  x,\r\n  y\r\n]');
    expect(insert('[a,]', 1, 'x', 'y')).toBe('[a,x, y]');
    expect(insert('[a ,]', 1, 'x')).toBe('[a ,x]');
    expect(insert('[a]', 1)).toBe('[a]');
  });

  it('go with the comma on the side of one that stays', () => {
    expect(remove('[a, b, c]', 0)).toBe('[b, c]');
    expect(remove('[a, b, c]', 1)).toBe('[a, c]');
    expect(remove('[a, b, c]', 2)).toBe('[a, b]');
    expect(remove('[a, b, c]', 1, 2)).toBe('[a]');
    expect(remove('[a, b, c]', 0, 1)).toBe('[c]');
    expect(remove('[a]', 0)).toBe('[]');
  });

  it('become others by runs', () => {
    const runs = (old: string, value: string) => itemRuns({ old: [...old], value: [...value] }, (a, b) => a === b);
    expect(runs('abc', 'abc')).toEqual([]);
    expect(runs('abc', 'axc')).toEqual([{ at: 1, gone: ['b'], added: ['x'] }]);
    expect(runs('abcd', 'bd')).toEqual([
      { at: 0, gone: ['a'], added: [] },
      { at: 2, gone: ['c'], added: [] },
    ]);
    expect(runs('ab', 'xaby')).toEqual([
      { at: 0, gone: [], added: ['x'] },
      { at: 2, gone: [], added: ['y'] },
    ]);
    expect(runs('abc', 'a')).toEqual([{ at: 1, gone: ['b', 'c'], added: [] }]);
    expect(runs('abcd', 'xcy')).toEqual([
      { at: 0, gone: ['a', 'b'], added: ['x'] },
      { at: 3, gone: ['d'], added: ['y'] },
    ]);
  });
});
