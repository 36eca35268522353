import { english } from './english.ts';
import { otherLanguageWords } from './other-languages.ts';

/** A concept in a sentence: its first word and how many words it has. */
export interface FoundConcept {
  readonly concept: string;
  readonly at: number;
  readonly length: number;
}

interface Entry {
  readonly concept: string;
  readonly words: readonly string[];
}

/** Letters of languages whose words are found inside of others: Japanese, Chinese, Korean. */
export const withoutSpaces = /[\u3040-\u30ff\u4e00-\u9fff\uac00-\ud7af]/;

const exact = new Map<string, Entry[]>();
const prefixes = new Map<string, Entry[]>();
const inside: { readonly concept: string; readonly text: string }[] = [];
let longestPrefix = 0;

for (const language of [english, ...otherLanguageWords]) {
  for (const [concept, list] of Object.entries(language)) {
    for (const written of list?.replaceAll('’', "'").split(' ') ?? []) enter(concept, written);
  }
}

function enter(concept: string, written: string): void {
  if (withoutSpaces.test(written)) {
    inside.push({ concept, text: written });
    return;
  }
  const words = written.split('_');
  const [first = ''] = words;
  const isPrefix = first.endsWith('*');
  const key = isPrefix ? first.slice(0, -1) : first;
  if (isPrefix) longestPrefix = Math.max(longestPrefix, key.length);
  const map = isPrefix ? prefixes : exact;
  const known = map.get(key);
  if (known) known.push({ concept, words });
  else map.set(key, [{ concept, words }]);
}

/** The words of a text in lower case. Where a language writes no spaces, each two letters in a row stand for a word. */
export function wordsIn(text: string): string[] {
  const words = text.toLowerCase().match(/[\p{L}\p{N}][\p{L}\p{M}\p{N}'-]*/gu) ?? [];
  return withoutSpaces.test(text) ? words.flatMap(pairsOf) : words;
}

function pairsOf(word: string): string[] {
  if (word.length < 3 || !withoutSpaces.test(word)) return [word];
  return Array.from({ length: word.length - 1 }, (_, at) => word.slice(at, at + 2));
}

/** Words of one sentence that are looked at. */
const maximumWords = 300;

/** The concepts of a sentence in its order. A word can have several. */
export function conceptsIn(text: string, all: readonly string[]): FoundConcept[] {
  const words = all.slice(0, maximumWords);
  const found: FoundConcept[] = [];
  words.forEach((word, at) => {
    for (const entry of candidates(word)) {
      if (entry.words.every((one, offset) => offset === 0 || isLike(words[at + offset], one)))
        found.push({ concept: entry.concept, at, length: entry.words.length });
    }
  });
  if (withoutSpaces.test(text)) {
    for (const { concept, text: part } of inside) {
      const at = text.indexOf(part);
      if (at >= 0) found.push({ concept, at: Math.floor(at / 2), length: 1 });
    }
  }
  return found.sort((left, right) => left.at - right.at);
}

/** Words that were looked up, up to a limit: definitions use few words often. */
const lookedUp = new Map<string, readonly Entry[]>();
const mostLookedUp = 20_000;

function candidates(word: string): readonly Entry[] {
  const known = lookedUp.get(word);
  if (known) return known;
  const found = [...(exact.get(word) ?? [])];
  for (let length = Math.min(word.length, longestPrefix); length >= 2; length--)
    found.push(...(prefixes.get(word.slice(0, length)) ?? []));
  if (lookedUp.size < mostLookedUp && word.length < 40) lookedUp.set(word, found);
  return found;
}

function isLike(word: string | undefined, written: string): boolean {
  if (word === undefined) return false;
  return written.endsWith('*') ? word.startsWith(written.slice(0, -1)) : word === written;
}
