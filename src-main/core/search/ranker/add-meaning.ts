import { bestDotProducts, type ModelAnswer } from '../understanding/model-answer.ts';
import { type AskedPart, type AskedWord, askedParts, partTexts } from '../understanding/vectors/asked-parts.ts';
import { cosineOf, leastDot } from '../understanding/vectors/vector-table.ts';
import type { PreparedQuery } from './prepare-query.ts';
import type { WeightedTerm } from './query-terms.ts';
import type { SearchedIndex } from './ranker-index.ts';

/** Most tools that are found by their meaning alone. */
const mostAlone = 50;

/** What the meaning of a query added to the scores of its words. */
export interface AddedMeaning {
  /** The best score by words of any tool. */
  readonly top: number;
  /** β · (whole − top): what a cosine of 1 adds. */
  readonly gain: number;
  readonly by: MeaningBy;
  /** How many tools, the last of the ranking, were found by their meaning alone. */
  readonly alone: number;
}

/** What compared the meanings: the word vectors that come with Pegboard, with the parts of the query, or a model. */
type MeaningBy =
  | { readonly kind: 'words'; readonly parts: readonly AskedPart[] }
  | { readonly kind: 'model'; readonly answer: ModelAnswer };

/** What the words of a query found: it lies in the scratch of the index, which has room for more. */
interface FoundByWords {
  readonly count: number;
  /** The score of a tool without a word of the query. */
  readonly scoreWithoutWords: (tool: number) => number;
  /** What a model says of the query, which then takes the place of the word vectors. */
  readonly model: ModelAnswer | null;
}

/**
 * Adds β · (whole − top) · cosine to the score of every tool, where `whole` is what words score that a tool has in full and `top`
 * the best score of any tool: the surer the words, the less the meaning counts. The cosine is the best of the query and its
 * sentences, by the model's answer where there is one, else by word vectors. Tools without a word of the query come in behind the
 * others, the nearest 50 at most. Null where nothing is added.
 */
export function addMeaning(index: SearchedIndex, query: PreparedQuery, words: FoundByWords): AddedMeaning | null {
  const { count } = words;
  const { parameters } = index;
  const { found, scores } = index.scratch;
  let top = 0;
  for (let i = 0; i < count; i++) top = Math.max(top, scores[i] as number);
  const gain = parameters.meaning * (query.whole - top);
  if (gain <= 0) return null;
  const compared = words.model ? byModel(words.model) : byWords(index, query);
  if (!compared) return null;
  const { by, nearest } = compared;
  for (let i = 0; i < count; i++) {
    const dot = nearest[found[i] as number] as number;
    if (dot > 0) scores[i] = (scores[i] as number) + gain * cosineOf(dot);
  }
  const alone = nearestOthers(index, nearest);
  for (const [i, tool] of alone.entries()) {
    found[count + i] = tool;
    scores[count + i] = words.scoreWithoutWords(tool) + gain * cosineOf(nearest[tool] as number);
  }
  return { top, gain, by, alone: alone.length };
}

/** What compared the meanings, and the best dot product of each tool with any part of the query. They hold until the next search. */
interface Compared {
  readonly by: MeaningBy;
  readonly nearest: Int32Array;
}

function byModel(answer: ModelAnswer): Compared | null {
  return answer.parts.length === 0 ? null : { by: { kind: 'model', answer }, nearest: bestDotProducts(answer) };
}

/** Null for a query without a known word, and where the vectors know too few words of the catalog. */
function byWords(index: SearchedIndex, query: PreparedQuery): Compared | null {
  if (!index.vectors?.areUsable) return null;
  const parts = partsOf(index, query);
  if (parts.length === 0) return null;
  return { by: { kind: 'words', parts }, nearest: index.vectors.dotProducts(parts.map(({ vector }) => vector)) };
}

/** The parts of a query as vectors; one in another language as the words that it was translated to, all in one. */
function partsOf(index: SearchedIndex, { text, terms }: PreparedQuery): AskedPart[] {
  const { vectors, tokenizer, stems, parameters } = index;
  if (!vectors) return [];
  const isForeign = terms.some(({ term }) => term.translations.length > 0);
  if (isForeign) {
    const words = terms.flatMap(({ term }) => translatedWords(index, term));
    return askedParts(words.map(({ word }) => word).join(' '), { vectors: vectors.words, wordsOf: () => words });
  }
  const quoted = new Set(terms.filter(({ term }) => term.quoted).map(({ term }) => term.stem));
  return askedParts(text, {
    vectors: vectors.words,
    wordsOf: (part) =>
      tokenizer.words(part).map((word) => {
        const stem = stems.of(word);
        return { word, stem, weight: quoted.has(stem) ? parameters.quoted : 1 };
      }),
  });
}

/** What a word of a foreign query stands for, with the best translation in full. A word that needs no translation stands for itself if a tool has it. */
function translatedWords(index: SearchedIndex, { word, stem, weight, translations }: WeightedTerm): AskedWord[] {
  const { tokenizer, stems } = index;
  const [best] = translations;
  if (!best) return index.formOf(word) === undefined ? [] : [{ word, stem, weight }];
  return translations.flatMap(({ english, p }) =>
    tokenizer.words(english).map((one) => ({ word: one, stem: stems.of(one), weight: (weight * p) / best.p })),
  );
}

/**
 * The texts that a model compares with the tools: the query, its sentences, and for a query in another language its translation,
 * since not every model knows every language.
 */
export function textsForModel({ text, terms }: PreparedQuery): string[] {
  const isForeign = terms.some(({ term }) => term.translations.length > 0);
  const translated = isForeign ? terms.map(({ term }) => term.translations[0]?.english ?? term.word).join(' ') : text;
  return [...new Set([...partTexts(text), translated])];
}

/** The nearest tools that no word found, the nearest first; of equal ones the first of the catalog. */
function nearestOthers({ scratch, parameters }: SearchedIndex, nearest: Int32Array): number[] {
  const { place } = scratch;
  const best: number[] = [];
  // A dot product counts from here on.
  let least = leastDot(parameters.meaning_alone);
  for (let tool = 0; tool < nearest.length; tool++) {
    const dot = nearest[tool] as number;
    if (dot < least || place[tool] !== 0) continue;
    const at = best.findIndex((other) => dot > (nearest[other] as number));
    best.splice(at < 0 ? best.length : at, 0, tool);
    if (best.length < mostAlone) continue;
    best.length = mostAlone;
    least = (nearest[best[mostAlone - 1] as number] as number) + 1;
  }
  return best;
}
