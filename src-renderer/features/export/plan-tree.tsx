import { IconChevronDown, IconChevronRight } from '@tabler/icons-react';
import { useVirtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, type MouseEvent, useEffect, useRef } from 'react';
import type { ExportDecision } from '#shared/domain/export-plan.ts';
import { rowForKey } from '../../state/selection.ts';
import { formatPlural } from '../../ui/format-number.ts';
import { VisibleText } from '../../ui/visible-text.tsx';
import styles from './export.module.css';
import { exportPlaces } from './export-places.ts';
import type { PlanRow } from './plan-rows.ts';

const rowHeight = 28;
const marks = { added: '+', changed: '~', removed: '−', kept: '=' } as const;
const words = { added: 'new', changed: 'changed', removed: 'removed', kept: 'unchanged' } as const;

/** The files of a plan, of any number. It has the focus as a whole: ↑ ↓ PageUp PageDown Home End move, → ← open and close a folder. */
export function PlanTree({
  rows,
  selected,
  decisions,
  onSelect,
  onTurn,
}: {
  rows: readonly PlanRow[];
  selected: string | null;
  decisions: Readonly<Record<string, ExportDecision>>;
  onSelect(key: string): void;
  onTurn(folder: string): void;
}) {
  const scroller = useRef<HTMLDivElement>(null);
  const current = rows.findIndex(({ key }) => key === selected);
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    getItemKey: (index) => rows[index]?.key ?? index,
    overscan: 12,
  });
  const items = virtualizer.getVirtualItems();
  useEffect(() => {
    if (current >= 0) virtualizer.scrollToIndex(current, { align: 'auto' });
  }, [virtualizer, current]);
  const choose = (index: number) => {
    const row = rows[index];
    if (row) onSelect(row.key);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const page = Math.max(Math.floor((scroller.current?.clientHeight ?? 0) / rowHeight) - 1, 1);
    const next = rowForKey(event.key, current, rows.length, page);
    const row = rows[current];
    if (next !== null && rows.length > 0) choose(next);
    else if (row?.kind === 'folder' && isTurnKey(event.key, row.open)) onTurn(row.key);
    else if (row && event.key === 'ArrowLeft') choose(folderAround(rows, current));
    else return;
    event.preventDefault();
  };
  const onClick = (event: MouseEvent<HTMLDivElement>) => {
    const element = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-index]') : null;
    const row = element && rows[Number(element.dataset.index)];
    if (!row) return;
    event.currentTarget.focus({ preventScroll: true });
    if (row.kind === 'folder') onTurn(row.key);
    onSelect(row.key);
  };
  return (
    <div ref={scroller} className={styles.scroller}>
      <div
        id={exportPlaces.plan}
        role="tree"
        className={styles.tree}
        style={{ height: virtualizer.getTotalSize() }}
        tabIndex={0}
        aria-label="Files of the export"
        aria-activedescendant={items.some(({ index }) => index === current) ? rowId(current) : undefined}
        data-testid="export-plan"
        onKeyDown={onKeyDown}
        onClick={onClick}
      >
        {items.map(({ index, start }) => {
          const row = rows[index];
          if (!row) return null;
          return (
            <div
              key={row.key}
              id={rowId(index)}
              role="treeitem"
              tabIndex={-1}
              aria-level={row.level}
              aria-selected={index === current}
              aria-expanded={row.kind === 'folder' ? row.open : undefined}
              className={styles.row}
              style={{ transform: `translateY(${start}px)`, paddingLeft: 8 + (row.level - 1) * 16 }}
              data-index={index}
              data-path={row.key}
            >
              {row.kind === 'folder' ? (
                <>
                  {row.open ? <IconChevronDown size={14} aria-hidden /> : <IconChevronRight size={14} aria-hidden />}
                  <span className={`${styles.name} mono`}>
                    <VisibleText text={`${row.name}/`} lines={false} />
                  </span>
                  <span className={styles.rowEnd}>
                    {row.touched === 0 ? formatPlural(row.files, 'file') : `${row.touched} of ${row.files}`}
                  </span>
                </>
              ) : (
                <>
                  <span className={styles.mark} data-change={row.file.change} aria-hidden>
                    {marks[row.file.change]}
                  </span>
                  <span className={`${styles.name} mono`} data-change={row.file.change}>
                    <VisibleText text={row.name} lines={false} />
                  </span>
                  <span className={styles.rowEnd}>
                    {row.file.edited ? (
                      <Decision decision={decisions[row.file.path]} isRemoval={row.file.change === 'removed'} />
                    ) : (
                      words[row.file.change]
                    )}
                  </span>
                </>
              )}
            </div>
          );
        })}
      </div>
    </div>
  );
}

function Decision({ decision, isRemoval }: { decision: ExportDecision | undefined; isRemoval: boolean }) {
  if (decision === 'keep') return <span className={styles.decided}>kept as it is</span>;
  if (decision === 'replace')
    return <span className={styles.decided}>{isRemoval ? 'removed' : 'replaced by ours'}</span>;
  return <span className={styles.open}>? changed by hand</span>;
}

const rowId = (index: number) => `export-row-${index}`;

function isTurnKey(key: string, open: boolean): boolean {
  return key === 'Enter' || key === (open ? 'ArrowLeft' : 'ArrowRight');
}

function folderAround(rows: readonly PlanRow[], index: number): number {
  const level = rows[index]?.level ?? 1;
  return Math.max(
    rows.findLastIndex((row, at) => at < index && row.kind === 'folder' && row.level < level),
    0,
  );
}
