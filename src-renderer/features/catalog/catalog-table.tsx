import { Table } from '@mantine/core';
import { type ColumnVisibilityState, type SortingState, useTable } from '@tanstack/react-table';
import { useVirtualizer, type Virtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, type MouseEvent, useEffect, useLayoutEffect, useMemo, useRef } from 'react';
import type { Selection } from '../../state/selection.ts';
import { formatCount } from '../../ui/format-number.ts';
import { clickRow, goToCurrent, pressInTable, type ShownCatalog } from './catalog-acts.ts';
import { columns, features } from './catalog-columns.tsx';
import { focusPlace, places } from './catalog-places.ts';
import type { CatalogRow } from './catalog-rows.ts';
import type { CatalogView, ColumnId } from './catalog-store.ts';
import styles from './catalog-table.module.css';
import { CatalogTableHead } from './catalog-table-head.tsx';
import { CatalogTableRow } from './catalog-table-row.tsx';
import { isSelecting } from './table-keys.ts';

/** Height of a row and of the head, in pixels; and the rows that are drawn beyond the edges, so that none is late. */
const rowHeight = 28;
const overscan = 26;

const emptyRows: readonly CatalogRow[] = [];

/**
 * The middle: a table of any length of which only the rows near the window exist. It has the focus as a whole and names its
 * current row; ↑ ↓ PageUp PageDown Home End move, with Shift they choose a range, with Ctrl they leave what is chosen; Space
 * adds a row or takes it away, Enter opens the details.
 */
export function CatalogTable({
  rows = emptyRows,
  isStale,
  sort,
  hidden,
  selection,
  initialScroll,
  onShow,
  onSort,
  onScroll,
}: {
  rows: readonly CatalogRow[];
  /** Whether a filter is on its way that leaves other rows than these. */
  isStale: boolean;
  sort: CatalogView['sort'];
  hidden: readonly ColumnId[];
  selection: Selection;
  /** Where the table was scrolled to when it was last seen, in pixels. */
  initialScroll: number;
  /** Says which rows are on the screen, for the keys. */
  onShow(shown: Pick<ShownCatalog, 'order' | 'page' | 'scrollTo'>): void;
  onSort(sort: CatalogView['sort']): void;
  onScroll(top: number): void;
}) {
  const scroller = useRef<HTMLDivElement>(null);
  const sorting = useMemo<SortingState>(() => [{ id: sort.column, desc: sort.descending }], [sort]);
  const columnVisibility = useMemo<ColumnVisibilityState>(
    () => Object.fromEntries(hidden.map((id) => [id, false])),
    [hidden],
  );
  const table = useTable({
    features,
    columns,
    data: rows,
    getRowId: (row) => row.tool.name,
    state: { sorting, columnVisibility },
  });
  const shown = table.getRowModel().rows;
  const order = useMemo(() => shown.map((row) => row.id), [shown]);
  const current = selection.current === null ? -1 : order.indexOf(selection.current);

  const virtualizer = useVirtualizer({
    count: shown.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    getItemKey: (index) => order[index] ?? index,
    overscan,
    scrollMargin: rowHeight,
    scrollPaddingStart: rowHeight,
    initialOffset: initialScroll,
  });
  const items = virtualizer.getVirtualItems();
  const before = Math.max((items[0]?.start ?? rowHeight) - rowHeight, 0);
  const after = Math.max(shown.length * rowHeight - ((items.at(-1)?.end ?? rowHeight) - rowHeight), 0);

  useScrollToRow({ order, sort, current, virtualizer });
  useLayoutEffect(() => {
    onShow({
      order,
      page: () => pageOf(scroller.current),
      scrollTo: (index) => virtualizer.scrollToIndex(index, { align: 'auto' }),
    });
  }, [order, virtualizer, onShow]);

  const onClick = (event: MouseEvent<HTMLTableElement>) => {
    const row = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-index]') : null;
    if (!row || isStale) return;
    event.currentTarget.focus({ preventScroll: true });
    clickRow(Number(row.dataset.index), event.shiftKey ? 'range' : event.ctrlKey || event.metaKey ? 'toggle' : 'one');
  };

  const visibleColumns = table.getVisibleLeafColumns().map((column) => column.id as ColumnId);
  const columnsKey = visibleColumns.join();
  return (
    <div
      ref={scroller}
      className={`${styles.scroller} scrolling-rest`}
      onScroll={(event) => onScroll(event.currentTarget.scrollTop)}
    >
      <Table
        unstyled
        id={places.table}
        className={styles.table}
        role="grid"
        tabIndex={0}
        aria-label={`Tools, ${formatCount(shown.length)} shown`}
        aria-multiselectable
        aria-rowcount={shown.length + 1}
        aria-colcount={visibleColumns.length}
        aria-activedescendant={items.some(({ index }) => index === current) ? rowId(current) : undefined}
        data-testid="catalog-table"
        data-screen-focus
        onKeyDown={(event) => pressKey(event, current >= 0 && selection.names.size > 1)}
        onClick={onClick}
      >
        <CatalogTableHead columns={visibleColumns} sort={sort} onSort={onSort} />
        <tbody>
          <Spacer height={before} />
          {items.map(({ index }) => {
            const row = shown[index];
            return row ? (
              <CatalogTableRow
                key={row.id}
                id={rowId(index)}
                row={row}
                index={index}
                columnsKey={columnsKey}
                isCurrent={index === current}
                isSelected={selection.names.has(row.id)}
              />
            ) : null;
          })}
          <Spacer height={after} />
        </tbody>
      </Table>
    </div>
  );
}

/** Another sort starts at its top; another filter stays with the current row where that is left, else at the top too. */
function useScrollToRow({
  order,
  sort,
  current,
  virtualizer,
}: {
  order: readonly string[];
  sort: CatalogView['sort'];
  current: number;
  virtualizer: Virtualizer<HTMLDivElement, Element>;
}): void {
  const last = useRef({ order, sort });
  useEffect(() => {
    const { order: lastOrder, sort: lastSort } = last.current;
    if (lastOrder === order && lastSort === sort) return;
    last.current = { order, sort };
    if (lastOrder.length === order.length && lastOrder.every((name, at) => order[at] === name)) return;
    if (current < 0 || lastSort !== sort) virtualizer.scrollToOffset(0);
    else virtualizer.scrollToIndex(current, { align: 'center' });
  }, [order, sort, current, virtualizer]);
}

/** A key that the table has the focus for. Escape leaves a choice of several rows first, and goes to the filter then. */
function pressKey(event: KeyboardEvent<HTMLTableElement>, canCollapse: boolean): void {
  if (event.target !== event.currentTarget || event.altKey) return;
  const key = { key: event.key, isMod: event.ctrlKey || event.metaKey, isShift: event.shiftKey };
  const isCollapsing = event.key === 'Escape' && canCollapse;
  if (isSelecting(key) || isCollapsing) pressInTable(key);
  else if (event.key === 'Enter') goToCurrent();
  else if (event.key === 'Escape') focusPlace('filter');
  else return;
  event.preventDefault();
}

/** Rows that PageUp and PageDown move by. */
function pageOf(scroller: HTMLElement | null): number {
  return Math.max(Math.floor((scroller?.clientHeight ?? 0) / rowHeight) - 2, 1);
}

const rowId = (index: number) => `catalog-row-${index}`;

/** Stands for the rows that are not drawn. */
function Spacer({ height }: { height: number }) {
  return height > 0 ? <tr aria-hidden style={{ height }} /> : null;
}
