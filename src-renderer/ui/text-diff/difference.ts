import { diffArrays } from 'diff';

/** Lines that differ: those of the first text from `before`, and those of the second from `after`. One of the two may have none. */
export interface TextChange {
  /** Index of the first line in the first text. */
  readonly before: number;
  readonly removed: number;
  /** Index of the first line in the second text. */
  readonly after: number;
  readonly added: number;
}

/** Two texts as lines, and where they differ. */
export interface TextDifference {
  readonly before: readonly string[];
  readonly after: readonly string[];
  /** In order; between two of them lie equal lines. */
  readonly changes: readonly TextChange[];
}

/** Edits that are tried on whole texts: with more, the work grows with their square. */
const wholeEdits = 500;
/** Edits that are tried between two lines that both texts have once. */
const betweenEdits = 100;

/** Where two texts differ, line by line. A stretch of lines that differs too much counts as replaced altogether. */
export function differenceOf(first: string, second: string): TextDifference {
  const [before, after] = [linesOf(first), linesOf(second)];
  const numbers = new Map<string, number>();
  // Numbers compare faster than long lines. They start at 1: the library leaves out what is falsy.
  const numbered = (lines: readonly string[]) =>
    lines.map((line) => {
      const known = numbers.get(line) ?? numbers.size + 1;
      numbers.set(line, known);
      return known;
    });
  const [left, right] = [numbered(before), numbered(after)];
  const changes = changesOf(left, right, wholeEdits) ?? betweenAnchors(left, right);
  return { before, after, changes: joined(changes) };
}

export function linesOf(text: string): string[] {
  return text.split(/\r\n|\r|\n/);
}

/** The changes by Myers' algorithm; null when there are more edits than `limit`. */
function changesOf(left: readonly number[], right: readonly number[], limit: number): TextChange[] | null {
  const parts = diffArrays([...left], [...right], { maxEditLength: limit });
  if (!parts) return null;
  const changes: TextChange[] = [];
  let [before, after] = [0, 0];
  for (const { added, removed, count } of parts) {
    if (added) changes.push({ before, removed: 0, after, added: count });
    if (removed) changes.push({ before, removed: count, after, added: 0 });
    if (!added) before += count;
    if (!removed) after += count;
  }
  return changes;
}

/** The changes between lines that each text has once and that come in the same order in both. */
function betweenAnchors(left: readonly number[], right: readonly number[]): TextChange[] {
  const ends = [...anchorsOf(left, right), { before: left.length, after: right.length }];
  const changes: TextChange[] = [];
  let [before, after] = [0, 0];
  for (const end of ends) {
    const [old, now] = [left.slice(before, end.before), right.slice(after, end.after)];
    const found = changesOf(old, now, betweenEdits) ?? [
      { before: 0, removed: old.length, after: 0, added: now.length },
    ];
    for (const change of found) {
      changes.push({ ...change, before: before + change.before, after: after + change.after });
    }
    [before, after] = [end.before + 1, end.after + 1];
  }
  return changes;
}

interface Anchor {
  readonly before: number;
  readonly after: number;
}

/** The longest list of lines that both texts have once, in the order of both: patience sorting. */
function anchorsOf(left: readonly number[], right: readonly number[]): Anchor[] {
  const [inLeft, inRight] = [onceIn(left), onceIn(right)];
  /** The anchor that ends the best list of each length, and the anchor before it. */
  const lists: (Anchor & { readonly previous: number | null })[] = [];
  const ends: number[] = [];
  for (const [line, before] of inLeft) {
    const after = inRight.get(line);
    if (after === undefined) continue;
    let [low, high] = [0, ends.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((lists[ends[middle] ?? 0]?.after ?? 0) < after) low = middle + 1;
      else high = middle;
    }
    ends[low] = lists.push({ before, after, previous: low === 0 ? null : (ends[low - 1] ?? null) }) - 1;
  }
  const anchors: Anchor[] = [];
  for (let at = ends.at(-1) ?? null; at !== null; at = lists[at]?.previous ?? null) {
    const anchor = lists[at];
    if (anchor) anchors.push(anchor);
  }
  return anchors.reverse();
}

/** The lines that occur once, with their index, in order. */
function onceIn(lines: readonly number[]): Map<number, number> {
  const found = new Map<number, number>();
  const repeated = new Set<number>();
  for (const [index, line] of lines.entries()) {
    if (found.has(line)) repeated.add(line);
    else found.set(line, index);
  }
  for (const line of repeated) found.delete(line);
  return found;
}

/** Changes with no equal line between them are one. */
function joined(changes: readonly TextChange[]): TextChange[] {
  const result: TextChange[] = [];
  for (const change of changes) {
    if (change.removed + change.added === 0) continue;
    const last = result.at(-1);
    const isNext = last && last.before + last.removed === change.before && last.after + last.added === change.after;
    if (!isNext) {
      result.push(change);
      continue;
    }
    result[result.length - 1] = { ...last, removed: last.removed + change.removed, added: last.added + change.added };
  }
  return result;
}
