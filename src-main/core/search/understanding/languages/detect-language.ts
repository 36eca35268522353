import type { QueryLanguage } from '#shared/domain/query-language.ts';
import { functionWords } from '../../ranker/stop-words.ts';
import { foldWord } from '../../ranker/tokens.ts';
import { englishWords, languageTable, queryLanguages } from './tables.ts';

/** A stretch of a text: UTF-16 offsets, end exclusive. */
interface Span {
  readonly start: number;
  readonly end: number;
}

/** Share of Chinese, Japanese and Korean characters among all letters from which a query is in one of these languages. */
const leastShare = 0.3;
const letters = /\p{L}/gu;
const han = /\p{Script=Han}/gu;
const kana = /[\p{Script=Hiragana}\p{Script=Katakana}]/gu;
const hangul = /\p{Script=Hangul}/gu;
const cyrillic = /\p{Script=Cyrillic}/gu;
/** Words: a single letter, and a part of an identifier, an address or a name with digits, say nothing. */
const words = /(?<![\p{L}\p{N}\p{M}_@#./&-])(?!\p{L}{2}-)[\p{L}\p{M}]{2,}(?![\p{L}\p{N}\p{M}_@&]|\.\p{L})/gu;

/**
 * The language of a query, or null for English and whatever is not known. By script where that says it; otherwise by words: at
 * least one must be certainly not English, and they must count more than those that are only English. `quoted` stretches say nothing.
 */
export function detectLanguage(text: string, quoted: readonly Span[]): QueryLanguage | null {
  const said = withoutSpans(text, quoted);
  if (!/\P{ASCII}/u.test(said) && isEnglish(said)) return null;
  return byScript(said) ?? byWords(said);
}

function withoutSpans(text: string, spans: readonly Span[]): string {
  let said = '';
  let at = 0;
  for (const { start, end } of spans) {
    said += `${text.slice(at, start)} `;
    at = Math.max(at, end);
  }
  return said + text.slice(at);
}

/** Whether every word is one that English texts have: then no table is needed to tell. */
function isEnglish(text: string): boolean {
  const english = englishWords();
  for (const [word] of text.toLowerCase().matchAll(words)) {
    if (!english.has(word) && !functionWords.has(word)) return false;
  }
  return true;
}

function byScript(text: string): QueryLanguage | null {
  const all = count(text, letters);
  if (all === 0) return null;
  const [ofKana, ofHangul, ofHan] = [count(text, kana), count(text, hangul), count(text, han)];
  const share = (ofKana + ofHangul + ofHan) / all;
  // Names of files and of things in Latin letters may be most of it.
  if (share >= leastShare || (share > 0 && !hasEnglishFunctionWord(text))) {
    if (ofKana > 0) return 'ja';
    return ofHangul > 0 ? 'ko' : 'zh';
  }
  return count(text, cyrillic) / all >= leastShare ? 'ru' : null;
}

function hasEnglishFunctionWord(text: string): boolean {
  return Array.from(text.toLowerCase().matchAll(words)).some(([word]) => functionWords.has(word));
}

function count(text: string, pattern: RegExp): number {
  return text.match(pattern)?.length ?? 0;
}

/** What a word counts for a language, and against it when only English has it. */
const worth = { stopWord: 1.5, tableWord: 1, ownLetter: 0.5, shared: 0.25, onlyEnglish: -1, englishFunctionWord: -2 };

const latin = queryLanguages.filter((language) => !['ru', 'ja', 'ko', 'zh'].includes(language));
/** Letters that no other of these languages has. */
const ownLetters: Partial<Record<QueryLanguage, RegExp>> = {
  de: /[äß]/,
  fr: /[àèêëîïœùû]/,
  es: /ñ/,
  pt: /[ãõ]/,
  it: /[òì]/,
  pl: /[ąęłńśźż]/,
  cs: /[ěřůťď]/,
  tr: /[ğış]/,
};
/** Marks that only Spanish writes before a sentence. */
const spanishMarks = /[¿¡]/;
/** Letters of Vietnamese: its words, once folded, look like those of any language. */
const otherLetters = /[ơưđ\u1ea0-\u1ef9]/i;

interface SpokenWord {
  readonly raw: string;
  /** As tables have it. */
  readonly word: string;
  readonly english: 'function' | 'word' | null;
  /** Written with a capital inside the text: a name, or a German noun; no stop word. */
  readonly isCapital: boolean;
}

/** Two sets of languages as bits: those where a word is a stop word, and those whose table has it. */
interface Languages {
  readonly stopWordOf: number;
  readonly wordOf: number;
}

const maximumKnownWords = 20_000;
const knownWords = new Map<string, Languages>();

/** Which languages have a word, each word looked up once. */
function languagesOf(word: string): Languages {
  const known = knownWords.get(word);
  if (known) return known;
  let [stopWordOf, wordOf] = [0, 0];
  for (const [i, language] of latin.entries()) {
    const table = languageTable(language);
    if (table.stopWords.has(word)) stopWordOf |= 1 << i;
    if (table.has(word)) wordOf |= 1 << i;
  }
  if (knownWords.size >= maximumKnownWords) knownWords.clear();
  knownWords.set(word, { stopWordOf, wordOf });
  return { stopWordOf, wordOf };
}

function byWords(text: string): QueryLanguage | null {
  if (otherLetters.test(text)) return null;
  const english = englishWords();
  const spoken = Array.from(text.matchAll(words), ({ 0: raw, index }): SpokenWord => {
    const word = foldWord(raw);
    const isPlain = raw.toLowerCase() === word;
    const kind = functionWords.has(word) ? 'function' : english.has(word) ? 'word' : null;
    const isCapital = /^\p{Lu}/u.test(raw) && /[^.!?¿¡\s]/.test(text.slice(0, index));
    return { raw: raw.toLowerCase(), word, english: isPlain ? kind : null, isCapital };
  });
  const foreign = spoken.filter(({ english }) => english === null);
  const hasEnglish = spoken.some(({ english }) => english === 'word');
  let best: QueryLanguage | null = null;
  let most = 0;
  for (const language of latin) {
    const byMarks = language === 'es' && spanishMarks.test(text) ? worth.stopWord : 0;
    const score = (isCertain(foreign, language, hasEnglish) ? scoreOf(spoken, language) : 0) + byMarks;
    if (score > most) [best, most] = [language, score];
  }
  return best;
}

/** What a word says of a language. */
function saidBy({ raw, word, isCapital }: SpokenWord, language: QueryLanguage) {
  const bit = 1 << latin.indexOf(language);
  const { stopWordOf, wordOf } = languagesOf(word);
  const isStop = (stopWordOf & bit) !== 0 && !isCapital;
  const has = (wordOf & bit) !== 0;
  return {
    isStop,
    has,
    isOwn: !isCapital && (ownLetters[language]?.test(raw) ?? false),
    isKnown: !isStop && has && (!isCapital || language === 'de'),
  };
}

/**
 * Whether one of the words that are not English is certainly of this language. Among English words one word of the table is not enough: it
 * may be a loan or a name.
 */
function isCertain(foreign: readonly SpokenWord[], language: QueryLanguage, hasEnglish: boolean): boolean {
  let ofTable = 0;
  for (const word of foreign) {
    const { isStop, isOwn, isKnown } = saidBy(word, language);
    if (isStop || isOwn) return true;
    if (isKnown) ofTable++;
  }
  return ofTable > (hasEnglish ? 1 : 0);
}

/** How much all words speak for a language. */
function scoreOf(spoken: readonly SpokenWord[], language: QueryLanguage): number {
  let score = 0;
  for (const word of spoken) {
    const { isStop, has, isOwn, isKnown } = saidBy(word, language);
    if (word.english !== null) {
      if (isStop) score += worth.shared;
      else if (word.english === 'function') score += worth.englishFunctionWord;
      else if (!has) score += worth.onlyEnglish;
      continue;
    }
    if (isOwn) score += worth.ownLetter;
    if (isStop) score += worth.stopWord;
    if (isKnown) score += worth.tableWord;
  }
  return score;
}
