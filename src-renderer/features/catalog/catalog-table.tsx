import { Table, UnstyledButton } from '@mantine/core';
import type { Virtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, type MouseEvent, memo, useEffect, useMemo, useRef } from 'react';
import { usePreferences } from '../../state/preferences-store.ts';
import type { Selection } from '../../state/selection.ts';
import { strings } from '../../strings/catalog.ts';
import { formatCount } from '../../strings/count.ts';
import { rowUnder, useVirtualRows } from '../../ui/virtual-rows.ts';
import { clickRow, goToCurrent, leaveChoice, pressInTable, sortBy } from './catalog-acts.ts';
import { type Column, columnTitles, layoutOf, shownColumns } from './catalog-columns.tsx';
import { places } from './catalog-places.ts';
import type { CatalogRow } from './catalog-rows.ts';
import { type CatalogView, type ColumnId, useCatalogStore } from './catalog-store.ts';
import styles from './catalog-table.module.css';
import { ColumnHandle } from './column-handle.tsx';
import { isSelecting } from './table-keys.ts';

interface CatalogTableRowProps {
  readonly id: string;
  readonly row: CatalogRow;
  readonly index: number;
  readonly columns: readonly Column[];
  readonly isCurrent: boolean;
  readonly isSelected: boolean;
}

/** One tool in the table. */
const CatalogTableRow = memo(function CatalogTableRow(props: CatalogTableRowProps) {
  const { id, row, index, columns, isCurrent, isSelected } = props;
  return (
    <tr
      id={id}
      className={styles.row}
      aria-rowindex={index + 2}
      aria-selected={isSelected}
      data-current={isCurrent || undefined}
      data-testid="tool-row"
      data-tool={row.tool.name}
      data-index={index}
    >
      {columns.map(({ id, cell }) => (
        <td key={id} data-column={id}>
          {cell(row)}
        </td>
      ))}
    </tr>
  );
});

/** Rows that are drawn beyond the edges, so that none is late. */
const overscan = 26;

/**
 * The middle: a table of any length. Only the rows near the window exist. It has the focus as a whole and names its
 * current row; ↑ ↓ PageUp PageDown Home End move, with Shift they choose a range, with Ctrl they leave what is chosen; Space
 * adds a row or takes it away, Enter opens the details.
 */
export function CatalogTable({
  rows,
  order,
  sort,
  hidden,
  selection,
  initialScroll,
  onScroll,
}: {
  /** In their order. */
  rows: readonly CatalogRow[];
  /** Their names. */
  order: readonly string[];
  sort: CatalogView['sort'];
  hidden: readonly ColumnId[];
  selection: Selection;
  /** Where the table was scrolled to when it was last seen, in pixels. */
  initialScroll: number;
  onScroll(top: number): void;
}) {
  const current = selection.current === null ? -1 : order.indexOf(selection.current);
  const { scroller, virtualizer, items, before, after, page } = useVirtualRows({
    count: rows.length,
    hasHead: true,
    overscan,
    initialOffset: initialScroll,
  });

  useScrollToRow({ order, sort, current, selection, virtualizer });

  const onClick = (event: MouseEvent<HTMLTableElement>) => {
    const name = order[rowUnder(event) ?? -1];
    if (name === undefined) return;
    event.currentTarget.focus({ preventScroll: true });
    clickRow(name, event.shiftKey ? 'range' : event.ctrlKey || event.metaKey ? 'toggle' : 'one');
  };

  const columns = useMemo(() => shownColumns(hidden), [hidden]);
  const given = useCatalogStore((state) => state.columnWidths);
  const { widths, least } = useMemo(
    () =>
      layoutOf(
        columns.map(({ id }) => id),
        given,
      ),
    [columns, given],
  );
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
        style={{ minWidth: least }}
        role="grid"
        tabIndex={0}
        aria-label={strings.catalogTable.toolsShown(formatCount(rows.length))}
        aria-multiselectable
        aria-rowcount={rows.length + 1}
        aria-colcount={columns.length}
        aria-activedescendant={items.some(({ index }) => index === current) ? rowId(current) : undefined}
        data-testid="catalog-table"
        data-screen-focus
        onKeyDown={(event) => pressKey(event, page())}
        onClick={onClick}
      >
        <CatalogTableHead columns={columns} widths={widths} sort={sort} />
        <tbody>
          <Spacer height={before} />
          {items.map(({ index }) => {
            const row = rows[index];
            return row ? (
              <CatalogTableRow
                key={row.tool.name}
                id={rowId(index)}
                row={row}
                index={index}
                columns={columns}
                isCurrent={index === current}
                isSelected={selection.names.has(row.tool.name)}
              />
            ) : null;
          })}
          <Spacer height={after} />
        </tbody>
      </Table>
    </div>
  );
}

