/** Longest query that is read, UTF-16 units; the rest is cut. */
export const maximumQueryLength = 2000;

/** Most words of one query that are searched. */
export const maximumQueryWords = 64;

/**
 * The words of a text: runs of letters and digits of any script, as SQLite's `unicode61` splits them (R3.21). Text is
 * composed first, so that `ź` is one letter however it was typed.
 */
export function wordsOf(text: string): string[] {
  return text.normalize('NFC').match(/(?:[\p{L}\p{N}\p{Co}]|[\u0300-\u036f])+/gu) ?? [];
}

/** A word or several as an FTS5 phrase: quoted, so that nothing in it is an operator (R3.20). */
export function quotePhrase(word: string): string {
  return `"${word.replaceAll('"', '""')}"`;
}
