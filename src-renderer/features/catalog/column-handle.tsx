import type { KeyboardEvent, PointerEvent } from 'react';
import { strings } from '../../strings/catalog.ts';
import { type ColumnId, useCatalogStore } from './catalog-store.ts';
import styles from './catalog-table.module.css';

const narrowest = 44;
const widest = 900;

/** The right edge of a column's head: a pointer or the arrows make the column wider, a double click or Enter gives all columns their first widths. */
export function ColumnHandle({ id, title, width }: { id: ColumnId; title: string; width: number | undefined }) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a line between columns that takes the focus is not an <hr>
    <div
      role="separator"
      aria-orientation="vertical"
      aria-label={strings.columnHandle.width(title)}
      aria-valuenow={width ?? 0}
      aria-valuetext={width === undefined ? strings.columnHandle.asWideAsPossible : strings.columnHandle.pixels(width)}
      aria-valuemin={narrowest}
      aria-valuemax={widest}
      tabIndex={0}
      className={styles.handle}
      data-handle={id}
      onKeyDown={(event) => pressHandle(event, id)}
      onDoubleClick={resetWidths}
      onPointerDown={(event) => drag(event, id)}
    />
  );
}

const resetWidths = () => useCatalogStore.getState().resetColumnWidths();

function pressHandle(event: KeyboardEvent<HTMLDivElement>, id: ColumnId): void {
  const step = event.shiftKey ? 64 : 16;
  if (event.key === 'Enter') resetWidths();
  else if (event.key === 'ArrowRight') resize(event.currentTarget, id, widthOf(event.currentTarget) + step);
  else if (event.key === 'ArrowLeft') resize(event.currentTarget, id, widthOf(event.currentTarget) - step);
  else return;
  event.preventDefault();
}

function drag(event: PointerEvent<HTMLDivElement>, id: ColumnId): void {
  if (event.button !== 0) return;
  const { currentTarget: handle, clientX: start } = event;
  const width = widthOf(handle);
  const ended = new AbortController();
  const { signal } = ended;
  handle.setPointerCapture(event.pointerId);
  handle.addEventListener(
    'pointermove',
    (moved: globalThis.PointerEvent) => resize(handle, id, width + moved.clientX - start),
    { signal },
  );
  for (const end of ['pointerup', 'pointercancel'] as const)
    handle.addEventListener(end, () => ended.abort(), { signal });
}

const widthOf = (element: Element) => Math.round(element.closest('th')?.getBoundingClientRect().width ?? 0);

/** The name keeps the width that it has: the edge follows the pointer then. */
function resize(handle: Element, id: ColumnId, width: number): void {
  const { columnWidths, setColumnWidths } = useCatalogStore.getState();
  const name = handle.closest('tr')?.querySelector('th[data-column=name]');
  setColumnWidths({
    ...(columnWidths.name === undefined && name && { name: widthOf(name) }),
    [id]: Math.round(Math.min(Math.max(width, narrowest), widest)),
  });
}
