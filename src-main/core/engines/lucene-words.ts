const letter = '[\\p{L}\\p{M}]';
const digit = '\\p{N}';
const alone = '\\p{Script=Han}|\\p{Script=Hiragana}';
const joined = `(?!${alone})(?:${letter}|${digit}|_)`;

/** A CJK character that stands alone; else letters, digits and `_`, with apostrophes and dots that are between two of a kind. */
const wordPattern = new RegExp(
  `${alone}|(?:${joined}|(?<=${letter})['’.·](?=(?!${alone})${letter})|(?<=${digit})['.,;](?=${digit}))+`,
  'gu',
);

/**
 * The words that Lucene's StandardAnalyzer makes of a text, lower case, stop words kept: word boundaries of Unicode's annex 29,
 * so `create_issue` and `github.create_issue` are one word each. Near enough for names and descriptions; Thai and its
 * neighbours are not taken apart, and emoji are not words here.
 */
export function luceneWords(text: string): string[] {
  const words = text.match(wordPattern) ?? [];
  return words.filter((word) => /[\p{L}\p{N}]/u.test(word)).map((word) => word.toLowerCase());
}
