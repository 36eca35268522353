import { rowHeight } from '../../ui/virtual-rows.ts';
import type { CatalogRow } from './catalog-rows.ts';
import type { ColumnId } from './catalog-store.ts';
import styles from './catalog-table.module.css';
import { type MarkOf, makeCell, type WriteCell } from './row-cells.ts';

/** Rows that are drawn beyond the edges, so that none is late. */
const overscan = 20;

/** Rows that are moved together: style is computed again for what moves, so fewer and larger parts are cheaper. */
const blockRows = 16;

/** Milliseconds without scrolling after which the rows are put in order. */
const rest = 500;

/** What the rows show. */
interface PaintedTable {
  readonly rows: readonly CatalogRow[];
  readonly columns: readonly ColumnId[];
  /** Index of the current row; -1 for none. */
  readonly current: number;
  readonly selected: ReadonlySet<string>;
  readonly markOf: MarkOf;
}

/** A row of the page, and what it shows now. */
interface Slot {
  readonly element: HTMLElement;
  readonly writeCells: readonly WriteCell[];
  index: number;
  row: CatalogRow | null;
}

/** Rows in a row. */
interface Block {
  readonly element: HTMLElement;
  readonly slots: readonly Slot[];
  /** How many blocks of the table are before it; -1 before it shows any. */
  at: number;
}

/**
 * Draws the rows near the window, outside React: a step of the wheel shows 32 other rows, and elements made anew for them took longer
 * than a frame. Here the rows that left the window show what enters it: only texts change, and where a block of rows is.
 * When the scrolling rests, the blocks come back into their order for those who read the document.
 */
export class RowPainter {
  readonly #scroller: HTMLElement;
  readonly #element: HTMLElement;
  #table: PaintedTable | null = null;
  #blocks: Block[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(scroller: HTMLElement, element: HTMLElement) {
    this.#scroller = scroller;
    this.#element = element;
  }

  /** Shows these rows and columns from now on. */
  show(table: PaintedTable): void {
    const last = this.#table;
    this.#table = table;
    if (last?.columns !== table.columns || last.markOf !== table.markOf) this.#resize(0);
    this.paint();
    this.#putInOrder();
  }

  /** After a scroll: other rows may be near the window. */
  scrolled(): void {
    this.paint();
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#putInOrder(), rest);
  }

  /** Draws what differs from what is drawn. */
  paint(): void {
    if (!this.#table) return;
    const { rows, current } = this.#table;
    const { scrollTop, clientHeight } = this.#scroller;
    const near = Math.ceil((clientHeight / rowHeight + 1 + 2 * overscan) / blockRows) + 1;
    if (near !== this.#blocks.length) this.#resize(near);
    const last = Math.max(Math.ceil(rows.length / blockRows) - near, 0);
    const first = Math.min(Math.max(Math.floor((scrollTop / rowHeight - overscan) / blockRows), 0), last);
    for (let at = first; at < first + near; at++) {
      const block = this.#blocks[at % near];
      if (block) this.#place(block, at, this.#table);
    }
    const isCurrentDrawn = current >= first * blockRows && current < Math.min((first + near) * blockRows, rows.length);
    setAttribute(this.#element, 'aria-activedescendant', isCurrentDrawn ? rowId(current) : null);
  }

  close(): void {
    clearTimeout(this.#timer);
    this.#resize(0);
  }

  #place(block: Block, at: number, table: PaintedTable): void {
    const start = at * blockRows;
    if (block.at !== at) {
      block.at = at;
      block.element.style.top = `${(start + 1) * rowHeight}px`;
    }
    for (const [offset, slot] of block.slots.entries()) {
      const row = table.rows[start + offset];
      if (row) write(slot, { row, index: start + offset, table });
      if (row && !slot.element.parentNode) block.element.append(slot.element);
      else if (!row) slot.element.remove();
    }
    const isEmpty = start >= table.rows.length;
    if (isEmpty) block.element.remove();
    else if (!block.element.parentNode) this.#element.append(block.element);
  }

  #resize(count: number): void {
    for (const { element } of this.#blocks) element.remove();
    this.#blocks = Array.from({ length: count }, () => {
      const element = document.createElement('tbody');
      element.className = styles.block ?? '';
      element.role = 'rowgroup';
      element.style.height = `${blockRows * rowHeight}px`;
      return { element, slots: Array.from({ length: blockRows }, () => this.#slot()), at: -1 };
    });
  }

  #slot(): Slot {
    const { columns = [], markOf = () => undefined } = this.#table ?? {};
    const element = document.createElement('tr');
    element.className = styles.row ?? '';
    element.role = 'row';
    element.dataset.testid = 'tool-row';
    const writeCells = columns.map((id) => {
      const cell = element.appendChild(document.createElement('td'));
      cell.role = 'gridcell';
      cell.dataset.column = id;
      return makeCell[id](cell, markOf);
    });
    return { element, writeCells, index: -1, row: null };
  }

  #putInOrder(): void {
    let next: Element | null = null;
    for (const { element } of this.#blocks.toSorted((left, right) => right.at - left.at)) {
      if (element.parentNode !== this.#element) continue;
      if (element.nextElementSibling !== next) this.#element.insertBefore(element, next);
      next = element;
    }
  }
}

function write(
  slot: Slot,
  { row, index, table }: { readonly row: CatalogRow; readonly index: number; readonly table: PaintedTable },
): void {
  const { element } = slot;
  if (slot.index !== index) {
    slot.index = index;
    element.dataset.index = String(index);
    element.setAttribute('aria-rowindex', String(index + 2));
  }
  if (slot.row !== row) {
    slot.row = row;
    element.dataset.tool = row.tool.name;
    for (const writeCell of slot.writeCells) writeCell(row);
  }
  setAttribute(element, 'aria-selected', String(table.selected.has(row.tool.name)));
  setAttribute(element, 'data-current', index === table.current ? 'true' : null);
  setAttribute(element, 'id', index === table.current ? rowId(index) : null);
}

const rowId = (index: number) => `catalog-row-${index}`;

/** Null takes it away. What is there already is left alone, so that no style is computed again. */
function setAttribute(element: Element, name: string, value: string | null): void {
  if (element.getAttribute(name) === value) return;
  if (value === null) element.removeAttribute(name);
  else element.setAttribute(name, value);
}
