import type { LineSwap } from '#shared/domain/golden-query.ts';
import { PegboardError } from '#shared/errors.ts';

/**
 * A text with one line in place of another; every other byte stays. A line that moved is found again by what it says.
 * Returns the line's number too. Error: `file_changed` when it is not there any more.
 */
export function swapLine(text: string, { file, line, from, to }: LineSwap): { text: string; line: number } {
  const lines = text.split('\n');
  if (from === null) return insertLine(text, lines, line, to ?? '');
  const at = bare(lines[line - 1]) === from ? line - 1 : lines.findIndex((each) => bare(each) === from);
  if (at < 0) {
    throw new PegboardError('file_changed', `${file}:${line}: another line stands there by now; nothing was written.`, {
      hint: 'Look at the file as it is now and do it again.',
      data: { file, line },
    });
  }
  const ending = lines[at]?.endsWith('\r') ? '\r' : '';
  const changed = to === null ? withoutLine(lines, at) : lines.with(at, `${to}${ending}`);
  return { text: changed.join('\n'), line: at + 1 };
}

/** A last line without an end takes the end of the line before it along. */
function withoutLine(lines: readonly string[], at: number): string[] {
  const left = lines.toSpliced(at, 1);
  return at === left.length && at > 0 ? left.with(-1, bare(left.at(-1)) ?? '') : left;
}

function insertLine(
  text: string,
  lines: readonly string[],
  line: number,
  added: string,
): { text: string; line: number } {
  const eol = text.includes('\r\n') ? '\r' : '';
  const isEnded = lines.at(-1) === '';
  const at = Math.min(line - 1, isEnded ? lines.length - 1 : lines.length);
  // Behind a last line without an end, that line gets one and the new one does not.
  const inserted =
    at === lines.length ? [...lines.slice(0, -1), `${lines.at(-1)}${eol}`, added] : lines.toSpliced(at, 0, added + eol);
  return { text: inserted.join('\n'), line: at + 1 };
}

/** A line without the carriage return of its end. */
export function bare(line: string | undefined): string | undefined {
  return line?.endsWith('\r') ? line.slice(0, -1) : line;
}
