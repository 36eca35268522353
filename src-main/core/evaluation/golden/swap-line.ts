import type { LineSwap } from '#shared/domain/golden-query.ts';
import { PegboardError } from '#shared/errors.ts';

/** The lines of a text, each with its own end; the last may have none. */
export function linesOf(text: string): string[] {
  return text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
}

/** A line without its end. */
export function bare(line: string): string {
  return line.replace(/\r?\n$/, '');
}

/**
 * A text with lines in place of others; every other byte stays. Lines that moved are found again by what they say. Returns
 * where they stood. Error: `file_changed` when they are not there any more.
 */
export function swapLine(text: string, { file, line, from, to }: LineSwap): { text: string; line: number } {
  const lines = linesOf(text);
  const count = linesOf(from).length;
  const isAt = (at: number) => lines.slice(at, at + count).join('') === from;
  const at = isAt(line - 1) ? Math.min(line - 1, lines.length) : lines.findIndex((_, i) => isAt(i));
  if (at < 0) {
    throw new PegboardError('file_changed', `${file}:${line}: this line changed meanwhile; nothing was written.`, {
      hint: 'Look at the current file, then try again.',
      data: { file, line },
    });
  }
  const [before, after] = [lines.slice(0, at).join(''), lines.slice(at + count).join('')];
  // A text that somebody else wrote meanwhile may lack a line end, or follow a line without one.
  const isWhole = (part: string) => part === '' || part.endsWith('\n');
  const parts =
    to === ''
      ? [before, after]
      : [before, isWhole(before) ? '' : '\n', to, isWhole(to) || after === '' ? '' : '\n', after];
  return { text: parts.join(''), line: at + 1 };
}
