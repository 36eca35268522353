/** A word of a text, folded, with where it stands: UTF-16 offsets, end exclusive. */
export interface Token {
  readonly word: string;
  readonly start: number;
  readonly end: number;
  /** Identifiers such as `createIssue` stay one run: tokens of one run share this number. */
  readonly run: number;
}

/** Longest word that is kept, UTF-16 units: nobody searches for more of one. */
const maximumWordLength = 64;
const maximumKnownRuns = 50_000;

const runPattern = /[\p{L}\p{N}\p{M}\p{Pc}]+/gu;
const plainWord = /^[a-z]{1,64}$/;
const cjk = '\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Hangul}\\u30fc\\uff70\\uff9e\\uff9f';
/** CJK characters; plurals of initials (`URLs`); initials before a word; a word; initials; digits; letters without case. */
const partPattern = new RegExp(
  `[${cjk}]+|\\p{Lu}{2,}s(?![\\p{Ll}\\p{M}])|[\\p{Lu}\\p{M}]+(?=\\p{Lu}[\\p{Ll}])|\\p{Lu}?[\\p{Ll}\\p{M}]+|[\\p{Lu}\\p{M}]+|\\p{N}+|(?:(?![${cjk}])[\\p{Lo}\\p{Lt}\\p{Lm}\\p{M}])+`,
  'gu',
);
const isCjkText = new RegExp(`^[${cjk}]`, 'u');

/**
 * Splits texts into words for the ranker: identifiers at case changes, `_` and digits; CJK runs into single characters and
 * pairs; lower case, full-width forms as usual ones (NFKC), accents folded (R3.21). Remembers how it split what it saw.
 */
export class Tokenizer {
  readonly #known = new Map<string, readonly Part[]>();

  /** The words of a text in their order. */
  tokens(text: string): Token[] {
    const tokens: Token[] = [];
    let count = 0;
    for (const match of text.matchAll(runPattern)) {
      const run = count++;
      const at = match.index;
      for (const { word, start, end } of this.#partsOf(match[0])) {
        tokens.push({ word, start: at + start, end: at + end, run });
      }
    }
    return tokens;
  }

  /** The same words without their places: what an index needs. */
  words(text: string): string[] {
    const words: string[] = [];
    for (const [run] of text.matchAll(runPattern)) {
      if (plainWord.test(run)) words.push(run);
      else for (const { word } of this.#partsOf(run)) words.push(word);
    }
    return words;
  }

  #partsOf(run: string): readonly Part[] {
    const known = this.#known.get(run);
    if (known) return known;
    const parts = splitRun(run);
    if (this.#known.size >= maximumKnownRuns) this.#known.clear();
    if (run.length <= maximumWordLength) this.#known.set(run, parts);
    return parts;
  }
}

interface Part {
  readonly word: string;
  readonly start: number;
  readonly end: number;
}

function splitRun(run: string): readonly Part[] {
  if (plainWord.test(run)) return [{ word: run, start: 0, end: run.length }];
  return [...run.matchAll(partPattern)].flatMap((match): readonly Part[] => {
    const [text] = match;
    const start = match.index;
    if (isCjkText.test(text)) return cjkParts(text, start);
    const word = foldWord(text);
    return word === '' ? [] : [{ word, start, end: start + text.length }];
  });
}

/** Each character, then each pair: Chinese, Japanese and Korean write words without spaces between them. */
function cjkParts(text: string, start: number): Part[] {
  const composed = text.normalize('NFKC');
  const characters = [...composed];
  // Half-width letters with a mark of their own change the length; then every part stands for the whole run.
  const sameLength = composed.length === text.length;
  const places: Part[] = [];
  let offset = start;
  for (const character of characters) {
    const end = offset + character.length;
    places.push(
      sameLength ? { word: character, start: offset, end } : { word: character, start, end: start + text.length },
    );
    offset = end;
  }
  const pairs = places.slice(1).map((place, i) => {
    const before = places[i] ?? place;
    return { word: before.word + place.word, start: before.start, end: place.end };
  });
  return [...places, ...pairs];
}

/** Letters that Unicode does not take apart into a base and a mark. */
const strokes: Readonly<Record<string, string>> = {
  ł: 'l',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  ħ: 'h',
  ŧ: 't',
  ı: 'i',
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  þ: 'th',
};

/** Lower case, compatibility forms as usual ones, accents away; '' when no letter or digit is left. */
export function foldWord(text: string): string {
  if (plainWord.test(text)) return text;
  const folded = text
    .normalize('NFKC')
    .toLowerCase()
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .normalize('NFC')
    .replace(/[łøđðħŧıßæœþ]/g, (letter) => strokes[letter] ?? letter)
    .replace(/[^\p{L}\p{N}\p{M}]+/gu, '');
  const letters = /[\p{L}\p{N}]/u.test(folded) ? folded : '';
  return letters.length <= maximumWordLength ? letters : letters.slice(0, maximumWordLength).toWellFormed();
}

/** Whether a word came from a CJK run. */
export function isCjk(word: string): boolean {
  return isCjkText.test(word);
}
