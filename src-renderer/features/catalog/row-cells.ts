import { strings } from '../../strings/catalog.ts';
import { formatCount } from '../../strings/count.ts';
import { reasonName } from '../../ui/mode-labels.ts';
import { writeVisibleText } from '../../ui/write-visible-text.ts';
import type { CatalogRow } from './catalog-rows.ts';
import type { ColumnId } from './catalog-store.ts';
import styles from './catalog-table.module.css';

/** A mark of a row, drawn once by React; every row gets a copy. */
export type MarkOf = (mark: string) => Node | undefined;

/** Shows a row in a cell that may have shown another one. */
export type WriteCell = (row: CatalogRow) => void;

/** Fills an empty cell with what its column needs, and returns how to show a row in it. */
type MakeCell = (cell: HTMLElement, markOf: MarkOf) => WriteCell;

const destructive = 'destructive';
export const markNames = {
  mode: (mode: string) => `mode ${mode}`,
  effects: (effects: string | null) => `effects ${effects ?? 'unknown'}`,
  destructive,
};

/** The cells of a row, by column. Each changes only what differs: a table that scrolls shows hundreds of cells in a frame. */
export const makeCell: Readonly<Record<ColumnId, MakeCell>> = {
  name: (cell) => {
    cell.classList.add('mono');
    const writeStart = writeVisibleText(cell, 'dim');
    const writeRest = writeVisibleText(cell);
    return ({ tool: { name } }) => {
      const dot = Math.max(name.indexOf('.'), 0);
      cell.title = name;
      writeStart(name.slice(0, dot));
      writeRest(name.slice(dot));
    };
  },
  namespace: (cell) => textCell(cell, ({ tool }) => tool.namespace),
  mode: (cell, markOf) => marksCell({ cell, markOf, marks: ({ tool }) => [markNames.mode(tool.mode)] }),
  effects: (cell, markOf) =>
    marksCell({
      cell,
      markOf,
      marks: ({ tool }) => [markNames.effects(tool.side_effects), ...(tool.is_destructive ? [destructive] : [])],
    }),
  tokens: (cell) => {
    cell.classList.add('mono');
    const text = cell.appendChild(document.createTextNode(''));
    return ({ tokens }) => {
      const shown = tokens === null ? '…' : formatCount(tokens);
      if (text.data !== shown) text.data = shown;
    };
  },
  source: (cell) => textCell(cell, ({ tool }) => tool.source),
  problems: problemsCell,
  reason: (cell) => {
    const frame = cell.appendChild(document.createElement('span'));
    const write = writeVisibleText(frame);
    return ({ tool }) => {
      frame.title = tool.mode_reason.detail;
      write(reasonName(tool.mode_reason, tool.source));
    };
  },
};

function textCell(cell: HTMLElement, textOf: (row: CatalogRow) => string | null): WriteCell {
  const write = writeVisibleText(cell);
  return (row) => {
    const text = textOf(row);
    cell.classList.toggle('dim', text === null);
    write(text ?? '–');
  };
}

function marksCell({
  cell,
  markOf,
  marks,
}: {
  readonly cell: HTMLElement;
  readonly markOf: MarkOf;
  readonly marks: (row: CatalogRow) => readonly string[];
}): WriteCell {
  let last = '';
  return (row) => {
    const names = marks(row);
    const key = names.join();
    if (key === last) return;
    last = key;
    cell.replaceChildren(...names.flatMap((name) => markOf(name)?.cloneNode(true) ?? []));
  };
}

function problemsCell(cell: HTMLElement): WriteCell {
  let last = '';
  return ({ errors, warnings }) => {
    const key = `${errors} ${warnings}`;
    if (key === last) return;
    last = key;
    if (errors + warnings === 0) return cell.replaceChildren();
    const words = [
      errors > 0 ? strings.catalogColumns.errors(errors) : '',
      warnings > 0 ? strings.catalogColumns.warnings(warnings) : '',
    ];
    const text = words.filter(Boolean).join(', ');
    const frame = span(`${styles.problems} mono`, '');
    frame.title = text;
    frame.append(span('visually-hidden', text));
    if (errors > 0) frame.append(hiddenFromReaders(span('is-error', `✕${errors}`)));
    if (warnings > 0) frame.append(hiddenFromReaders(span('is-warning', `▲${warnings}`)));
    cell.replaceChildren(frame);
  };
}

function span(className: string, text: string): HTMLSpanElement {
  const element = document.createElement('span');
  element.className = className;
  element.textContent = text;
  return element;
}

function hiddenFromReaders(element: HTMLElement): HTMLElement {
  element.ariaHidden = 'true';
  return element;
}
