import { useVirtualizer, type VirtualItem, type Virtualizer } from '@tanstack/react-virtual';
import { type MouseEvent, type RefObject, useRef } from 'react';

/** Height of a row of every long list, and of its head, in pixels. */
export const rowHeight = 28;

interface VirtualRows {
  /** The element that scrolls. */
  readonly scroller: RefObject<HTMLDivElement | null>;
  readonly virtualizer: Virtualizer<HTMLDivElement, Element>;
  /** The rows that are drawn. */
  readonly items: readonly VirtualItem[];
  /** Height of the rows above and below those that are drawn, in pixels. */
  readonly before: number;
  readonly after: number;
  /** Rows that PageUp and PageDown move by. */
  page(): number;
}

/**
 * A list of any length. Only the rows near the window are drawn. All rows have one height, so the virtualizer uses their
 * position as the key and measures nothing again when the rows change.
 */
export function useVirtualRows({
  count,
  hasHead = false,
}: {
  readonly count: number;
  /** A row with the names of the columns stays at the top. */
  readonly hasHead?: boolean;
}): VirtualRows {
  const scroller = useRef<HTMLDivElement>(null);
  const head = hasHead ? rowHeight : 0;
  const virtualizer = useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 12,
    scrollMargin: head,
    scrollPaddingStart: head,
  });
  const items = virtualizer.getVirtualItems();
  return {
    scroller,
    virtualizer,
    items,
    before: Math.max((items[0]?.start ?? head) - head, 0),
    after: Math.max(count * rowHeight - ((items.at(-1)?.end ?? head) - head), 0),
    page: () => Math.max(Math.floor((scroller.current?.clientHeight ?? 0) / rowHeight) - (hasHead ? 2 : 1), 1),
  };
}

/** Index of the row under the pointer, by its `data-index`; null beside all rows. */
export function rowUnder({ target }: Pick<MouseEvent, 'target'>): number | null {
  const row = target instanceof Element ? target.closest<HTMLElement>('[data-index]') : null;
  return row ? Number(row.dataset.index) : null;
}