/**
 * Another sort starts at its top; another filter stays with the current row where that is left, else at the top too. What a key or a
 * click chose comes into sight.
 */
function useScrollToRow({
  order,
  sort,
  current,
  selection,
  virtualizer,
}: {
  order: readonly string[];
  sort: CatalogView['sort'];
  current: number;
  selection: Selection;
  virtualizer: Virtualizer<HTMLDivElement, Element>;
}): void {
  const last = useRef({ order, sort, selection });
  useEffect(() => {
    const { order: lastOrder, sort: lastSort, selection: lastSelection } = last.current;
    last.current = { order, sort, selection };
    const isSame =
      lastOrder === order || (lastOrder.length === order.length && lastOrder.every((one, at) => order[at] === one));
    if (isSame && lastSort === sort) {
      if (lastSelection !== selection && current >= 0) virtualizer.scrollToIndex(current, { align: 'auto' });
    } else if (current < 0 || lastSort !== sort) virtualizer.scrollToOffset(0);
    else virtualizer.scrollToIndex(current, { align: 'center' });
  }, [order, sort, current, selection, virtualizer]);
}

/** A key that the table has the focus for. Escape leaves a choice of several rows first, and goes to the filter then. */
function pressKey(event: KeyboardEvent<HTMLTableElement>, page: number): void {
  if (event.target !== event.currentTarget || event.altKey) return;
  const key = { key: event.key, isMod: event.ctrlKey || event.metaKey, isShift: event.shiftKey, page };
  if (isSelecting(key)) pressInTable(key);
  else if (event.key === 'Enter' && !key.isMod) goToCurrent();
  else if (event.key === 'Escape') leaveChoice(key);
  else return;
  event.preventDefault();
}

const rowId = (index: number) => `catalog-row-${index}`;

/** Stands for the rows that are not drawn. */
function Spacer({ height }: { height: number }) {
  return height > 0 ? <tr aria-hidden style={{ height }} /> : null;
}

/** The head of the table: stays in sight, sorts. Scrolling does not draw it again. */
const CatalogTableHead = memo(function CatalogTableHead({
  columns,
  widths,
  sort,
}: {
  columns: readonly Column[];
  widths: readonly (number | undefined)[];
  sort: CatalogView['sort'];
}) {
  const estimator = usePreferences((state) => state.estimator);
  const titles = new Map(columnTitles(estimator).map(({ id, title }) => [id, title]));
  return (
    <>
      <colgroup>
        {columns.map(({ id }, at) => (
          <col key={id} style={{ width: widths[at] }} />
        ))}
      </colgroup>
      <thead className={styles.head}>
        <tr aria-rowindex={1}>
          {columns.map(({ id }, at) => {
            const isSorted = sort.column === id;
            return (
              <th
                key={id}
                scope="col"
                data-column={id}
                aria-sort={isSorted ? (sort.descending ? 'descending' : 'ascending') : 'none'}
              >
                <UnstyledButton className={`${styles.sortButton} row table-head`} onClick={() => sortBy(id)}>
                  {titles.get(id)}
                  <span aria-hidden className={styles.direction}>
                    {isSorted ? (sort.descending ? '↓' : '↑') : ''}
                  </span>
                </UnstyledButton>
                {at < columns.length - 1 && <ColumnHandle id={id} title={titles.get(id) ?? id} width={widths[at]} />}
              </th>
            );
          })}
        </tr>
      </thead>
    </>
  );
});
