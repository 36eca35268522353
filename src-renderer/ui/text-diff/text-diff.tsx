import { UnstyledButton } from '@mantine/core';
import { type KeyboardEvent, useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import { strings } from '../../strings/ui.ts';
import { DiffLine, GridPart } from './diff-line.tsx';
import { type DiffRow, type DiffSide, type LinePlace, otherLine, textOfRows } from './diff-rows.ts';
import { FindInDiff } from './find-in-diff.tsx';
import { selectedRows, trimmedLines } from './selected-text.ts';
import styles from './text-diff.module.css';
import { type DiffView, useDiffView } from './use-diff-view.ts';
import { type RowList, useRows } from './use-rows.ts';

/** Moves that other parts of a screen ask for. */
export interface TextDiffActs {
  goToChange(to: 'next' | 'previous'): void;
  /** Makes a line the current one, with the fold over it open, near the top. */
  showLine(place: LinePlace): void;
}

interface TextDiffProps {
  readonly before: string;
  readonly after: string;
  readonly label: string;
  /** Side by side, or one text with both. */
  readonly split: boolean;
  /** Fold what is equal. */
  readonly onlyChanges: boolean;
  /** A line of the second text, counted from 0, with something to say of it. */
  readonly note?: { readonly line: number; readonly text: string } | null;
  /** Gets the moves while the difference is shown, and null after. */
  readonly onReady?: (acts: TextDiffActs | null) => void;
  /** How many changes there are, and which of them the current line is at: 0 before the first. */
  readonly onChanges?: (at: number, count: number) => void;
}

/** Two texts and what differs, read only. Only the rows near the window are drawn; the whole texts are found in and copied. */
export function TextDiff({ onReady, onChanges, note = null, ...props }: TextDiffProps) {
  const { label, split } = props;
  const id = useId();
  const view = useDiffView(props);
  const { rows, at, place, difference, count, change } = view;
  const [sought, setSought] = useState<string | null>(null);
  const list = useRows(view, split);
  const { scroller, virtualizer, reveal } = list;
  const items = virtualizer.getVirtualItems();
  const currentRow = items.some(({ index }) => index === at) ? rows[at] : undefined;

  const acts = useRef<TextDiffActs>(null);
  const goToChange = (to: 'next' | 'previous') => {
    const row = view.rowBeside(to);
    if (row < 0) return;
    view.moveTo(row);
    reveal('center');
  };
  const showLine = (next: LinePlace) => {
    view.show(next);
    reveal('start');
  };
  acts.current = { goToChange, showLine };
  useEffect(() => {
    onReady?.({
      goToChange: (to) => acts.current?.goToChange(to),
      showLine: (next) => acts.current?.showLine(next),
    });
    return () => onReady?.(null);
  }, [onReady]);
  // Before the browser draws, so that the count comes with the text.
  useLayoutEffect(() => onChanges?.(change, count), [onChanges, change, count]);

  const closeFind = () => {
    setSought(null);
    scroller.current?.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const isMod = event.ctrlKey || event.metaKey;
    if (isMod && event.key === 'f') setSought(sought ?? '');
    else if (event.key === 'Escape' && sought !== null) closeFind();
    else if (event.target !== event.currentTarget || !moveByKey(event, list, { view, goToChange })) return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <div className={`${styles.diff} column fill`} data-testid="text-diff">
      {sought !== null && (
        <FindInDiff
          difference={difference}
          sought={sought}
          place={place}
          onSeek={setSought}
          onShow={(found) => {
            view.show(found);
            reveal('center');
          }}
          onClose={closeFind}
        />
      )}
      <GridPart
        ref={scroller}
        className={`${styles.scroller} rest`}
        role="grid"
        tabIndex={0}
        aria-label={strings.textDiff.difference(label)}
        aria-rowcount={rows.length}
        aria-multiselectable
        aria-activedescendant={
          currentRow && cellId(id, at, currentRow.kind === 'fold' ? null : (place?.side ?? 'after'))
        }
        data-split={split || undefined}
        data-selects={split ? list.selects : undefined}
        onKeyDown={onKeyDown}
        onPointerDown={list.onPointerDown}
        onCopy={(event) => {
          const text = copied(view, split);
          if (text === null) return;
          event.clipboardData.setData('text/plain', text);
          event.preventDefault();
        }}
      >
        <div role="presentation" className={styles.rows} style={{ height: virtualizer.getTotalSize() }}>
          {items.map(({ index, start, key }) => {
            const row = rows[index];
            if (!row) return null;
            const isSelected = index >= view.selected[0] && index <= view.selected[1];
            return (
              <GridPart
                key={key}
                ref={virtualizer.measureElement}
                className={styles.row}
                role="row"
                aria-rowindex={index + 1}
                aria-selected={isSelected}
                data-current={isSelected || undefined}
                data-index={index}
                style={{ top: start }}
              >
                <RowCells id={id} index={index} row={row} view={view} split={split} sought={sought ?? ''} note={note} />
              </GridPart>
            );
          })}
        </div>
      </GridPart>
    </div>
  );
}

function cellId(id: string, row: number, side: DiffSide | null): string {
  return `${id}-${row}-${side ?? 'fold'}`;
}

function RowCells({
  id,
  index,
  row,
  view: { difference, open },
  split,
  sought,
  note,
}: {
  readonly id: string;
  readonly index: number;
  readonly row: DiffRow;
  readonly view: DiffView;
  readonly split: boolean;
  readonly sought: string;
  readonly note: TextDiffProps['note'];
}) {
  if (row.kind === 'fold') {
    return (
      <GridPart role="gridcell" id={cellId(id, index, null)} className={styles.fold}>
        <UnstyledButton className={styles.unfold} tabIndex={-1} onClick={() => open(row.gap)}>
          {strings.textDiff.showUnchangedLines(row.lines)}
        </UnstyledButton>
      </GridPart>
    );
  }
  const sides: readonly DiffSide[] = split ? ['before', 'after'] : [row.after === null ? 'before' : 'after'];
  return sides.map((side) => {
    const line = row[side];
    if (line === null) return <div key={side} role="presentation" className={styles.missing} />;
    const change = row.change === null ? undefined : difference.changes[row.change];
    const other = change ? otherLine(change, { side, line }) : null;
    return (
      <DiffLine
        key={side}
        id={cellId(id, index, side)}
        side={side}
        line={line}
        text={difference[side][line] ?? ''}
        isChanged={row.change !== null}
        other={other === null ? null : (difference[side === 'before' ? 'after' : 'before'][other] ?? null)}
        sought={sought}
        note={side === 'after' && note?.line === line ? note.text : null}
      />
    );
  });
}

/** Does what a key means in the rows; whether it means something. */
function moveByKey(
  { key, shiftKey, ctrlKey, metaKey, altKey }: KeyboardEvent,
  { page, reveal }: RowList,
  { view, goToChange }: { readonly view: DiffView; goToChange(to: 'next' | 'previous'): void },
): boolean {
  const { rows, at, side } = view;
  if (altKey) return false;
  if ((ctrlKey || metaKey) && key === 'a') {
    view.selectAll();
    return true;
  }
  if (ctrlKey || metaKey) return false;
  const last = rows.length - 1;
  const to: Readonly<Record<string, number | undefined>> = {
    ArrowDown: Math.min(at + 1, last),
    ArrowUp: Math.max(at - 1, 0),
    PageDown: Math.min(at + page(), last),
    PageUp: Math.max(at - page(), 0),
    Home: 0,
    End: last,
  };
  const row = to[key];
  if (row !== undefined) {
    view.moveTo(row, { extends: shiftKey });
    reveal('auto');
  } else if (key === 'F7') goToChange(shiftKey ? 'previous' : 'next');
  else if (key === 'ArrowLeft' || key === 'ArrowRight') {
    const next = key === 'ArrowLeft' ? 'before' : 'after';
    if (at >= 0 && next !== side) view.moveTo(at, { side: next });
    else return false;
  } else if (key === 'Enter') {
    const current = rows[at];
    if (current?.kind !== 'fold') return false;
    view.open(current.gap);
  } else return false;
  return true;
}

/** What is copied: the lines of the selection, whole even where they are not drawn; null where the browser copies itself. */
function copied({ difference, rows, selected, side, at }: DiffView, split: boolean): string | null {
  const selection = document.getSelection();
  const chosen = selectedRows(selection);
  if (chosen) {
    const lines = textOfRows(difference, rows, { ...chosen, side: split ? chosen.side : null });
    return trimmedLines(lines, chosen).join('\n');
  }
  if (at < 0 || (selection && !selection.isCollapsed)) return null;
  const [from, to] = selected;
  return textOfRows(difference, rows, { from, to, side: split ? side : null }).join('\n');
}
