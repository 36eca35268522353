import type { QueryLanguage } from '#shared/domain/query-language.ts';
import { wordKind } from '../../ranker/stop-words.ts';
import { isCjk, type Token } from '../../ranker/tokens.ts';
import { isEnding, longestEnding } from './endings.ts';
import { type Candidate, englishWords, type LanguageTable, languageTable } from './tables.ts';

/** A word or phrase of a query with what it stands for in English. */
export interface TranslatedUnit {
  /** UTF-16 offsets in the query, end exclusive. */
  readonly start: number;
  readonly end: number;
  /** As the query has it, folded. */
  readonly text: string;
  /** Whether it is one of those words that say nothing about a tool. */
  readonly isFunction: boolean;
  /** Candidates, the best first; those of a compound part by part. */
  readonly parts: readonly (readonly Candidate[])[];
}

/** Reads a query word by word; words that no table has are left out. */
export function translate(text: string, tokens: readonly Token[], language: QueryLanguage): TranslatedUnit[] {
  const table = languageTable(language);
  const isWithoutSpaces = language === 'ja' || language === 'ko' || language === 'zh';
  return isWithoutSpaces ? translateRuns(text, table) : translateWords(tokens, table);
}

const mostWords = 5;

/** The longest phrase from each word on, else the word. */
function translateWords(tokens: readonly Token[], table: LanguageTable): TranslatedUnit[] {
  const units: TranslatedUnit[] = [];
  for (let i = 0; i < tokens.length; ) {
    const phrase = phraseFrom(tokens.slice(i, i + mostWords), table);
    units.push(...(phrase ? [phrase.unit] : translateWord(tokens[i] as Token, table)));
    i += phrase?.words ?? 1;
  }
  return units;
}

/** The longest phrase of the table with which these words begin. */
function phraseFrom(tokens: readonly Token[], table: LanguageTable): { unit: TranslatedUnit; words: number } | null {
  const words = tokens.map((token) => token.word);
  const start = `${words[0]} `;
  let longest = 0;
  for (const key of table.keysWithPrefix(start)) {
    const length = key.split(' ').length;
    if (length > longest && words.slice(0, length).join(' ') === key) longest = length;
  }
  const [first, last] = [tokens[0], tokens[longest - 1]];
  if (!first || !last) return null;
  const text = words.slice(0, longest).join(' ');
  const read = asUnit(text, [table.candidates(text)]);
  return { unit: { ...read, start: first.start, end: last.end }, words: longest };
}

function translateWord({ word, start, end }: Token, table: LanguageTable): TranslatedUnit[] {
  const key = `${table.language} ${word}`;
  const known = knownWords.get(key);
  const read = known === undefined ? readWord(word, table) : known;
  if (known === undefined) {
    if (knownWords.size >= maximumKnownWords) knownWords.clear();
    knownWords.set(key, read);
  }
  return read ? [{ ...read, start, end }] : [];
}

type ReadWord = Omit<TranslatedUnit, 'start' | 'end'>;

const maximumKnownWords = 10_000;
const knownWords = new Map<string, ReadWord | null>();

function readWord(word: string, table: LanguageTable): ReadWord | null {
  const isStop = table.stopWords.has(word);
  if (isCjk(word) || !/^\p{L}{2,}$/u.test(word)) return isStop ? functionWord(word) : null;
  const exact = table.candidates(word);
  if (isStop && exact[0]?.table !== 'concepts') return functionWord(word);
  if (exact.length > 0) return asUnit(word, [exact]);
  const inflected = byEnding(word, table);
  if (inflected.length > 0) return asUnit(word, [inflected]);
  const parts = table.language === 'de' ? compoundParts(word, table, 3) : null;
  return parts ? asUnit(word, parts) : null;
}

const shortestStem = 4;
/** A word of another form is less sure. */
const inflectedFactor = 0.9;

/** Candidates of words with the same stem and another ending; the longest common stem decides, then the surest word. */
function byEnding(word: string, table: LanguageTable): readonly Candidate[] {
  for (let cut = 0; cut <= longestEnding && word.length - cut >= shortestStem; cut++) {
    if (!isEnding(word.slice(word.length - cut), table.language)) continue;
    const stem = word.slice(0, word.length - cut);
    let best: readonly Candidate[] = [];
    for (const other of table.keysWithPrefix(stem)) {
      if (other.length - stem.length > longestEnding || !isEnding(other.slice(stem.length), table.language)) continue;
      const candidates = table.candidates(other);
      if (surenessOf(candidates) > surenessOf(best)) best = candidates;
    }
    if (best.length > 0) return best.map(({ english, p }) => ({ english, table: 'ending', p: p * inflectedFactor }));
  }
  return [];
}

