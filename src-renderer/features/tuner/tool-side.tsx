import { useVirtualizer } from '@tanstack/react-virtual';
import { type DragEvent, type KeyboardEvent, type MouseEvent, memo, useMemo, useRef, useState } from 'react';
import type { ToolTokens } from '../../platform/tool-tokens.ts';
import { rowForKey, type Selection, type SelectMode, selectAll, selectAt } from '../../state/selection.ts';
import { formatCount, formatPlural } from '../../ui/format-number.ts';
import { ModeMark } from '../../ui/mode-mark.tsx';
import { SideRowLine } from './side-row-line.tsx';
import { chosenTools, type SideRow } from './side-rows.ts';
import styles from './tuner.module.css';
import { focusTunerPlace, tunerPlaces } from './tuner-places.ts';
import { initialTunerView, type Side, selectOnSide, turnGroup, useTunerStore } from './tuner-store.ts';

const rowHeight = 28;
const overscan = 12;
const dragType = 'application/x-pegboard-tools';

/**
 * The board, or the drawers: namespaces and their tools, of any number. It has the focus as a whole; ↑ ↓ PageUp PageDown Home End
 * move, → ← open and close a namespace, Space adds, Shift takes a range, Ctrl+A all. Tools can be dragged to the other side.
 */
export const ToolSide = memo(function ToolSide({
  side,
  path,
  rows,
  tokens,
  selection,
  isActive,
  onBoard,
  isFiltered,
  searchOff,
  onDrop,
}: {
  side: Side;
  path: string;
  rows: readonly SideRow[];
  tokens: ToolTokens;
  selection: Selection;
  isActive: boolean;
  /** Names of the tools that are on the board as it is saved: the others there come with what is being typed. */
  onBoard: ReadonlySet<string>;
  isFiltered: boolean;
  searchOff: boolean;
  /** Tools of the other side were dropped here. */
  onDrop(names: ReadonlySet<string>, from: Side): void;
}) {
  const scroller = useRef<HTMLDivElement>(null);
  const [isOver, setOver] = useState(false);
  const order = useMemo(() => rows.map(({ key }) => key), [rows]);
  const current = useMemo(
    () => (selection.current === null ? -1 : order.indexOf(selection.current)),
    [order, selection],
  );
  const totals = useMemo(() => totalsOf(rows, tokens), [rows, tokens]);
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    getItemKey: (index) => order[index] ?? index,
    overscan,
  });
  const items = virtualizer.getVirtualItems();
  const title = side === 'board' ? 'Board' : 'Drawers';

  const choose = (index: number, mode: SelectMode) => {
    const now = (useTunerStore.getState().views[path] ?? initialTunerView).selections[side];
    selectOnSide(path, side, selectAt(now, order, index, mode));
    virtualizer.scrollToIndex(index, { align: 'auto' });
  };
  const turn = (index: number) => {
    const row = rows[index];
    if (row) turnGroup(path, side, row.group);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    if (event.altKey) return;
    const isMod = event.ctrlKey || event.metaKey;
    // As it is now: the key before this may not be drawn yet.
    const selection = (useTunerStore.getState().views[path] ?? initialTunerView).selections[side];
    const current = selection.current === null ? -1 : order.indexOf(selection.current);
    const page = Math.max(Math.floor((scroller.current?.clientHeight ?? 0) / rowHeight) - 1, 1);
    const next = isMod ? null : rowForKey(event.key, current, rows.length, page);
    const row = rows[current];
    if (next !== null && rows.length > 0) choose(next, event.shiftKey ? 'range' : 'one');
    else if (isMod && event.key.toLowerCase() === 'a') selectOnSide(path, side, selectAll(selection, order));
    else if (event.key === ' ' && current >= 0) choose(current, 'toggle');
    else if (row?.kind === 'group' && isTurnKey(event.key, row.open)) turn(current);
    else if (row?.kind === 'tool' && event.key === 'ArrowLeft') choose(groupAbove(rows, current), 'one');
    else if (event.key === 'Escape') focusTunerPlace('filter');
    else return;
    event.preventDefault();
  };
  const rowUnder = (event: MouseEvent | DragEvent) => {
    const element = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-index]') : null;
    return element ? Number(element.dataset.index) : null;
  };
  const onClick = (event: MouseEvent<HTMLDivElement>) => {
    const index = rowUnder(event);
    if (index === null) return;
    event.currentTarget.focus({ preventScroll: true });
    if (event.target instanceof Element && event.target.closest('[data-turn]')) turn(index);
    choose(index, event.shiftKey ? 'range' : event.ctrlKey || event.metaKey ? 'toggle' : 'one');
  };
  const onDragStart = (event: DragEvent<HTMLDivElement>) => {
    const row = rows[rowUnder(event) ?? -1];
    if (!row) return;
    const dragged = selection.names.has(row.key)
      ? selection
      : { current: row.key, anchor: row.key, names: new Set([row.key]) };
    selectOnSide(path, side, dragged);
    event.dataTransfer.setData(dragType, JSON.stringify({ from: side, names: [...chosenTools(rows, dragged)] }));
    event.dataTransfer.effectAllowed = 'move';
  };
  const accepts = (event: DragEvent) => event.dataTransfer.types.includes(dragType);
  const drop = (event: DragEvent) => {
    setOver(false);
    if (!accepts(event)) return;
    event.preventDefault();
    const { from, names } = JSON.parse(event.dataTransfer.getData(dragType)) as { from: Side; names: string[] };
    if (from !== side) onDrop(new Set(names), from);
  };

  return (
    <section
      className={styles.side}
      aria-label={title}
      data-side={side}
      data-over={isOver || undefined}
      onDragOver={(event) => {
        if (!accepts(event)) return;
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <h2 className={styles.heading} data-testid={`${side}-heading`}>
        <ModeMark mode={side === 'board' ? 'always' : 'deferred'} /> {title}{' '}
        <span className="dim">{formatPlural(totals.tools, 'tool')}</span>
        <span className={styles.headingEnd} title="What these tools cost in the prompt" data-testid={`${side}-tokens`}>
          {totals.tokens === null ? '…' : formatCount(totals.tokens)} <span className="dim">{tokens.estimator}</span>
        </span>
      </h2>
      <div ref={scroller} className={styles.scroller}>
        {rows.length === 0 && <p className={styles.empty}>{emptyWords(side, isFiltered, searchOff)}</p>}
        <div
          id={tunerPlaces[side]}
          role="tree"
          className={styles.tree}
          style={{ height: rows.length === 0 ? 0 : virtualizer.getTotalSize() }}
          tabIndex={0}
          aria-label={`${title}, ${formatPlural(totals.tools, 'tool')}`}
          aria-multiselectable
          aria-activedescendant={items.some(({ index }) => index === current) ? rowId(side, current) : undefined}
          data-testid={side}
          data-screen-focus={isActive || undefined}
          data-active={isActive || undefined}
          onFocus={() => {
            if (!isActive) selectOnSide(path, side, selection);
          }}
          onKeyDown={onKeyDown}
          onClick={onClick}
          onDragStart={onDragStart}
        >
          {items.map(({ index, start }) => {
            const row = rows[index];
            return row ? (
              <SideRowLine
                key={row.key}
                id={rowId(side, index)}
                row={row}
                index={index}
                top={start}
                isCurrent={index === current}
                isSelected={selection.names.has(row.key)}
                isTyped={row.kind === 'tool' && onBoard.has(row.placed.tool.name) !== (side === 'board')}
              />
            ) : null;
          })}
        </div>
      </div>
    </section>
  );
});

const rowId = (side: Side, index: number) => `tuner-${side}-${index}`;

function isTurnKey(key: string, open: boolean): boolean {
  return key === 'Enter' || key === (open ? 'ArrowLeft' : 'ArrowRight');
}

function groupAbove(rows: readonly SideRow[], index: number): number {
  return Math.max(
    rows.findLastIndex((row, at) => at <= index && row.kind === 'group'),
    0,
  );
}

function totalsOf(rows: readonly SideRow[], tokens: ToolTokens): { tools: number; tokens: number | null } {
  const tools = rows.flatMap((row) => (row.kind === 'group' ? row.tools.map(({ tool }) => tool) : []));
  return { tools: tools.length, tokens: tokens.sum(tools) };
}

function emptyWords(side: Side, isFiltered: boolean, searchOff: boolean): string {
  if (isFiltered) return 'No tool here has this in its name.';
  if (side === 'board') return 'The board is empty: the agent finds every tool by tool_search.';
  return searchOff
    ? 'There are no drawers while tool search is off.'
    : 'The drawers are empty: every tool is in every prompt. Choose tools on the board and press D.';
}
