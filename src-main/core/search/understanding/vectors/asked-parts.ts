import { unitVector } from './vector-table.ts';
import type { WeightedRow, WordVectors } from './word-vectors.ts';

/** A word of a query, or the word that it was translated to, with what it counts. */
export interface AskedWord {
  readonly word: string;
  readonly stem: string;
  readonly weight: number;
}

/** A query or one sentence of it, as a vector. */
export interface AskedPart {
  readonly text: string;
  /** Its words, each row once. */
  readonly rows: readonly WeightedRow[];
  readonly vector: Int16Array;
}

/** Most sentences that are compared each on its own. */
const mostSentences = 4;
const sentenceEnd = /(?<=[.!?。！？])\s+|(?<=[。！？])|\n+/;

/** The query, then its sentences where it has several; a part without a known word is left out. */
export function askedParts(
  text: string,
  { vectors, wordsOf }: { readonly vectors: WordVectors; readonly wordsOf: (text: string) => readonly AskedWord[] },
): AskedPart[] {
  return partTexts(text).flatMap((part): AskedPart[] => {
    const rows = askedRows(wordsOf(part), vectors);
    return rows.length === 0 ? [] : [{ text: part, rows, vector: unitVector(vectors.sumOf(rows)) }];
  });
}

/** A query, then its sentences where it has several. */
export function partTexts(text: string): string[] {
  const sentences = text.split(sentenceEnd).filter((sentence) => /[\p{L}\p{N}]/u.test(sentence));
  return sentences.length > 1 ? [text, ...sentences.slice(0, mostSentences)] : [text];
}

/** The rows of a text's words; a word that comes n times counts √n. */
export function askedRows(words: readonly AskedWord[], vectors: WordVectors): WeightedRow[] {
  const rows = new Map<number, { word: string; square: number }>();
  for (const { word, stem, weight } of words) {
    const row = vectors.rowOf(word, stem);
    if (row < 0 || weight === 0) continue;
    const known = rows.get(row);
    rows.set(row, { word: known?.word ?? word, square: (known?.square ?? 0) + weight * weight });
  }
  return [...rows].map(([row, { word, square }]) => ({ row, word, weight: Math.sqrt(square) }));
}
