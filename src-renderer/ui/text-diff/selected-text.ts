import type { DiffSide } from './diff-rows.ts';

/** What the mouse selected: rows, the side that it began at, and the characters that the first and the last line miss. */
export interface SelectedRows {
  readonly from: number;
  readonly to: number;
  readonly side: DiffSide;
  /** Characters before the selection in the first line, and in the last line up to its end. */
  readonly startsAt: number;
  readonly endsAt: number | null;
}

/** The rows of the browser's selection; null when it lies within one line, which the browser copies itself, or elsewhere. */
export function selectedRows(selection: Selection | null): SelectedRows | null {
  if (!selection || selection.isCollapsed || selection.rangeCount === 0) return null;
  const range = selection.getRangeAt(0);
  const [first, last] = [lineAt(range.startContainer), lineAt(range.endContainer)];
  if (!first || !last || first.element === last.element) return null;
  return {
    from: first.row,
    to: last.row,
    side: lineAt(selection.anchorNode)?.side ?? first.side,
    startsAt: charactersBefore(first.element, range.startContainer, range.startOffset) ?? 0,
    endsAt: first.side === last.side ? charactersBefore(last.element, range.endContainer, range.endOffset) : null,
  };
}

function lineAt(node: Node | null) {
  const element = (node instanceof Element ? node : node?.parentElement)?.closest<HTMLElement>('[data-side]');
  const row = element?.closest<HTMLElement>('[data-index]')?.dataset.index;
  if (!element || row === undefined) return null;
  const side: DiffSide = element.dataset.side === 'before' ? 'before' : 'after';
  return { element, row: Number(row), side };
}

/** Characters of the line before a place in it; null where the screen spells some of them out, so that they cannot be counted. */
function charactersBefore(line: Element, node: Node, offset: number): number | null {
  const text = line.querySelector('[data-text]');
  if (!text?.contains(node) || text.querySelector('[data-hidden-character]')) return null;
  const range = document.createRange();
  range.setStart(text, 0);
  range.setEnd(node, offset);
  return range.toString().length;
}

/** The lines with what the selection leaves out at both ends taken away. */
export function trimmedLines(lines: readonly string[], { startsAt, endsAt }: SelectedRows): string[] {
  return lines.map((line, index) => {
    const end = index === lines.length - 1 && endsAt !== null ? endsAt : line.length;
    return line.slice(index === 0 ? startsAt : 0, end);
  });
}
