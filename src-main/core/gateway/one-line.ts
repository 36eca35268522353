/** A text on one line: white space and control characters become one space, and what is longer than `length` is cut with a mark. */
export function oneLine(text: string, length: number): string {
  const line = text.replace(/[\s\p{Cc}\p{Cf}]+/gu, ' ').trim();
  if (line.length <= length) return line;
  const head = line.slice(0, length - 1).replace(/[\uD800-\uDBFF]$/, '');
  return `${head.replace(/\s+\S{0,20}$/, '')}…`;
}

/** The first sentence of a text, on one line of at most `length` characters. */
export function firstSentence(text: string, length: number): string {
  const line = oneLine(text, Math.max(length, 2_000));
  const end = /[.!?。！？](?=\s|$)/u.exec(line.slice(12));
  return oneLine(end ? line.slice(0, 12 + end.index + 1) : line, length);
}
