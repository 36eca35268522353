import { rowForKey, type Selection, selectAll, selectAt } from '../../state/selection.ts';

/** A key on the table: its name as the browser gives it, and what was held with it. */
export interface TableKey {
  readonly key: string;
  readonly isMod: boolean;
  readonly isShift: boolean;
  /** Rows that PageUp and PageDown move by. */
  readonly page: number;
}

export function isSelectAll({ key, isMod }: Pick<TableKey, 'key' | 'isMod'>): boolean {
  return isMod && key.toLowerCase() === 'a';
}

/** Whether a key moves or chooses rows, wherever it is pressed. */
export function isSelecting(key: TableKey): boolean {
  return isSelectAll(key) || key.key === ' ' || rowForKey(key.key, 0, 1, 1) !== null;
}

/** The selection after a key, of the rows `order`; null for a key that leaves it. */
export function selectionAfter(selection: Selection, order: readonly string[], key: TableKey): Selection | null {
  if (isSelectAll(key)) return selectAll(selection, order);
  const current = selection.current === null ? -1 : order.indexOf(selection.current);
  const next = rowForKey(key.key, current, order.length, key.page);
  if (next !== null && order.length > 0) {
    return selectAt(selection, order, next, key.isShift ? 'range' : key.isMod ? 'move' : 'one');
  }
  if (current < 0) return null;
  if (key.key === ' ') return selectAt(selection, order, current, 'toggle');
  return key.key === 'Escape' && selection.names.size > 1 ? selectAt(selection, order, current, 'one') : null;
}
