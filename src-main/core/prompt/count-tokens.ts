import { estimateTokens, type TokenCount } from '#shared/tokens.ts';
import { CountMemory } from './count-memory.ts';
import { countO200kTokens, o200kTokenLengths } from './o200k-tokens.ts';

/** Longest run, of spaces or without any, that goes to the tokenizer whole: its time grows with the square of a run. */
const longestRun = 1000;

/** No expression here looks further than this: one that does runs out of stack in a text of some megabytes. */
const longRuns = new RegExp(`\\S{${longestRun}}|\\s{${longestRun}}`, 'u');
const stretches = new RegExp(`\\s{1,${longestRun}}|\\S{1,${longestRun}}`, 'gu');

/**
 * The places where a text can be cut without changing the count: no token reaches from a line break to a character that is
 * neither white space nor a slash. In a prompt those are the entries of its lists.
 */
const entryStart = /(?<=\n)(?=[^\s/])/;

/**
 * The places where JSON can be cut without changing the count: between the quote in front of a key, with a comma or a brace before it, and
 * the key. A tokenizer never joins two such marks with the letter behind them.
 */
const keyStart = /(?<=[{,]")(?=[a-zA-Z])/;

/** Shorter parts of JSON are counted sooner than they are found in a memory. */
const shortPart = 40;

/** Prompts that are compared, steps of a run and their blocks have most entries in common: each is counted once. */
const known = new CountMemory(8_000_000);

/**
 * Tokens of a text by both estimators. Words, and stretches of white space, over 1,000 characters are counted in pieces, so that hostile text costs
 * linear time; the count of such a text may be a few tokens high. Text such as `<|endoftext|>` counts as what it is: text.
 */
export function countTextTokens(text: string): TokenCount {
  return { estimate: estimateTokens(text), o200k: o200kTokens(text) };
}

/** The same count for JSON on one line, such as the answers of a search: a description that comes again is counted once. */
export function countJsonTokens(json: string): TokenCount {
  const count = (part: string) => (part.length < shortPart ? entryTokens(part) : known.count(part, entryTokens));
  const o200k = json.split(keyStart).reduce((sum, part) => sum + count(part), 0);
  return { estimate: estimateTokens(json), o200k };
}

function o200kTokens(text: string): number {
  return text.split(entryStart).reduce((sum, entry) => sum + known.count(entry, entryTokens), 0);
}

/** The same o200k tokens entry by entry: their sum is the count of the text. */
export function* o200kByEntry(text: string): Generator<number, void> {
  for (const entry of text.split(entryStart)) yield known.count(entry, entryTokens);
}

function entryTokens(text: string): number {
  let tokens = 0;
  for (const piece of pieces(text)) tokens += countO200kTokens(piece);
  return tokens;
}

/** Length of each o200k token of a text in order, bytes of UTF-8: as many as `countTextTokens` counts. */
export function o200kTokenBytes(text: string): number[] {
  return text.split(entryStart).flatMap(pieces).flatMap(o200kTokenLengths);
}

/** The text in pieces that take the tokenizer linear time. */
function pieces(text: string): string[] {
  if (!mayHaveLongRun(text) || !longRuns.test(text)) return [text];
  return words(text).flatMap((word) =>
    Array.from({ length: Math.ceil(word.length / longestRun) }, (_, i) =>
      word.slice(i * longestRun, (i + 1) * longestRun),
    ),
  );
}

/**
 * Whether the expression for long runs is worth its time: it takes 10 ms to compile, and looks from every character to the end of its run. A
 * long run covers one of the places a run's length apart, so only the runs around those are measured.
 */
function mayHaveLongRun(text: string): boolean {
  for (let place = longestRun - 1; place < text.length; place += longestRun) {
    const isSpace = isSpaceAt(text, place);
    let [start, end] = [place, place + 1];
    while (start > 0 && end - start < longestRun && isSpaceAt(text, start - 1) === isSpace) start--;
    while (end < text.length && end - start < longestRun && isSpaceAt(text, end) === isSpace) end++;
    if (end - start >= longestRun) return true;
  }
  return false;
}

const isSpaceAt = (text: string, place: number) => /\s/u.test(text.charAt(place));

/** The text word by word, each with the white space before it; white space at the end stands alone. */
function words(text: string): string[] {
  const found: string[] = [];
  let [open, endsInSpace] = ['', true];
  for (const stretch of text.match(stretches) ?? []) {
    const isSpace = /^\s/u.test(stretch);
    if (isSpace && !endsInSpace) {
      found.push(open);
      open = '';
    }
    open += stretch;
    endsInSpace = isSpace;
  }
  return open === '' ? found : [...found, open];
}
