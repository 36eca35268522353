import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  changeAt,
  changeBeside,
  diffRows,
  firstRows,
  otherLine,
  rowOf,
  textOfRows,
} from '../../../src-renderer/ui/text-diff/diff-rows.ts';
import { differenceOf } from '../../../src-renderer/ui/text-diff/difference.ts';
import { foundLines } from '../../../src-renderer/ui/text-diff/find-in-diff.tsx';
import { changedWords, matchesIn, piecesOf } from '../../../src-renderer/ui/text-diff/line-ranges.ts';

const lines = (count: number, change: (at: number) => string = (at) => `line ${at}`) =>
  Array.from({ length: count }, (_, at) => change(at)).join('\n');

const all = { split: false, onlyChanges: false, opened: new Set<number>() };

describe('differenceOf', () => {
  it('turns the first text into the second by its changes, whatever the texts are', () => {
    const text = fc.array(fc.constantFrom('a', 'b', 'c', ''), { maxLength: 30 }).map((list) => list.join('\n'));
    fc.assert(
      fc.property(text, text, (first, second) => {
        const { before, after, changes } = differenceOf(first, second);
        const made = [...before];
        for (const change of changes.toReversed()) {
          made.splice(change.before, change.removed, ...after.slice(change.after, change.after + change.added));
        }
        expect(made).toEqual([...after]);
      }),
    );
  });

  it('finds every single change of a text with thousands of them, by the lines that are there once', () => {
    const first = lines(4000);
    const second = lines(4000, (at) => (at % 2 === 0 ? `line ${at}` : `other ${at}`));
    const { changes } = differenceOf(first, second);
    expect(changes).toHaveLength(2000);
    expect(changes[7]).toEqual({ before: 15, removed: 1, after: 15, added: 1 });
  });

  it('counts a stretch without a line in common as one change', () => {
    expect(
      differenceOf(
        lines(3000),
        lines(2000, (at) => `new ${at}`),
      ).changes,
    ).toEqual([{ before: 0, removed: 3000, after: 0, added: 2000 }]);
  });
});

describe('diffRows', () => {
  const first = lines(40);
  const second = lines(40, (at) => (at === 20 ? 'other' : `line ${at}`));
  const difference = differenceOf(first, second);

  it('folds equal lines that are far from a change, and opens a fold by itself', () => {
    const layout = { split: true, onlyChanges: true, opened: new Set<number>() };
    const rows = diffRows(difference, layout);
    expect(rows[0]).toEqual({ kind: 'fold', gap: 0, before: 0, after: 0, lines: 17 });
    expect(rows).toHaveLength(1 + 3 + 1 + 3 + 1);
    expect(rowOf(rows, { side: 'after', line: 5 })).toBe(0);
    const opened = diffRows(difference, { ...layout, opened: new Set([0]) });
    expect(opened).toHaveLength(17 + 3 + 1 + 3 + 1);
    expect(rowOf(opened, { side: 'after', line: 5 })).toBe(5);
  });

  it('puts the lines of a change beside each other, or one below the other', () => {
    const change = { kind: 'lines', change: 0 };
    const beside = diffRows(difference, { ...all, split: true });
    expect(beside[20]).toEqual({ ...change, before: 20, after: 20 });
    const below = diffRows(difference, all);
    expect(below.slice(20, 22)).toEqual([
      { ...change, before: 20, after: null },
      { ...change, before: null, after: 20 },
    ]);
    expect(difference.changes.map((one) => otherLine(one, { side: 'after', line: 20 }))).toEqual([20]);
  });

  it('goes from change to change and around', () => {
    const rows = diffRows(differenceOf('a\nb\nc\nd\ne', 'a\nB\nc\nD\ne'), all);
    const starts = firstRows(rows);
    expect(starts).toEqual([1, 4]);
    expect([0, 1, 3, 5].map((row) => changeAt(starts, row))).toEqual([0, 1, 1, 2]);
    expect([-1, 1, 4].map((row) => changeBeside(starts, row, 'next'))).toEqual([1, 4, 1]);
    expect([5, 4, 1].map((row) => changeBeside(starts, row, 'previous'))).toEqual([4, 1, 4]);
    expect(changeBeside([], -1, 'next')).toBe(-1);
  });

  it('gives the lines of one text, also those below a fold, or of both in their order', () => {
    const rows = diffRows(difference, { split: true, onlyChanges: true, opened: new Set() });
    const whole = { from: 0, to: rows.length - 1 };
    expect(textOfRows(difference, rows, { ...whole, side: 'before' }).join('\n')).toBe(first);
    expect(textOfRows(difference, rows, { ...whole, side: 'after' }).join('\n')).toBe(second);
    const both = diffRows(difference, all);
    expect(textOfRows(difference, both, { from: 19, to: 22, side: null })).toEqual([
      'line 19',
      'line 20',
      'other',
      'line 21',
    ]);
  });
});

describe('a line of a difference', () => {
  it('marks the words that changed, and none where little is equal', () => {
    expect(changedWords('create an issue', 'create the issue')).toEqual({
      before: [{ start: 7, end: 9 }],
      after: [{ start: 7, end: 10 }],
    });
    expect(changedWords('create an issue', 'delete this file')).toEqual({ before: [], after: [] });
    expect(changedWords('a '.repeat(3000), 'b '.repeat(3000))).toEqual({ before: [], after: [] });
  });

  it('is cut at changed words and at what is looked for, which is text and no pattern', () => {
    expect(matchesIn('A.b a.b axb', 'a.B')).toEqual([
      { start: 0, end: 3 },
      { start: 4, end: 7 },
    ]);
    expect(matchesIn('anything', '')).toEqual([]);
    expect(piecesOf(6, [{ start: 1, end: 4 }], [{ start: 3, end: 5 }])).toEqual([
      { start: 0, end: 1, isChanged: false, isFound: false },
      { start: 1, end: 3, isChanged: true, isFound: false },
      { start: 3, end: 4, isChanged: true, isFound: true },
      { start: 4, end: 5, isChanged: false, isFound: true },
      { start: 5, end: 6, isChanged: false, isFound: false },
    ]);
  });

  it('is found in both texts, a line that is equal once', () => {
    const difference = differenceOf('same word\nold word\nend', 'same word\nnew word\nend');
    expect(foundLines(difference, 'WORD')).toEqual([
      { side: 'after', line: 0 },
      { side: 'before', line: 1 },
      { side: 'after', line: 1 },
    ]);
  });
});
