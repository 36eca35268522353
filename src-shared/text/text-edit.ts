/** A stretch of a text, by offsets in UTF-16 units, end exclusive. */
export interface Place {
  readonly start: number;
  readonly end: number;
}

/** A stretch of a text and what is there instead. */
export interface Edit extends Place {
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

/** An edit that puts a text at an offset. */
export function insertion(at: number, text: string): Edit {
  return { start: at, end: at, text };
}

/** The line break that a text uses. */
export function lineBreakOf(text: string): '\n' | '\r\n' {
  return text.includes('\r\n') ? '\r\n' : '\n';
}

/** Whole lines behind the line that holds the last character before an offset. */
export function insertLines(text: string, offset: number, lines: readonly string[]): Edit {
  const eol = lineBreakOf(text);
  const newline = text.indexOf('\n', trimmedEnd(text, offset));
  const block = lines.join(eol);
  if (newline >= 0) return insertion(newline + 1, `${block}${eol}`);
  const isFirst = text.trim() === '';
  return insertion(text.length, isFirst ? `${block}${eol}` : `${eol}${block}${eol}`);
}

/** Offset of the start of the line that an offset is on. */
export function lineStart(text: string, offset: number): number {
  return offset === 0 ? 0 : text.lastIndexOf('\n', offset - 1) + 1;
}

/** Offset of the end of the line that an offset is on, before its line break. */
export function lineEnd(text: string, offset: number): number {
  const newline = text.indexOf('\n', offset);
  if (newline < 0) return text.length;
  return text[newline - 1] === '\r' && newline > offset ? newline - 1 : newline;
}

/** Behind the line break of the line that the character before an offset is on. */
export function behindLine(text: string, offset: number): number {
  const newline = text.indexOf('\n', Math.max(0, offset - 1));
  return newline < 0 ? text.length : newline + 1;
}

/** The whole lines from one offset to another. */
export function wholeLines(text: string, { start, end }: Place): Place {
  return { start: lineStart(text, start), end: behindLine(text, Math.max(start + 1, end)) };
}

/** The offset without the white space in front of it. */
export function trimmedEnd(text: string, offset: number): number {
  let end = Math.min(offset, text.length);
  // Other white space, such as a line separator, is part of a text.
  while (end > 0 && ' \t\r\n'.includes(text[end - 1] ?? '')) end--;
  return end;
}

/** How far from the start of its line an offset lies, as white space. */
export function columnOf(text: string, offset: number): string {
  return ' '.repeat(offset - lineStart(text, offset));
}
