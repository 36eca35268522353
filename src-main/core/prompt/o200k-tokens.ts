import { O200K_TOKEN_SPLIT_REGEX } from 'gpt-tokenizer/encodingParams/constants';
import { lazily } from '#shared/lazily.ts';
import { CountMemory } from './count-memory.ts';
import { O200kVocabulary } from './o200k-vocabulary.ts';

/** Many commands count nothing. */
const vocabulary = lazily(() => new O200kVocabulary());

/** Most texts repeat their words. */
const knownWords = new CountMemory(2_000_000);

/** The o200k tokens of a text, where `<|endoftext|>` is text like any other. The time grows with the square of a word. */
export function countO200kTokens(text: string): number {
  let tokens = 0;
  for (const [word] of text.matchAll(O200K_TOKEN_SPLIT_REGEX))
    tokens += knownWords.count(word, (unknown) => tokenLengths(unknown).length);
  return tokens;
}

/** Length of each o200k token of a text in order, in bytes of UTF-8. */
export function o200kTokenLengths(text: string): number[] {
  return Array.from(text.matchAll(O200K_TOKEN_SPLIT_REGEX)).flatMap(([word]) => tokenLengths(word));
}

/** Byte-pair encoding: joins the two neighbors whose token has the lowest rank until no two of them are a token. */
function tokenLengths(word: string): number[] {
  const known = vocabulary();
  const bytes = Buffer.from(word);
  if (known.rankOf(bytes, 0, bytes.length) !== undefined) return [bytes.length];
  const starts = Array.from({ length: bytes.length + 1 }, (_, i) => i);
  const rankOfPair = (i: number): number => {
    const end = starts[i + 2];
    return (end === undefined ? undefined : known.rankOf(bytes, starts[i] ?? 0, end)) ?? Number.POSITIVE_INFINITY;
  };
  const ranks = starts.map((_, i) => rankOfPair(i));
  for (let at = lowest(ranks); at !== undefined; at = lowest(ranks)) {
    starts.splice(at + 1, 1);
    ranks.splice(at + 1, 1);
    ranks[at] = rankOfPair(at);
    if (at > 0) ranks[at - 1] = rankOfPair(at - 1);
  }
  return starts.slice(1).map((end, i) => end - (starts[i] ?? 0));
}

/** Where the lowest rank stands; undefined where no two neighbors are a token. */
function lowest(ranks: readonly number[]): number | undefined {
  let rank = Number.POSITIVE_INFINITY;
  let at: number | undefined;
  for (let i = 0; i < ranks.length; i++) {
    const candidate = ranks[i] ?? rank;
    if (candidate >= rank) continue;
    rank = candidate;
    at = i;
  }
  return at;
}
