import { createRequire } from 'node:module';
import { estimateTokens, type TokenCount } from '#shared/tokens.ts';

/** Remembers what texts counted, for about so many characters of them; what was not asked for longest is forgotten first. */
export class CountMemory {
  readonly #characters: number;
  #young = new Map<string, number>();
  #old: ReadonlyMap<string, number> = new Map();
  #size = 0;

  constructor(characters: number) {
    this.#characters = characters;
  }

  count(text: string, counted: (text: string) => number): number {
    const young = this.#young.get(text);
    if (young !== undefined) return young;
    const count = this.#old.get(text) ?? counted(text);
    if (this.#size > this.#characters / 2) {
      this.#old = this.#young;
      this.#young = new Map();
      this.#size = 0;
    }
    // A copy: a part of a long text would keep the whole of it in memory.
    this.#young.set(Buffer.from(text).toString(), count);
    this.#size += text.length;
    return count;
  }
}

const load = createRequire(import.meta.url);
let encoding: typeof import('gpt-tokenizer/encoding/o200k_base') | undefined;

/** What each token stands for, by its number. */
let ranks: readonly (string | readonly number[])[] | undefined;

/** The vocabulary takes 100 ms to load, so it is loaded when something is counted. */
function loaded(): NonNullable<typeof encoding> {
  encoding ??= load('gpt-tokenizer/encoding/o200k_base') as NonNullable<typeof encoding>;
  return encoding;
}

/** The tokens of a short text. */
const countTokens: NonNullable<typeof encoding>['countTokens'] = (...given) => loaded().countTokens(...given);

/** Longest run, of spaces or without any, that goes to the tokenizer whole: its time grows with the square of a run. */
const longestRun = 1000;

/** No expression here looks further than this: one that does runs out of stack in a text of some megabytes. */
const longRuns = new RegExp(`\\S{${longestRun}}|\\s{${longestRun}}`, 'u');
const stretches = new RegExp(`\\s{1,${longestRun}}|\\S{1,${longestRun}}`, 'gu');

/**
 * Where a text can be cut without another count: no token reaches from a line break to a character that is neither white space
 * nor a slash. In a prompt those are the entries of its lists.
 */
const entryStart = /(?<=\n)(?=[^\s/])/;

/** Prompts that are compared, steps of a run and their blocks have most entries in common: each is counted once. */
const known = new CountMemory(8_000_000);

/**
 * Tokens of a text by both estimators. Words, and stretches of white space, over 1,000 characters are counted in pieces, so that hostile text costs
 * linear time; the count of such a text may be a few tokens high. Text such as `<|endoftext|>` counts as what it is: text.
 */
export function countTextTokens(text: string): TokenCount {
  return { estimate: estimateTokens(text), o200k: o200kTokens(text) };
}

/** Every character is text: none of it is a special token. */
const textOnly = { allowedSpecial: new Set<string>(), disallowedSpecial: new Set<string>() };

function o200kTokens(text: string): number {
  return text.split(entryStart).reduce((sum, entry) => sum + known.count(entry, entryTokens), 0);
}

/** The same o200k tokens entry by entry: their sum is the count of the text. */
export function* o200kByEntry(text: string): Generator<number, void> {
  for (const entry of text.split(entryStart)) yield known.count(entry, entryTokens);
}

function entryTokens(text: string): number {
  let tokens = 0;
  for (const piece of pieces(text)) tokens += countTokens(piece, textOnly);
  return tokens;
}

/** Length of each o200k token of a text in order, bytes of UTF-8: as many as `countTextTokens` counts. */
export function o200kTokenBytes(text: string): number[] {
  loaded();
  ranks ??= load('gpt-tokenizer/bpeRanks/o200k_base').default as NonNullable<typeof ranks>;
  const bytesOf = (token: number) => {
    const bytes = ranks?.[token] ?? '';
    return typeof bytes === 'string' ? Buffer.byteLength(bytes) : bytes.length;
  };
  const all = text.split(entryStart).flatMap(pieces);
  return all.flatMap((piece) => loaded().encode(piece, textOnly).map(bytesOf));
}

/** The text in pieces that take the tokenizer linear time. */
function pieces(text: string): string[] {
  if (!longRuns.test(text)) return [text];
  return words(text).flatMap((word) =>
    Array.from({ length: Math.ceil(word.length / longestRun) }, (_, i) =>
      word.slice(i * longestRun, (i + 1) * longestRun),
    ),
  );
}

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
