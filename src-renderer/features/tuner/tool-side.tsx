import { useVirtualizer } from '@tanstack/react-virtual';
import { type DragEvent, type KeyboardEvent, type MouseEvent, memo, useEffect, useMemo, useRef, useState } from 'react';
import type { ToolTokens } from '../../platform/tool-tokens.ts';
import { type Selection, selectAt } from '../../state/selection.ts';
import { formatCount } from '../../strings/count.ts';
import { strings } from '../../strings/tuner.ts';
import { ModeMark } from '../../ui/mode-mark.tsx';
import { SideRowLine } from './side-row-line.tsx';
import { chosenTools, type Side, type SideRow } from './side-rows.ts';
import styles from './tuner.module.css';
import { keysOf, moveTools, pressOnSide, selectOnSide, turnGroup } from './tuner-model.ts';
import { focusTunerPlace, tunerPlaces } from './tuner-places.ts';

const rowHeight = 28;
const overscan = 12;
const dragType = 'application/x-pegboard-tools';
const titles: Readonly<Record<Side, string>> = strings.toolSide.titles;

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
}) {
  const scroller = useRef<HTMLDivElement>(null);
  const target = useDropOfTools(side);
  const order = keysOf({ rows });
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
  const title = titles[side];

  const scrolledTo = useRef(selection);
  useEffect(() => {
    if (scrolledTo.current === selection) return;
    scrolledTo.current = selection;
    if (current >= 0) virtualizer.scrollToIndex(current, { align: 'auto' });
  }, [selection, current, virtualizer]);
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    if (event.altKey) return;
    const page = Math.max(Math.floor((scroller.current?.clientHeight ?? 0) / rowHeight) - 1, 1);
    const { key, shiftKey: isShift } = event;
    if (key === 'Escape') focusTunerPlace('filter');
    else if (!pressOnSide(side, { key, isMod: event.ctrlKey || event.metaKey, isShift, page })) return;
    event.preventDefault();
  };
  const onClick = (event: MouseEvent<HTMLDivElement>) => {
    const index = rowUnder(event);
    if (index === null) return;
    event.currentTarget.focus({ preventScroll: true });
    const row = rows[index];
    if (row && event.target instanceof Element && event.target.closest('[data-turn]')) turnGroup(path, side, row.group);
    const mode = event.shiftKey ? 'range' : event.ctrlKey || event.metaKey ? 'toggle' : 'one';
    selectOnSide(path, side, selectAt(selection, order, index, mode));
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
  return (
    <section className={`${styles.side} column`} aria-label={title} data-side={side} {...target}>
      <SideHeading side={side} tools={totals.tools} tokens={totals.tokens} estimator={tokens.estimator} />
      <div ref={scroller} className={`${styles.scroller} scrolling-rest`}>
        {rows.length === 0 && <p className={styles.empty}>{emptyWords(side, isFiltered, searchOff)}</p>}
        <div
          id={tunerPlaces[side]}
          role="tree"
          className={styles.tree}
          style={{ height: rows.length === 0 ? 0 : virtualizer.getTotalSize() }}
          tabIndex={0}
          aria-label={`${title}, ${strings.toolSide.tools(totals.tools)}`}
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

/** Index of the row that a pointer is over. */
function rowUnder(event: MouseEvent | DragEvent): number | null {
  const element = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-index]') : null;
  return element ? Number(element.dataset.index) : null;
}

/** Takes tools that are dragged here from the other side. */
function useDropOfTools(side: Side) {
  const [isOver, setOver] = useState(false);
  const accepts = (event: DragEvent) => event.dataTransfer.types.includes(dragType);
  return {
    'data-over': isOver || undefined,
    onDragOver: (event: DragEvent) => {
      if (!accepts(event)) return;
      event.preventDefault();
      setOver(true);
    },
    onDragLeave: () => setOver(false),
    onDrop: (event: DragEvent) => {
      setOver(false);
      if (!accepts(event)) return;
      event.preventDefault();
      const { from, names } = JSON.parse(event.dataTransfer.getData(dragType)) as { from: Side; names: string[] };
      if (from !== side) moveTools(new Set(names), from);
    },
  };
}

/** The name of a side, how many tools it has, and what they cost. */
function SideHeading(props: { side: Side; tools: number; tokens: number | null; estimator: string }) {
  const { side, tools, tokens, estimator } = props;
  return (
    <h2 className={`${styles.heading} row keeps`} data-testid={`${side}-heading`}>
      <ModeMark mode={side === 'board' ? 'always' : 'deferred'} /> {titles[side]}{' '}
      <span className="dim">{strings.toolSide.tools(tools)}</span>
      <span className={styles.headingEnd} title={strings.toolSide.tokensOfTheseTools} data-testid={`${side}-tokens`}>
        {tokens === null ? '…' : formatCount(tokens)} <span className="dim">{estimator}</span>
      </span>
    </h2>
  );
}

const rowId = (side: Side, index: number) => `tuner-${side}-${index}`;

function totalsOf(rows: readonly SideRow[], tokens: ToolTokens): { tools: number; tokens: number | null } {
  const tools = rows.flatMap((row) => (row.kind === 'group' ? row.tools.map(({ tool }) => tool) : []));
  return { tools: tools.length, tokens: tokens.sum(tools) };
}

function emptyWords(side: Side, isFiltered: boolean, searchOff: boolean): string {
  if (isFiltered) return strings.toolSide.noTool;
  if (side === 'board') return strings.toolSide.noToolAlwaysLoaded;
  return searchOff ? strings.toolSide.noToolIsDeferred : strings.toolSide.noToolIsDeferredSelect;
}
