import { Table, UnstyledButton } from '@mantine/core';
import {
  type KeyboardEvent,
  type MouseEvent,
  memo,
  type RefObject,
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { createPortal } from 'react-dom';
import { loadingModeSchema } from '#shared/domain/loading-mode.ts';
import { usePreferences } from '../../state/preferences-store.ts';
import type { Selection } from '../../state/selection.ts';
import { strings } from '../../strings/catalog.ts';
import { formatCount } from '../../strings/count.ts';
import { DestructiveMark } from '../../ui/destructive-mark.tsx';
import { ModeMark } from '../../ui/mode-mark.tsx';
import { effectWords, SideEffectsMark } from '../../ui/side-effects-mark.tsx';
import { rowHeight, rowUnder } from '../../ui/virtual-rows.ts';
import { clickRow, goToCurrent, leaveChoice, pressInTable, sortBy } from './catalog-acts.ts';
import { type Column, columnTitles, layoutOf, shownColumns } from './catalog-columns.ts';
import { places } from './catalog-places.ts';
import type { CatalogRow } from './catalog-rows.ts';
import { type CatalogView, type ColumnId, useCatalogStore } from './catalog-store.ts';
import styles from './catalog-table.module.css';
import { ColumnHandle } from './column-handle.tsx';
import { markNames } from './row-cells.ts';
import { RowPainter } from './row-painter.ts';
import { isSelecting } from './table-keys.ts';

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
  const { scroller, element, marks, painter } = useRows({ rows, columns, current, selection, initialScroll });
  useScrollToRow({ order, sort, current, selection, scroller });

  const onClick = (event: MouseEvent<HTMLTableElement>) => {
    const name = order[rowUnder(event) ?? -1];
    if (name === undefined) return;
    event.currentTarget.focus({ preventScroll: true });
    clickRow(name, event.shiftKey ? 'range' : event.ctrlKey || event.metaKey ? 'toggle' : 'one');
  };

  return (
    <div className={`${styles.frame} rest`}>
      <div
        ref={scroller}
        className={styles.scroller}
        onScroll={(event) => {
          onScroll(event.currentTarget.scrollTop);
          painter.current?.scrolled();
        }}
      >
        <Table
          ref={element}
          unstyled
          id={places.table}
          className={styles.table}
          style={{ minWidth: least, height: (rows.length + 1) * rowHeight, '--catalog-columns': tracksOf(widths) }}
          role="grid"
          tabIndex={0}
          aria-label={strings.catalogTable.toolsShown(formatCount(rows.length))}
          aria-multiselectable
          aria-rowcount={rows.length + 1}
          aria-colcount={columns.length}
          data-testid="catalog-table"
          data-screen-focus
          onKeyDown={(event) => pressKey(event, pageOf(scroller.current))}
          onClick={onClick}
        >
          <CatalogTableHead columns={columns} widths={widths} sort={sort} />
        </Table>
        {createPortal(<RowMarks />, marks)}
      </div>
    </div>
  );
}

/** The rows are drawn outside React; it says what they show. */
function useRows({
  rows,
  columns,
  current,
  selection,
  initialScroll,
}: {
  readonly rows: readonly CatalogRow[];
  readonly columns: readonly Column[];
  readonly current: number;
  readonly selection: Selection;
  readonly initialScroll: number;
}) {
  const scroller = useRef<HTMLDivElement>(null);
  const element = useRef<HTMLTableElement>(null);
  const painter = useRef<RowPainter>(null);
  const [marks] = useState(() => document.createElement('div'));
  const [firstScroll] = useState(initialScroll);
  const ids = useMemo(() => columns.map(({ id }) => id), [columns]);
  const markOf = useCallback(
    (mark: string) => marks.querySelector(`[data-mark="${mark}"]`)?.firstChild ?? undefined,
    [marks],
  );
  useLayoutEffect(() => {
    if (!scroller.current || !element.current) return;
    const made = new RowPainter(scroller.current, element.current);
    painter.current = made;
    scroller.current.scrollTop = firstScroll;
    const watched = new ResizeObserver(() => made.paint());
    watched.observe(scroller.current);
    return () => {
      watched.disconnect();
      made.close();
    };
  }, [firstScroll]);
  useLayoutEffect(() => {
    painter.current?.show({ rows, columns: ids, current, selected: selection.names, markOf });
  }, [rows, ids, current, selection, markOf]);
  return { scroller, element, marks, painter };
}

/** Every mark that a row may have, once; the rows copy them. */
const RowMarks = memo(function RowMarks() {
  return (
    <>
      {loadingModeSchema.options.map((mode) => (
        <div key={mode} data-mark={markNames.mode(mode)}>
          <ModeMark mode={mode} />
        </div>
      ))}
      {effectWords.map(({ effects }) => (
        <div key={effects} data-mark={markNames.effects(effects)}>
          <SideEffectsMark sideEffects={effects} />
        </div>
      ))}
      <div data-mark={markNames.destructive}>
        <DestructiveMark />
      </div>
    </>
  );
});

/** The columns as a grid: the free one takes what the others leave. */
const tracksOf = (widths: readonly (number | undefined)[]) =>
  widths.map((width) => (width === undefined ? 'minmax(0, 1fr)' : `${width}px`)).join(' ');

/** Rows that PageUp and PageDown move by: those in sight without the head and one of the rows. */
const pageOf = (scroller: HTMLElement | null) => Math.max(Math.floor((scroller?.clientHeight ?? 0) / rowHeight) - 2, 1);

/**
 * Another sort starts at its top; another filter stays with the current row where that is left, else at the top too. What a key or a
 * click chose comes into sight.
 */
function useScrollToRow({
  order,
  sort,
  current,
  selection,
  scroller,
}: {
  order: readonly string[];
  sort: CatalogView['sort'];
  current: number;
  selection: Selection;
  scroller: RefObject<HTMLElement | null>;
}): void {
  const last = useRef({ order, sort, selection });
  useEffect(() => {
    const { order: lastOrder, sort: lastSort, selection: lastSelection } = last.current;
    last.current = { order, sort, selection };
    const isSame =
      lastOrder === order || (lastOrder.length === order.length && lastOrder.every((one, at) => order[at] === one));
    if (isSame && lastSort === sort) {
      if (lastSelection !== selection && current >= 0) scrollToRow(scroller.current, current, 'near');
    } else if (current < 0 || lastSort !== sort) scroller.current?.scrollTo({ top: 0 });
    else scrollToRow(scroller.current, current, 'middle');
  }, [order, sort, current, selection, scroller]);
}

/** Brings a row into sight below the head: as little as it takes, or into the middle. */
function scrollToRow(scroller: HTMLElement | null, index: number, where: 'near' | 'middle'): void {
  if (!scroller) return;
  const lowest = index * rowHeight;
  const highest = lowest - (scroller.clientHeight - 2 * rowHeight);
  const { scrollTop } = scroller;
  scroller.scrollTop = where === 'middle' ? (lowest + highest) / 2 : Math.min(Math.max(scrollTop, highest), lowest);
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
  );
});
