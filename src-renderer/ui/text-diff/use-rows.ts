import { defaultRangeExtractor, type Range, useVirtualizer } from '@tanstack/react-virtual';
import { type PointerEvent, type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { DiffSide } from './diff-rows.ts';
import type { DiffView } from './use-diff-view.ts';

/** Pixels of a line, of a character of the font, and of what is beside the text; they agree with the stylesheet. */
const lineHeight = 19;
const characterWidth = 7.5;
const besideText = 72;

/** Draws the rows near the window, and those that a selection of the mouse began in, which the browser needs. */
export function useRows(view: DiffView, split: boolean) {
  const { rows, at, difference } = view;
  const scroller = useRef<HTMLDivElement>(null);
  const [pressed, setPressed] = useState(-1);
  const [selects, setSelects] = useState<DiffSide>('after');
  const keyOf = useCallback(
    (index: number) => {
      const row = rows[index];
      return row ? `${row.kind} ${row.before} ${row.after} ${split}` : index;
    },
    [rows, split],
  );
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => heightOf(view, index, { split, width: scroller.current?.clientWidth ?? 0 }),
    getItemKey: keyOf,
    overscan: 8,
    rangeExtractor: (range: Range) => {
      const shown = defaultRangeExtractor(range);
      if (pressed < 0 || pressed >= rows.length || shown.includes(pressed)) return shown;
      return [...shown, pressed].sort((left, right) => left - right);
    },
  });
  const wanted = useRef<'start' | 'center' | 'auto' | null>(null);
  // After the rows that the move asks for are there.
  useLayoutEffect(() => {
    if (wanted.current === null || at < 0) return;
    virtualizer.scrollToIndex(at, { align: wanted.current });
    wanted.current = null;
  });
  // Another layout or another text starts where the current row is.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a move of the current row is no reason
  useLayoutEffect(() => {
    if (at >= 0) virtualizer.scrollToIndex(at, { align: 'center' });
    else scroller.current?.scrollTo({ top: 0 });
  }, [virtualizer, difference, split]);
  useWidthOf(scroller, () => virtualizer.measure());

  const onPointerDown = ({ target, shiftKey, button }: PointerEvent) => {
    if (!(target instanceof Element) || target.closest('button')) return;
    const index = Number(target.closest<HTMLElement>('[data-index]')?.dataset.index ?? -1);
    const side: DiffSide = target.closest('[data-side=before]') ? 'before' : 'after';
    if (index < 0 || button !== 0) return;
    setPressed(index);
    setSelects(side);
    view.moveTo(index, { extends: shiftKey, side });
  };
  return {
    scroller,
    virtualizer,
    selects,
    onPointerDown,
    /** Scrolls to the row that is current after the next drawing. */
    reveal: (align: 'start' | 'center' | 'auto') => {
      wanted.current = align;
    },
    page: () => Math.max(Math.floor((scroller.current?.clientHeight ?? 0) / lineHeight) - 1, 1),
  };
}

/** Measures all rows anew when the width changes: their lines wrap elsewhere then. */
function useWidthOf(element: RefObject<Element | null>, onWidth: () => void): void {
  const latest = useRef(onWidth);
  latest.current = onWidth;
  useEffect(() => {
    const { current } = element;
    if (!current) return;
    let width = current.clientWidth;
    const observer = new ResizeObserver(() => {
      if (current.clientWidth === width) return;
      width = current.clientWidth;
      latest.current();
    });
    observer.observe(current);
    return () => observer.disconnect();
  }, [element]);
}

/** The height of a row by its characters, until it is drawn and measured. */
function heightOf(
  { rows, difference }: DiffView,
  index: number,
  { split, width }: { readonly split: boolean; readonly width: number },
): number {
  const row = rows[index];
  if (!row || row.kind === 'fold') return lineHeight;
  const columns = Math.max(20, Math.floor((width / (split ? 2 : 1) - besideText) / characterWidth));
  const linesOf = (side: DiffSide) => {
    const line = row[side];
    return line === null ? 1 : Math.max(1, Math.ceil((difference[side][line]?.length ?? 0) / columns));
  };
  return (
    lineHeight *
    (split ? Math.max(linesOf('before'), linesOf('after')) : linesOf(row.after === null ? 'before' : 'after'))
  );
}

export type RowList = ReturnType<typeof useRows>;
