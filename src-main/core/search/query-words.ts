/** Longest query that is read, UTF-16 units; the rest is cut. */
export const maximumQueryLength = 2000;

/** Most words of one query that are searched. */
export const maximumQueryWords = 64;

/**
 * The words of a text: runs of letters and digits of any script, as SQLite's `unicode61` splits them (R3.21). Text is
 * composed first, so that `ź` is one letter however it was typed. Of the combining marks only those are part of a word that
 * unicode61 takes for diacritics.
 */
export function wordsOf(text: string): string[] {
  return text.normalize('NFC').match(wordPattern) ?? [];
}

/** The words of a query that a search by its words looks for, each once. */
export function searchedWords(query: string): string[] {
  return [...new Set(wordsOf(query.slice(0, maximumQueryLength)))].slice(0, maximumQueryWords);
}

const letter = '[\\p{L}\\p{N}\\p{Co}]';
const diacritic = '[\\u0300-\\u0304\\u0306-\\u030c\\u030f\\u0311\\u031b\\u0323-\\u0328\\u032d\\u032e\\u0330\\u0331]';
const wordPattern = new RegExp(`(?:${letter}|${diacritic})+`, 'gu');

/** A word or several as an FTS5 phrase: quoted, so that nothing in it is an operator (R3.20). */
export function quotePhrase(word: string): string {
  return `"${word.replaceAll('"', '""')}"`;
}
