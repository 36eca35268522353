import { diffWordsWithSpace } from 'diff';

/** A stretch of a line: UTF-16 offsets, end exclusive. */
interface LineRange {
  readonly start: number;
  readonly end: number;
}

/** Words of two lines that are tried to be changed; lines with more differ altogether. */
const mostEdits = 120;
/** Characters of a line whose words are compared. */
const longestCompared = 5000;

/** What differs between two lines, word by word: stretches of each. None where little of them is equal. */
export function changedWords(
  before: string,
  after: string,
): { readonly before: LineRange[]; readonly after: LineRange[] } {
  const none = { before: [], after: [] };
  if (Math.max(before.length, after.length) > longestCompared) return none;
  const runs = diffWordsWithSpace(before, after, { maxEditLength: mostEdits });
  if (!runs) return none;
  const found: { before: LineRange[]; after: LineRange[] } = { before: [], after: [] };
  let [left, right, equal] = [0, 0, 0];
  for (const { value, added, removed } of runs) {
    const { length } = value;
    if (added) found.after.push({ start: right, end: right + length });
    else if (removed) found.before.push({ start: left, end: left + length });
    else equal += value.trim().length;
    if (!added) left += length;
    if (!removed) right += length;
  }
  return equal * 4 < Math.min(before.length, after.length) ? none : found;
}

/** Where a text that is looked for occurs in a line, whatever its case. */
export function matchesIn(line: string, sought: string): LineRange[] {
  if (sought === '') return [];
  const pattern = new RegExp(sought.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'), 'giu');
  return Array.from(line.matchAll(pattern), ({ index, 0: { length } }) => ({ start: index, end: index + length }));
}

/** A stretch of a line that looks the same. */
export interface LinePiece extends LineRange {
  readonly isChanged: boolean;
  readonly isFound: boolean;
}

/** The line cut at the ends of what changed and of what was found, in order and without gaps. */
export function piecesOf(length: number, changed: readonly LineRange[], found: readonly LineRange[]): LinePiece[] {
  const ranges = [...changed, ...found];
  const ends = new Set([0, length, ...ranges.flatMap(({ start, end }) => [start, end])]);
  const cuts = [...ends].filter((cut) => cut <= length).sort((left, right) => left - right);
  const isIn = (list: readonly LineRange[], at: number) => list.some(({ start, end }) => start <= at && at < end);
  return cuts.slice(0, -1).map((start, index) => ({
    start,
    end: cuts[index + 1] ?? length,
    isChanged: isIn(changed, start),
    isFound: isIn(found, start),
  }));
}
