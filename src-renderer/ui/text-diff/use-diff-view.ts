import { useMemo, useState } from 'react';
import {
  changeAt,
  changeBeside,
  type DiffRow,
  type DiffSide,
  diffRows,
  firstRows,
  type LinePlace,
  placeOf,
  rowOf,
} from './diff-rows.ts';
import { differenceOf, type TextDifference } from './difference.ts';

/** What a reader did with a difference; another difference starts anew. */
interface DiffState {
  readonly difference: TextDifference;
  readonly opened: ReadonlySet<number>;
  /** The current line; null until there is one. */
  readonly place: LinePlace | null;
  /** Where a selection of rows began. */
  readonly anchor: LinePlace | null;
  /** The text that moves along columns. */
  readonly side: DiffSide;
}

function initialState(difference: TextDifference): DiffState {
  return { difference, opened: new Set(), place: null, anchor: null, side: 'after' };
}

/** The rows of two texts, the current one, and the ways to move it. */
export interface DiffView {
  readonly difference: TextDifference;
  readonly rows: readonly DiffRow[];
  /** Index of the current row; -1 while there is none. */
  readonly at: number;
  /** First and last index of the selected rows; the current row alone unless more are selected. */
  readonly selected: readonly [number, number];
  readonly place: LinePlace | null;
  readonly side: DiffSide;
  /** How many changes there are, and which of them the current row is at: 0 before the first. */
  readonly count: number;
  readonly change: number;
  /** Makes a row the current one; `extends` keeps where the selection began. */
  moveTo(row: number, options?: { readonly extends?: boolean; readonly side?: DiffSide }): void;
  selectAll(): void;
  chooseSide(side: DiffSide): void;
  open(gap: number): void;
  /** Makes a line the current one and opens the fold over it. */
  show(place: LinePlace): void;
  /** Index of the first row of the next or previous change; -1 without changes. */
  rowBeside(to: 'next' | 'previous'): number;
}

export function useDiffView({
  before,
  after,
  split,
  onlyChanges,
}: {
  readonly before: string;
  readonly after: string;
  readonly split: boolean;
  readonly onlyChanges: boolean;
}): DiffView {
  const difference = useMemo(() => differenceOf(before, after), [before, after]);
  const [kept, setState] = useState(() => initialState(difference));
  const state = kept.difference === difference ? kept : initialState(difference);
  const { opened, place, anchor, side } = state;
  const rows = useMemo(
    () => diffRows(difference, { split, onlyChanges, opened }),
    [difference, split, onlyChanges, opened],
  );
  const first = useMemo(() => firstRows(rows), [rows]);
  const at = useMemo(() => (place ? rowOf(rows, place) : -1), [rows, place]);
  const from = useMemo(() => (anchor ? rowOf(rows, anchor) : at), [rows, anchor, at]);
  const change = (next: Partial<DiffState>) => setState({ ...state, ...next });
  const withOpen = (gap: number) => new Set([...opened, gap]);
  return {
    difference,
    rows,
    at,
    selected: from < at ? [from, at] : [at, from],
    place,
    side,
    count: difference.changes.length,
    change: at < 0 ? 0 : changeAt(first, at),
    moveTo: (index, options = {}) => {
      const row = rows[index];
      if (!row) return;
      const next = placeOf(row, options.side ?? side);
      const start = options.extends ? (anchor ?? place ?? next) : null;
      change({ place: next, anchor: start, side: options.side ?? side });
    },
    selectAll: () => {
      const [top, end] = [rows[0], rows.at(-1)];
      if (top && end) change({ anchor: placeOf(top, side), place: placeOf(end, side) });
    },
    chooseSide: (next) => change({ side: next }),
    open: (gap) => change({ opened: withOpen(gap) }),
    show: (next) => {
      const row = rows[rowOf(rows, next)];
      const open = row?.kind === 'fold' ? { opened: withOpen(row.gap) } : {};
      change({ ...open, place: next, anchor: null, side: next.side });
    },
    rowBeside: (to) => changeBeside(first, at, to),
  };
}
