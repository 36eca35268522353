import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { SortedLines } from '#core/search/understanding/languages/sorted-lines.ts';

const key = fc.stringMatching(/^[abcé書 ]{1,5}$/u);
const textOf = (entries: ReadonlyMap<string, string>) =>
  [...entries]
    .map(([word, value]) => `${word}\t${value}\n`)
    .sort()
    .join('');

describe('sorted lines', () => {
  it('give the value of every key, and of no other', () => {
    fc.assert(
      fc.property(fc.dictionary(key, fc.stringMatching(/^[a-z0-9\t ]{0,6}$/)), key, (record, other) => {
        const entries = new Map(Object.entries(record));
        const lines = new SortedLines(textOf(entries));
        for (const word of [...entries.keys(), other]) {
          expect([word, lines.get(word)]).toEqual([word, entries.get(word) ?? null]);
          expect(lines.has(word)).toBe(entries.has(word));
        }
      }),
    );
  });

  it('give the keys with a prefix', () => {
    fc.assert(
      fc.property(fc.dictionary(key, fc.constant('x 1')), fc.stringMatching(/^[abc書]{0,2}$/u), (record, prefix) => {
        const lines = new SortedLines(textOf(new Map(Object.entries(record))));
        const expected = Object.keys(record).filter((word) => word.startsWith(prefix));
        expect([...lines.keysWithPrefix(prefix)].sort()).toEqual(expected.sort());
      }),
    );
  });
});
