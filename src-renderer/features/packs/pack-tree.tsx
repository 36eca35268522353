import { IconChevronDown, IconChevronRight, IconLock } from '@tabler/icons-react';
import { useVirtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, type MouseEvent, memo, useMemo, useRef } from 'react';
import { rowForKey } from '../../state/selection.ts';
import { formatCount, formatPlural } from '../../ui/format-number.ts';
import { VisibleText } from '../../ui/visible-text.tsx';
import { documentId } from './pack-document.ts';
import type { PackRow, ProblemCounts } from './pack-rows.ts';
import styles from './packs.module.css';
import { focusPacksPlace, packsPlaces } from './packs-places.ts';
import { turnPacksRow, usePacksStore } from './packs-store.ts';

const rowHeight = 28;

/**
 * Packs, files and skills, of any number. It has the focus as a whole: ↑ ↓ PageUp PageDown Home End move, → ← open and close, Enter
 * opens a file for editing, Delete takes a skill away.
 */
export const PackTree = memo(function PackTree({
  path,
  rows,
  current,
  active,
  onOpen,
  onRemove,
}: {
  path: string;
  rows: readonly PackRow[];
  /** Key of the row that the keyboard stands on. */
  current: string | null;
  /** The document on screen. */
  active: string | null;
  onOpen(row: PackRow, focus: boolean): void;
  onRemove(): void;
}) {
  const scroller = useRef<HTMLDivElement>(null);
  const change = usePacksStore((state) => state.change);
  const at = useMemo(() => rows.findIndex(({ key }) => key === current), [rows, current]);
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    getItemKey: (index) => rows[index]?.key ?? index,
    overscan: 12,
  });
  const items = virtualizer.getVirtualItems();

  const choose = (index: number) => {
    change(path, { current: rows[index]?.key ?? null });
    virtualizer.scrollToIndex(index, { align: 'auto' });
  };
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const page = Math.max(Math.floor((scroller.current?.clientHeight ?? 0) / rowHeight) - 1, 1);
    const next = rowForKey(event.key, at, rows.length, page);
    const row = rows[at];
    if (next !== null && rows.length > 0) choose(next);
    else if (event.key === 'Escape') focusPacksPlace('filter');
    else if (!row) return;
    else if (canTurn(row, event.key)) turnPacksRow(path, row.key);
    else if (event.key === 'ArrowLeft') choose(parentOf(rows, at));
    else if (event.key === 'Enter' && row.kind === 'pack') turnPacksRow(path, row.key);
    else if (event.key === 'Enter') onOpen(row, true);
    else if (event.key === ' ') onOpen(row, false);
    else if (event.key === 'Delete') onRemove();
    else return;
    event.preventDefault();
  };
  const onClick = (event: MouseEvent<HTMLDivElement>) => {
    const element = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-index]') : null;
    const index = Number(element?.dataset.index ?? -1);
    const row = rows[index];
    if (!row) return;
    event.currentTarget.focus({ preventScroll: true });
    choose(index);
    const onChevron = event.target instanceof Element && event.target.closest('[data-turn]') !== null;
    if (row.kind === 'pack' || (onChevron && row.kind === 'file')) turnPacksRow(path, row.key);
    else onOpen(row, false);
  };
  return (
    <div ref={scroller} className={styles.treeScroller}>
      {rows.length === 0 && <p className={styles.empty}>Nothing here has these words.</p>}
      <div
        id={packsPlaces.tree}
        role="tree"
        className={styles.tree}
        style={{ height: rows.length === 0 ? 0 : virtualizer.getTotalSize() }}
        tabIndex={0}
        aria-label="Packs, files and skills"
        aria-activedescendant={items.some(({ index }) => index === at) ? rowId(at) : undefined}
        data-testid="pack-tree"
        data-screen-focus
        onKeyDown={onKeyDown}
        onClick={onClick}
        onFocus={() => {
          if (at < 0 && rows.length > 0) choose(0);
        }}
      >
        {items.map(({ index, start }) => {
          const row = rows[index];
          return row ? (
            <TreeRow
              key={row.key}
              row={row}
              index={index}
              top={start}
              isCurrent={index === at}
              isActive={isShown(row, active)}
            />
          ) : null;
        })}
      </div>
    </div>
  );
});

const rowId = (index: number) => `packs-row-${index}`;

function TreeRow({
  row,
  index,
  top,
  isCurrent,
  isActive,
}: {
  row: PackRow;
  index: number;
  top: number;
  isCurrent: boolean;
  isActive: boolean;
}) {
  const open = row.kind === 'skill' ? null : row.open;
  const Chevron = open ? IconChevronDown : IconChevronRight;
  return (
    <div
      id={rowId(index)}
      role="treeitem"
      tabIndex={-1}
      className={styles.row}
      style={{ transform: `translateY(${top}px)` }}
      aria-level={row.kind === 'pack' ? 1 : row.kind === 'file' ? 2 : 3}
      aria-selected={isCurrent}
      aria-expanded={open ?? undefined}
      data-index={index}
      data-row={row.key}
      data-kind={row.kind}
      data-active={isActive || undefined}
    >
      <span className={styles.chevron} data-turn aria-hidden>
        {open !== null && <Chevron size={14} />}
      </span>
      <RowName row={row} />
      <Problems problems={row.problems} />
    </div>
  );
}

function RowName({ row }: { row: PackRow }) {
  if (row.kind === 'pack') {
    const { view, isEnabled, error } = row.data;
    return (
      <>
        <strong className={styles.rowName}>
          <VisibleText text={row.pack} lines={false} />
        </strong>
        {view?.editable === false && <IconLock size={13} role="img" aria-label="read only" />}
        <span className={styles.rowNote}>
          {error ? 'not read' : view === null ? '…' : isEnabled ? formatCount(row.skills) : 'off'}
        </span>
      </>
    );
  }
  if (row.kind === 'skill') {
    return (
      <span className={`${styles.rowName} mono`}>
        <VisibleText text={row.skill} lines={false} />
      </span>
    );
  }
  return (
    <>
      <span className={`${styles.rowName} mono`} title={row.file}>
        <VisibleText text={row.skill ?? row.file} lines={false} />
      </span>
      <span className={styles.rowNote}>{row.skills > 1 ? formatPlural(row.skills, 'skill') : row.format}</span>
    </>
  );
}

function Problems({ problems: { errors, warnings } }: { problems: ProblemCounts }) {
  if (errors + warnings === 0) return null;
  const words = [errors > 0 && formatPlural(errors, 'error'), warnings > 0 && formatPlural(warnings, 'warning')]
    .filter(Boolean)
    .join(', ');
  return (
    <span className={styles.rowProblems} data-severity={errors > 0 ? 'error' : 'warning'} title={words}>
      <span aria-hidden>{formatCount(errors + warnings)}</span>
      <span className="visually-hidden">{words}</span>
    </span>
  );
}

function isShown(row: PackRow, active: string | null): boolean {
  return row.kind !== 'pack' && active === documentId(row);
}

function canTurn(row: PackRow, key: string): boolean {
  if (row.kind === 'skill' || row.open === null) return false;
  return key === (row.open ? 'ArrowLeft' : 'ArrowRight');
}

function parentOf(rows: readonly PackRow[], at: number): number {
  const kind = rows[at]?.kind === 'skill' ? 'file' : 'pack';
  return Math.max(
    rows.findLastIndex((row, index) => index < at && row.kind === kind),
    0,
  );
}