/** A concept is surer than any word of the lexicon. */
function surenessOf([first]: readonly Candidate[]): number {
  return first ? first.p + (first.table === 'concepts' ? 1 : 0) : 0;
}

const shortestPart = 3;

/** German compounds: known words, with what may join them. The fewest parts, of those the longest last one. */
function compoundParts(word: string, table: LanguageTable, most: number): (readonly Candidate[])[] | null {
  if (most < 2) return null;
  for (let at = shortestPart; at <= word.length - shortestPart; at++) {
    const last = partCandidates(word.slice(at), table);
    const first = last && partBefore(word.slice(0, at), table);
    if (first) return [first, last];
  }
  for (let at = shortestPart * 2; at <= word.length - shortestPart; at++) {
    const last = partCandidates(word.slice(at), table);
    const before = last && compoundParts(word.slice(0, at), table, most - 1);
    if (before) return [...before, last];
  }
  return null;
}

/** A part that is not the last: as it is, or without the letters that join it to the next. */
function partBefore(text: string, table: LanguageTable): readonly Candidate[] | null {
  for (const joint of ['', 's', 'n', 'en', 'es', 'e', 'er']) {
    if (!text.endsWith(joint)) continue;
    const part = text.slice(0, text.length - joint.length);
    const found = part.length >= shortestPart ? partCandidates(part, table) : null;
    if (found) return found;
  }
  // "Sprach-" stands for "Sprache".
  return partCandidates(`${text}e`, table);
}

function partCandidates(part: string, table: LanguageTable): readonly Candidate[] | null {
  if (table.stopWords.has(part)) return null;
  const found = table.candidates(part);
  const known = found.length > 0 ? found : byEnding(part, table);
  if (known.length > 0) return known.map(({ english, p }) => ({ english, table: 'compound', p: p * inflectedFactor }));
  const isEnglish = part.length > shortestPart && englishWords().has(part);
  return isEnglish ? [{ english: part, table: 'compound', p: inflectedFactor }] : null;
}

const run = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\u30fc]+/gu;

/** The longest key from each character on; in Korean only where a word begins, since an ending may follow. */
function translateRuns(text: string, table: LanguageTable): TranslatedUnit[] {
  const units: TranslatedUnit[] = [];
  for (const { 0: word, index } of text.matchAll(run)) {
    for (let at = 0; at < word.length; ) {
      const found = longestMatch(word, at, table);
      const end = at + (found?.length ?? 1);
      if (found) {
        const folded = word.slice(at, end);
        const candidates = table.candidates(folded);
        const read = candidates.length > 0 ? asUnit(folded, [candidates]) : functionWord(folded);
        units.push({ ...read, start: index + at, end: index + end });
      }
      at = end;
    }
  }
  return units;
}

const longestKey = 12;

function longestMatch(word: string, at: number, table: LanguageTable): { length: number } | null {
  for (let length = Math.min(longestKey, word.length - at); length > 0; length--) {
    const key = word.slice(at, at + length);
    if (table.has(key) || table.stopWords.has(key)) return { length };
  }
  return null;
}

function functionWord(text: string): ReadWord {
  return { text, isFunction: true, parts: [] };
}

/** A phrase in English goes word by word into parts: "pull request" is two. The best candidate says how many there are. */
function asUnit(text: string, given: readonly (readonly Candidate[])[]): ReadWord {
  const isFunction = given.every((candidates) => wordKind(candidates[0]?.english ?? '') === 'function');
  const parts = given.flatMap((candidates) => {
    const byPlace: Candidate[][] = Array.from(candidates[0]?.english.split(' ') ?? [], () => []);
    for (const candidate of candidates) {
      for (const [place, english] of candidate.english.split(' ').entries()) {
        const part = byPlace[Math.min(place, byPlace.length - 1)];
        if (part?.every((other) => other.english !== english)) part.push({ ...candidate, english });
      }
    }
    return byPlace;
  });
  return { text, isFunction, parts };
}
