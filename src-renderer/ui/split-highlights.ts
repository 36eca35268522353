/** A stretch of text and the query word that matched it; `term` is undefined for text that did not match. */
export interface TextSegment {
  readonly text: string;
  readonly matched: boolean;
  readonly term: string | null;
}

export interface TextRange {
  readonly start: number;
  readonly end: number;
  readonly term: string | null;
}

/**
 * The text cut at its highlights, in order and without gaps. Ranges are UTF-16 offsets, end exclusive; overlapping ones
 * merge into what is not covered yet, those outside of the text are cut to it.
 */
export function splitHighlights(text: string, ranges: readonly TextRange[]): TextSegment[] {
  const segments: TextSegment[] = [];
  const push = (from: number, to: number, matched: boolean, term: string | null) => {
    if (to > from) segments.push({ text: text.slice(from, to), matched, term });
  };
  let position = 0;
  for (const range of ranges.toSorted((left, right) => left.start - right.start || right.end - left.end)) {
    const start = Math.max(range.start, position);
    const end = Math.min(range.end, text.length);
    if (end <= start) continue;
    push(position, start, false, null);
    push(start, end, true, range.term);
    position = end;
  }
  push(position, text.length, false, null);
  return segments;
}

/** The ranges as seen from a part of the text that starts at `from` and ends before `to`. */
export function shiftRanges(ranges: readonly TextRange[], from: number, to: number): TextRange[] {
  return ranges
    .filter((range) => range.end > from && range.start < to)
    .map((range) => ({ ...range, start: Math.max(range.start, from) - from, end: Math.min(range.end, to) - from }));
}

/**
 * Where a one-line excerpt should start so that its first match is seen: at the beginning when the match is near, else at
 * a word some characters before it.
 */
export function excerptStart(text: string, ranges: readonly TextRange[], { near = 56, lead = 24 } = {}): number {
  const first = ranges.reduce((least, range) => Math.min(least, range.start), Number.POSITIVE_INFINITY);
  if (!Number.isFinite(first) || first <= near) return 0;
  const space = text.indexOf(' ', first - lead);
  return space < 0 || space >= first ? first : space + 1;
}
