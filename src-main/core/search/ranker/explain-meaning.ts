import type { RankerMeaning } from '#shared/domain/ranker-explanation.ts';
import { type ModelAnswer, scaledCosine } from '../understanding/model-answer.ts';
import type { AskedPart } from '../understanding/vectors/asked-parts.ts';
import { cosineOf, dotProduct, dotProductOf } from '../understanding/vectors/vector-table.ts';
import type { WeightedRow, WordVectors } from '../understanding/vectors/word-vectors.ts';
import type { AddedMeaning } from './add-meaning.ts';
import { rankerFields } from './parameters.ts';
import type { PreparedQuery } from './prepare-query.ts';
import type { SearchedIndex } from './ranker-index.ts';

/** Pairs of words that are told. */
const mostPairs = 5;

/** What the meaning of a query added to one tool, and which words it rests on; `raw` is the whole score. */
export function explainMeaning(
  index: SearchedIndex,
  {
    query,
    added,
    raw,
    tool,
    because,
  }: {
    readonly query: PreparedQuery;
    readonly added: AddedMeaning;
    readonly raw: number;
    readonly tool: number;
    /** Whether the words that it rests on are wanted. */
    readonly because: boolean;
  },
): RankerMeaning | null {
  const { vectors } = index;
  const { top, gain, by } = added;
  const common = (cosine: number) => {
    const bonus = gain * Math.max(0, cosine);
    return { words: raw - bonus, top, whole: query.whole, gain, cosine, bonus };
  };
  if (by.kind === 'model') {
    const { scale, model } = by.answer;
    const sentences = sentencesOf(by.answer, tool);
    const [best] = sentences;
    if (!best) return null;
    // Rounded as the ranking rounds it, so that the parts of the score add up.
    const cosine = cosineOf(dotProductOf(scaledCosine(best.cosine ?? Number.NaN, scale)));
    return { ...common(cosine), asked: best.asked, because: [], model: { id: model, ...scale, sentences } };
  }
  const vector = vectors?.vectorOf(tool);
  const dots = by.parts.map((part) => (vector ? dotProduct(part.vector, vector) : 0));
  const nearest = dots.indexOf(Math.max(...dots));
  const part = by.parts[nearest];
  if (!vectors || !part) return null;
  const pairs = because ? strongestPairs(part, toolRows(index, tool), vectors.words) : [];
  return { ...common(cosineOf(dots[nearest] as number)), asked: part.text, because: pairs };
}

/** What was compared with a tool, each text with the cosine that the model gives, the nearest first. */
function sentencesOf({ parts }: ModelAnswer, tool: number): { asked: string; cosine: number | null }[] {
  return parts
    .map(({ text, cosines }) => ({ asked: text, cosine: cosines[tool] ?? Number.NaN }))
    .sort((a, b) => order(b.cosine) - order(a.cosine))
    .map(({ asked, cosine }) => ({ asked, cosine: Number.isNaN(cosine) ? null : cosine }));
}

/** A text that the model knows nothing about comes last. */
function order(cosine: number): number {
  return Number.isNaN(cosine) ? -2 : cosine;
}

/** The words of a tool with what each counts in its vector: in every field the weight of the field · √count. */
function toolRows(index: SearchedIndex, tool: number): WeightedRow[] {
  const rows = new Map<number, WeightedRow>();
  for (const [f, field] of rankerFields.entries()) {
    const weight = index.parameters.meaning_weights[field];
    const inField = Map.groupBy(index.tools[tool]?.forms[f] ?? [], (form) => rowOfForm(index, form));
    for (const [row, forms] of inField) {
      const [first] = forms;
      if (row < 0 || first === undefined || weight === 0) continue;
      const before = rows.get(row);
      const word = before?.word ?? index.wordOf(first);
      rows.set(row, { row, word, weight: (before?.weight ?? 0) + weight * Math.sqrt(forms.length) });
    }
  }
  return [...rows.values()];
}

function rowOfForm(index: SearchedIndex, form: number): number {
  return index.vectors?.words.rowOf(index.wordOf(form), index.stemText(index.stemOfForm(form))) ?? -1;
}

/** The pairs that add most to the cosine of a text and a tool. */
function strongestPairs(
  { rows: asked }: AskedPart,
  rows: readonly WeightedRow[],
  words: WordVectors,
): RankerMeaning['because'] {
  const norm = lengthOf(words.sumOf(asked)) * lengthOf(words.sumOf(rows));
  const pairs = asked.flatMap((one) =>
    rows.map((other) => {
      const share = (one.weight * other.weight * words.product(one.row, other.row)) / norm;
      return { asked: one.word, word: other.word, share };
    }),
  );
  return pairs
    .filter(({ share }) => share > 0)
    .sort((a, b) => b.share - a.share)
    .slice(0, mostPairs);
}

function lengthOf(vector: Float64Array): number {
  return Math.sqrt(vector.reduce((sum, value) => sum + value * value, 0));
}
