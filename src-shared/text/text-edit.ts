/** A stretch of a text, by offsets in UTF-16 units, end exclusive, and what stands there instead. */
export interface Edit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** The text after edits that do not overlap; of several at one place the first comes first. */
export function applyEdits(text: string, edits: readonly Edit[]): string {
  const inOrder = edits.toSorted((a, b) => a.start - b.start || a.end - b.end);
  let result = '';
  let done = 0;
  for (const { start, end, text: instead } of inOrder) {
    result += text.slice(done, start) + instead;
    done = Math.max(done, end);
  }
  return result + text.slice(done);
}

/** The line break that a text uses. */
export function lineBreakOf(text: string): '\n' | '\r\n' {
  return text.includes('\r\n') ? '\r\n' : '\n';
}

/** Whole lines behind the line that holds the last character before an offset. */
export function insertLines(text: string, offset: number, lines: readonly string[]): Edit {
  const eol = lineBreakOf(text);
  const last = text.slice(0, offset).trimEnd().length;
  const newline = text.indexOf('\n', last);
  const block = lines.join(eol);
  if (newline >= 0) return { start: newline + 1, end: newline + 1, text: `${block}${eol}` };
  const isFirst = text.trim() === '';
  return { start: text.length, end: text.length, text: isFirst ? `${block}${eol}` : `${eol}${block}${eol}` };
}

/** Offset of the start of the line that an offset lies on. */
export function lineStart(text: string, offset: number): number {
  return offset === 0 ? 0 : text.lastIndexOf('\n', offset - 1) + 1;
}

/** The whole lines from one offset to another. */
export function wholeLines(text: string, start: number, end: number): Edit {
  const newline = text.indexOf('\n', Math.max(start, end - 1));
  return { start: lineStart(text, start), end: newline < 0 ? text.length : newline + 1, text: '' };
}
