import { createRequire } from 'node:module';
import { estimateTokens, type TokenCount } from '#shared/tokens.ts';
import { CountMemory } from './count-memory.ts';

const load = createRequire(import.meta.url);
let encoding: typeof import('gpt-tokenizer/encoding/o200k_base') | undefined;

/** The tokens of a short text. The vocabulary takes 100 ms to load, so it is loaded when something is counted. */
const countTokens: typeof import('gpt-tokenizer/encoding/o200k_base')['countTokens'] = (...given) => {
  encoding ??= load('gpt-tokenizer/encoding/o200k_base') as NonNullable<typeof encoding>;
  return encoding.countTokens(...given);
};

/** Longest run, of spaces or without any, that goes to the tokenizer whole: its time grows with the square of a run. */
const longestRun = 1000;

const longRuns = new RegExp(`\\S{${longestRun},}|\\s{${longestRun},}`, 'u');

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

function o200kTokens(text: string): number {
  return text.split(entryStart).reduce((sum, entry) => sum + known.count(entry, entryTokens), 0);
}

function entryTokens(text: string): number {
  const options = { allowedSpecial: new Set<string>(), disallowedSpecial: new Set<string>() };
  if (!longRuns.test(text)) return countTokens(text, options);
  let tokens = 0;
  for (const run of text.match(/\s*\S+|\s+/gu) ?? []) {
    for (let start = 0; start < run.length; start += longestRun) {
      tokens += countTokens(run.slice(start, start + longestRun), options);
    }
  }
  return tokens;
}
