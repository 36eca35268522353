import { IconChevronDown, IconChevronRight } from '@tabler/icons-react';
import {
  type ComponentProps,
  type CSSProperties,
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  useEffect,
  useRef,
} from 'react';
import type { TreeKey, TreeRow } from '../state/tree-keys.ts';
import styles from './tree.module.css';
import { rowUnder, useVirtualRows } from './virtual-rows.ts';

type Attributes = Omit<ComponentProps<'div'>, 'children'> & { readonly [data: `data-${string}`]: unknown };

interface TreeProps<Row> extends Omit<Attributes, 'id' | 'className' | 'onKeyDown' | 'onClick' | 'ref'> {
  readonly id: string;
  readonly 'aria-label': string;
  /** Class of the element that scrolls. */
  readonly scroller: string | undefined;
  /** The content in place of rows. */
  readonly empty?: ReactNode;
  readonly rows: readonly Row[];
  /** Index of the current row; -1 for none. */
  readonly at: number;
  describe(row: Row): TreeRow;
  /** The attributes of the row's element besides its role, and its state where that is not that of the current row. */
  attributes(row: Row): Attributes;
  /** What a key does, see `treeStep`; false for nothing. */
  onKey(key: TreeKey): boolean;
  /** A click on a row, after the tree took the focus. */
  onPress(row: Row, index: number, event: MouseEvent<HTMLDivElement>): void;
  children(row: Row): ReactNode;
}

/** A tree of any number of rows. It has the focus as a whole, and the keys. */
export function Tree<Row>({
  scroller: scrollerClass,
  empty,
  rows,
  at,
  describe,
  attributes,
  onKey,
  onPress,
  children,
  ...tree
}: TreeProps<Row>) {
  const keyOf = (index: number) => {
    const row = rows[index];
    return row === undefined ? undefined : describe(row).key;
  };
  const { scroller, virtualizer, items, page } = useVirtualRows({ count: rows.length });
  const currentKey = keyOf(at);
  const shownKey = useRef<string>(undefined);
  // Another current row comes into sight; a row that only changed its place stays where it is.
  useEffect(() => {
    if (currentKey === shownKey.current) return;
    shownKey.current = currentKey;
    if (at >= 0) virtualizer.scrollToIndex(at, { align: 'auto' });
  }, [virtualizer, currentKey, at]);
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    if (onKey({ key: event.key, page: page(), isShift: event.shiftKey })) event.preventDefault();
  };
  const onClick = (event: MouseEvent<HTMLDivElement>) => {
    const index = rowUnder(event) ?? -1;
    const row = rows[index];
    if (row === undefined) return;
    event.currentTarget.focus({ preventScroll: true });
    onPress(row, index, event);
  };
  const rowId = (index: number) => `${tree.id}-${index}`;
  return (
    <div ref={scroller} className={scrollerClass}>
      {rows.length === 0 && empty}
      <div
        {...tree}
        className={styles.tree}
        role="tree"
        tabIndex={0}
        style={{ height: virtualizer.getTotalSize() }}
        aria-activedescendant={items.some(({ index }) => index === at) ? rowId(at) : undefined}
        onKeyDown={onKeyDown}
        onClick={onClick}
      >
        {items.map(({ index, start }) => {
          const row = rows[index];
          if (row === undefined) return null;
          const { key, level, open } = describe(row);
          const { style, className, ...others } = attributes(row);
          return (
            <div
              key={key}
              id={rowId(index)}
              role="treeitem"
              tabIndex={-1}
              aria-level={level}
              aria-selected={index === at}
              aria-expanded={open ?? undefined}
              style={{ transform: `translateY(${start}px)`, ...(style as CSSProperties | undefined) }}
              className={`${styles.row} row one-line ${className ?? ''}`}
              data-index={index}
              {...others}
            >
              {children(row)}
            </div>
          );
        })}
      </div>
    </div>
  );
}

/** Where a press opens and closes a row: a chevron, or its place in a row with nothing below it. */
export function TreeChevron({ open }: { open: boolean | null }) {
  const Chevron = open ? IconChevronDown : IconChevronRight;
  return (
    <span className={styles.chevron} data-turn aria-hidden>
      {open !== null && <Chevron size={14} />}
    </span>
  );
}
