/** Texts as skills keep them: equal whatever editor, platform or format they came from. */

/** Line feeds only. */
export function withLineFeeds(text: string): string {
  return text.includes('\r') ? text.replace(/\r\n?/g, '\n') : text;
}

/** A text of one or more lines, without white space at its ends. */
export function normaliseText(text: string): string {
  return withLineFeeds(text).trim();
}

/** A text of one line. */
export function normaliseLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
