import { excerptStart, shiftRanges, type TextRange } from './split-highlights.ts';

/** The first `limit` characters (UTF-16), one less where that would cut a character in two. A little more is not worth a cut. */
export function cutText(text: string, limit: number): string {
  if (text.length <= limit * 1.1) return text;
  const code = text.charCodeAt(limit - 1);
  return text.slice(0, code >= 0xd800 && code <= 0xdbff ? limit - 1 : limit);
}

/** A part of a text for one line, with its matches as seen from there. */
export interface Excerpt {
  readonly text: string;
  readonly ranges: readonly TextRange[];
  /** Whether there is text before it and after it. */
  readonly cutBefore: boolean;
  readonly cutAfter: boolean;
}

/**
 * The excerpt of a text that one line shows: some hundred characters around its first match, without the blanks at the
 * beginning.
 */
export function excerptOf(text: string, ranges: readonly TextRange[], length = 300): Excerpt {
  const wanted = excerptStart(text, ranges);
  const blanks = text.length - wanted - text.slice(wanted).trimStart().length;
  const start = wanted + blanks;
  const part = cutText(text.slice(start, start + 2 * length), length);
  const end = start + part.length;
  return {
    text: part,
    ranges: shiftRanges(ranges, start, end),
    cutBefore: wanted > 0,
    cutAfter: text.slice(end).trimStart() !== '',
  };
}
