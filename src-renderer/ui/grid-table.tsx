import { Table, type TableProps } from '@mantine/core';
import { type ReactNode, type RefObject, useEffect } from 'react';
import styles from './grid-table.module.css';
import { rowUnder, useVirtualRows } from './virtual-rows.ts';

interface GridColumn {
  readonly title: string;
  /** The content above it, when that is more than the title. */
  readonly text?: string;
  readonly hint?: string;
  readonly width?: number | string | undefined;
}

interface GridTableProps extends Omit<TableProps, 'id' | 'onClick' | 'onKeyDown' | 'className'> {
  readonly id: string;
  readonly 'aria-label': string;
  readonly columns: readonly GridColumn[];
  /** How many rows there are below the head, drawn or not. */
  readonly count: number;
  /** Index of the current row; -1 where none is drawn. */
  readonly at: number;
  readonly scroller?: RefObject<HTMLDivElement | null>;
  /** Class of the element that scrolls. */
  readonly className: string | undefined;
  /** Does what a key means here; whether it means something. */
  onKey(key: string): boolean;
  onPress(index: number): void;
  /** The content below the table. */
  readonly foot?: ReactNode;
}

/** A table whose rows are chosen, of `gridRow`s. It has the focus as a whole, names its current row, and its head stays. */
export function GridTable({
  columns,
  count,
  at,
  scroller,
  className,
  onKey,
  onPress,
  foot,
  children,
  ...table
}: GridTableProps) {
  return (
    <div ref={scroller} className={`${styles.scroller} scrolls ${className}`}>
      <Table
        unstyled
        className={styles.table}
        role="grid"
        tabIndex={0}
        aria-rowcount={count + 1}
        aria-activedescendant={at < 0 ? undefined : rowId(table.id, at)}
        data-screen-focus
        {...table}
        onKeyDown={(event) => {
          const isHeld = event.altKey || event.ctrlKey || event.metaKey;
          if (!isHeld && onKey(event.key)) event.preventDefault();
        }}
        onClick={(event) => {
          const index = rowUnder(event);
          if (index === null) return;
          event.currentTarget.focus({ preventScroll: true });
          onPress(index);
        }}
      >
        <colgroup>
          {columns.map(({ title, width }) => (
            <col key={title} style={{ width }} />
          ))}
        </colgroup>
        <thead>
          <tr aria-rowindex={1}>
            {columns.map(({ title, text, hint }) => (
              <th key={title} scope="col" data-column={title} title={hint}>
                {text ?? title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </Table>
      {foot}
    </div>
  );
}

interface VirtualGridProps<Row> extends Omit<GridTableProps, 'count' | 'scroller' | 'onKey' | 'onPress' | 'children'> {
  readonly rows: readonly Row[];
  /** Another value of it brings the current row into sight. */
  readonly followed: unknown;
  /** The same with the rows that PageUp and PageDown move by. */
  onKey(key: string, page: number): boolean;
  onPress(row: Row): void;
  children(row: Row, index: number): ReactNode;
}

/** The same of any length: only the rows near the window exist. */
export function VirtualGrid<Row>({ rows, at, followed, onKey, onPress, children, ...table }: VirtualGridProps<Row>) {
  const { scroller, virtualizer, items, before, after, page } = useVirtualRows({
    count: rows.length,
    hasHead: true,
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: what comes above the current row moves no list
  useEffect(() => {
    if (at >= 0) virtualizer.scrollToIndex(at, { align: 'auto' });
  }, [followed, virtualizer]);
  return (
    <GridTable
      {...table}
      scroller={scroller}
      count={rows.length}
      at={items.some(({ index }) => index === at) ? at : -1}
      onKey={(key) => onKey(key, page())}
      onPress={(index) => rows[index] !== undefined && onPress(rows[index])}
    >
      {before > 0 && <tr aria-hidden style={{ height: before }} />}
      {items.map(({ index }) => rows[index] !== undefined && children(rows[index], index))}
      {after > 0 && <tr aria-hidden style={{ height: after }} />}
    </GridTable>
  );
}

const rowId = (table: string, index: number) => `${table}-${index}`;

/** The properties of a row of a `GridTable`. */
export function gridRow(table: string, index: number, isCurrent: boolean) {
  return {
    id: rowId(table, index),
    'aria-rowindex': index + 2,
    'aria-selected': isCurrent,
    'data-current': isCurrent || undefined,
    'data-index': index,
  };
}
