import { Table, type TableProps } from '@mantine/core';
import type { ReactNode, RefObject } from 'react';
import styles from './grid-table.module.css';
import { rowUnder } from './virtual-rows.ts';

interface GridTableProps extends Omit<TableProps, 'id' | 'onClick' | 'className'> {
  readonly id: string;
  readonly 'aria-label': string;
  /** How many rows there are below the head, drawn or not. */
  readonly count: number;
  /** Index of the current row; -1 where none is drawn. */
  readonly at: number;
  readonly scroller?: RefObject<HTMLDivElement | null>;
  /** Class of the element that scrolls. */
  readonly className: string | undefined;
  onPress(index: number): void;
  /** What stands below the table. */
  readonly foot?: ReactNode;
}

/** A table whose rows are chosen, of `GridRow`s. It has the focus as a whole, names its current row, and its head stays. */
export function GridTable({ count, at, scroller, className, onPress, foot, children, ...table }: GridTableProps) {
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
        onClick={(event) => {
          const index = rowUnder(event);
          if (index === null) return;
          event.currentTarget.focus({ preventScroll: true });
          onPress(index);
        }}
      >
        {children}
      </Table>
      {foot}
    </div>
  );
}

const rowId = (table: string, index: number) => `${table}-${index}`;

/** What a row of a `GridTable` says of itself. */
export function gridRow(table: string, index: number, isCurrent: boolean) {
  return {
    id: rowId(table, index),
    'aria-rowindex': index + 2,
    'aria-selected': isCurrent,
    'data-current': isCurrent || undefined,
    'data-index': index,
  };
}
