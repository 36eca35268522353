/** Which rows are chosen, by name, and where the keyboard stands. */
export interface Selection {
  /** The row that the details show and the arrows start from; null before anything was chosen. */
  readonly current: string | null;
  /** Where a range with Shift starts. */
  readonly anchor: string | null;
  readonly names: ReadonlySet<string>;
}

export const emptySelection: Selection = { current: null, anchor: null, names: new Set() };

/** How a row is chosen: alone, up to there, added and taken away, or not at all: the keyboard goes there. */
export type SelectMode = 'one' | 'range' | 'toggle' | 'move';

/** The selection after a click or a key on the row at `index` of the rows as they are shown. */
export function selectAt(selection: Selection, order: readonly string[], index: number, mode: SelectMode): Selection {
  const current = order[Math.min(Math.max(index, 0), order.length - 1)];
  if (current === undefined) return selection;
  switch (mode) {
    case 'one':
      return { current, anchor: current, names: new Set([current]) };
    case 'move':
      return { current, anchor: current, names: selection.names };
    case 'toggle': {
      const names = new Set(selection.names);
      if (!names.delete(current)) names.add(current);
      return { current, anchor: current, names };
    }
    case 'range': {
      const from = selection.anchor === null ? -1 : order.indexOf(selection.anchor);
      if (from < 0) return { current, anchor: current, names: new Set([current]) };
      const to = order.indexOf(current);
      return {
        current,
        anchor: selection.anchor,
        names: new Set(order.slice(Math.min(from, to), Math.max(from, to) + 1)),
      };
    }
  }
}

/** All rows that are shown; the current one stays where it is shown. */
export function selectAll(selection: Selection, order: readonly string[]): Selection {
  const current = selection.current !== null && order.includes(selection.current) ? selection.current : order[0];
  return { current: current ?? null, anchor: current ?? null, names: new Set(order) };
}

/** The row that a key moves to from `index` (-1: none yet), or null for other keys. */
export function rowForKey(key: string, index: number, count: number, page: number): number | null {
  switch (key) {
    case 'ArrowDown':
      return Math.min(index + 1, count - 1);
    case 'ArrowUp':
      return Math.max(index - 1, 0);
    case 'PageDown':
      return Math.min(Math.max(index, 0) + page, count - 1);
    case 'PageUp':
      return Math.max(index - page, 0);
    case 'Home':
      return 0;
    case 'End':
      return count - 1;
    default:
      return null;
  }
}
