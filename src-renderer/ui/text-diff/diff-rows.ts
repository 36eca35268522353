import type { TextChange, TextDifference } from './difference.ts';

/** One of the two texts. */
export type DiffSide = 'before' | 'after';

/** A line of one of the texts, by its index. */
export interface LinePlace {
  readonly side: DiffSide;
  readonly line: number;
}

/** A row as it is drawn: a line of each text, a line of one, or a fold over equal lines. */
export type DiffRow =
  | {
      readonly kind: 'lines';
      /** Index of the line in each text; null where the row has none of it. */
      readonly before: number | null;
      readonly after: number | null;
      /** Index of the change that it belongs to; null for a line that is equal in both. */
      readonly change: number | null;
    }
  | {
      readonly kind: 'fold';
      /** How many changes lie before it. */
      readonly gap: number;
      readonly before: number;
      readonly after: number;
      readonly lines: number;
    };

/** Equal lines that stay beside a change. */
const context = 3;
/** Fewer lines are not folded. */
const fewestFolded = 4;

export interface RowLayout {
  /** Side by side, or one text with both. */
  readonly split: boolean;
  /** Fold what is equal. */
  readonly onlyChanges: boolean;
  /** Folds that are open, by the number of changes before them. */
  readonly opened: ReadonlySet<number>;
}

/** The rows of a difference. */
export function diffRows({ before, after, changes }: TextDifference, layout: RowLayout): DiffRow[] {
  const rows: DiffRow[] = [];
  let [left, right] = [0, 0];
  for (const [index, change] of changes.entries()) {
    pushEqual(rows, { gap: index, left, right, lines: change.before - left, isFirst: index === 0 }, layout);
    if (layout.split) pushBeside(rows, change, index);
    else pushBelow(rows, change, index);
    left = change.before + change.removed;
    right = change.after + change.added;
  }
  const lines = Math.min(before.length - left, after.length - right);
  const isFirst = changes.length === 0;
  pushEqual(rows, { gap: changes.length, left, right, lines, isFirst, isLast: true }, layout);
  return rows;
}

interface EqualLines {
  readonly gap: number;
  readonly left: number;
  readonly right: number;
  readonly lines: number;
  readonly isFirst: boolean;
  readonly isLast?: boolean;
}

function pushEqual(rows: DiffRow[], equal: EqualLines, { onlyChanges, opened }: RowLayout): void {
  const { gap, left, right, lines } = equal;
  const head = equal.isFirst ? 0 : context;
  const tail = equal.isLast ? 0 : context;
  const folded = lines - head - tail;
  const isFolded = onlyChanges && !opened.has(gap) && folded >= fewestFolded;
  for (let i = 0; i < lines; i++) {
    if (isFolded && i === head) {
      rows.push({ kind: 'fold', gap, before: left + head, after: right + head, lines: folded });
      i += folded - 1;
    } else rows.push({ kind: 'lines', before: left + i, after: right + i, change: null });
  }
}

function pushBeside(rows: DiffRow[], { before, removed, after, added }: TextChange, change: number): void {
  for (let i = 0; i < Math.max(removed, added); i++) {
    const [old, now] = [i < removed ? before + i : null, i < added ? after + i : null];
    rows.push({ kind: 'lines', before: old, after: now, change });
  }
}

function pushBelow(rows: DiffRow[], { before, removed, after, added }: TextChange, change: number): void {
  for (let i = 0; i < removed; i++) rows.push({ kind: 'lines', before: before + i, after: null, change });
  for (let i = 0; i < added; i++) rows.push({ kind: 'lines', before: null, after: after + i, change });
}

/** The line of the other text that a changed line is shown beside; null where it has none. */
export function otherLine({ before, removed, after, added }: TextChange, { side, line }: LinePlace): number | null {
  const at = line - (side === 'before' ? before : after);
  if (at >= Math.min(removed, added)) return null;
  return (side === 'before' ? after : before) + at;
}

/** Index of the row that shows a line, or the fold over it; -1 when no row does. */
export function rowOf(rows: readonly DiffRow[], { side, line }: LinePlace): number {
  return rows.findIndex((row) => {
    const first = row[side];
    return first !== null && first <= line && line < first + (row.kind === 'fold' ? row.lines : 1);
  });
}

/** A line that a row shows, of this text if it has one; of a fold, its first. */
export function placeOf(row: DiffRow, side: DiffSide): LinePlace {
  const line = row[side];
  if (line !== null) return { side, line };
  const other = side === 'before' ? 'after' : 'before';
  return { side: other, line: row[other] ?? 0 };
}

/** Indexes of the rows that changes begin with. */
export function firstRows(rows: readonly DiffRow[]): number[] {
  const found: number[] = [];
  for (const [index, row] of rows.entries()) {
    if (row.kind === 'lines' && row.change === found.length) found.push(index);
  }
  return found;
}

/** Which of the changes a row is at, by their first rows: counted from 1; 0 before the first. */
export function changeAt(first: readonly number[], row: number): number {
  return first.filter((one) => one <= row).length;
}

/** The row of the next or previous change; after the last comes the first. -1 without changes. */
export function changeBeside(first: readonly number[], row: number, to: 'next' | 'previous'): number {
  const found = to === 'next' ? first.find((one) => one > row) : first.findLast((one) => one < row);
  return found ?? (to === 'next' ? first[0] : first.at(-1)) ?? -1;
}

/** The texts of rows from one to another: of one side where both are beside each other, else both in their order. */
export function textOfRows(
  { before, after }: TextDifference,
  rows: readonly DiffRow[],
  { from, to, side }: { readonly from: number; readonly to: number; readonly side: DiffSide | null },
): string[] {
  return rows.slice(from, to + 1).flatMap((row) => {
    const shown = side ?? (row.after === null ? 'before' : 'after');
    const line = row[shown];
    if (line === null) return [];
    const lines = shown === 'before' ? before : after;
    return lines.slice(line, line + (row.kind === 'fold' ? row.lines : 1));
  });
}
