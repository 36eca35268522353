import { rowForKey } from './selection.ts';

/** A row as a tree sees it. */
export interface TreeRow {
  readonly key: string;
  /** From 1. */
  readonly level: number;
  /** Whether what is below it is shown; null for a row with nothing below it. */
  readonly open: boolean | null;
}

/** A key that is pressed in a tree. */
export interface TreeKey {
  readonly key: string;
  /** Lines that PageUp and PageDown move by. */
  readonly page: number;
  readonly isShift?: boolean;
}

/** Whether a key moves in a tree, or opens and closes its rows. */
export const isTreeKey = (key: string) =>
  rowForKey(key, 0, 1, 1) !== null || key === 'ArrowLeft' || key === 'ArrowRight';

/**
 * What such a key does at the row of index `at` (-1: none yet): ↑ ↓ PageUp PageDown Home End move, → ← open and close, ← on what
 * is closed goes to the row above it. Null for nothing.
 */
export function treeStep<Row>(
  { rows, at, describe }: { readonly rows: readonly Row[]; readonly at: number; describe(row: Row): TreeRow },
  { key, page }: TreeKey,
): { readonly type: 'move' | 'turn'; readonly row: Row } | null {
  const to = (row: Row | undefined) => (row === undefined ? null : ({ type: 'move', row } as const));
  const next = rowForKey(key, at, rows.length, page);
  if (next !== null) return to(rows[next]);
  const row = rows[at];
  if (row === undefined) return null;
  const { open, level } = describe(row);
  if (open !== null && key === (open ? 'ArrowLeft' : 'ArrowRight')) return { type: 'turn', row };
  if (key !== 'ArrowLeft' || level === 1) return null;
  return to(rows.findLast((other, index) => index < at && describe(other).level < level));
}
