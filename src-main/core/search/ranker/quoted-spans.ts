/** A stretch of a query that names a thing rather than says what to do: UTF-16 offsets, end exclusive. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

const inside = (open: string, close: string, most: number) => `${open}[^${open}${close}\\n]{1,${most}}${close}`;

/** Quotes, code, placeholders, URLs, e-mail addresses, paths. Every repetition has a bound. */
const pattern = new RegExp(
  [
    inside('"', '"', 400),
    inside('“', '”', 400),
    inside('«', '»', 400),
    inside('「', '」', 400),
    inside('`', '`', 400),
    // An apostrophe inside a word opens and closes nothing.
    `(?<![\\p{L}\\p{N}])${inside("'", "'", 200)}(?![\\p{L}\\p{N}])`,
    `${inside('‘', '’', 200)}(?![\\p{L}\\p{N}])`,
    inside('\\{', '\\}', 100),
    inside('<', '>', 100),
    inside('\\[', '\\]', 100),
    '[a-zA-Z][a-zA-Z0-9+.-]{1,20}://[^\\s"\'<>]{1,400}',
    '[\\p{L}\\p{N}._%+-]{1,64}@[\\p{L}\\p{N}.-]{1,200}',
    '(?<!\\S)(?:[a-zA-Z]:|~|\\.{1,2})?[/\\\\][^\\s"\'<>]{1,400}',
  ].join('|'),
  'gu',
);

/** Where a text quotes, in its order, without overlaps. */
export function quotedSpans(text: string): Span[] {
  return Array.from(text.matchAll(pattern), (match) => ({ start: match.index, end: match.index + match[0].length }));
}
