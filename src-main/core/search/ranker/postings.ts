import type { ByRankerField, RankerParameters } from '#shared/domain/ranker-explanation.ts';
import type { GatheredWords } from './gather-words.ts';
import { rankerFields } from './parameters.ts';

/** The tools that have a word, ascending, and how strongly each has it. */
export interface Postings {
  readonly tools: Int32Array;
  /** sat(t, d) of each: frequencies by field, weighted, dampened by length, saturated. */
  readonly saturated: Float64Array;
  /** Which words of the tool's name this is, as bits; 0 where it is not in the name. */
  readonly nameBits: Int32Array;
}

/** What one occurrence in a field of so many words counts before saturation: weight / (1 − b + b · length / average). */
export function fieldStrength(
  { parameters, averageLengths }: { readonly parameters: RankerParameters; readonly averageLengths: ByRankerField },
  field: number,
  length: number,
): number {
  const name = rankerFields[field];
  if (name === undefined || length === 0) return 0;
  const { weights, b } = parameters;
  return weights[name] / (1 - b + (b * length) / averageLengths[name]);
}

/** x·(k1 + 1) / (k1 + x). */
export function saturation(strength: number, k1: number): number {
  return (strength * (k1 + 1)) / (k1 + strength);
}

/** The postings of every form, and in how many tools each stem occurs. */
export function fillPostings(words: GatheredWords): { postings: Postings[]; frequencies: Int32Array } {
  const { k1 } = words.parameters;
  const postings = emptyPostings(words);
  const filled = new Int32Array(words.forms.length);
  const strength = new Float64Array(words.forms.length);
  const frequencies = new Int32Array(words.stemByText.size);
  const seenStem = new Int32Array(words.stemByText.size).fill(-1);
  for (const [t, tool] of words.tools.entries()) {
    for (const form of strengths(words, t, strength)) {
      const x = strength[form] as number;
      strength[form] = 0;
      const stem = words.forms[form]?.stem ?? 0;
      const posting = postings[form] as Postings;
      const at = filled[form] as number;
      filled[form] = at + 1;
      posting.tools[at] = t;
      posting.saturated[at] = saturation(x, k1);
      const place = tool.nameStems.indexOf(stem);
      posting.nameBits[at] = place < 0 ? 0 : 1 << place;
      if (seenStem[stem] === t) continue;
      seenStem[stem] = t;
      frequencies[stem] = (frequencies[stem] as number) + 1;
    }
  }
  return { postings, frequencies };
}

/** Adds up the strength of each form in a tool, and returns the forms it has. */
function strengths(words: GatheredWords, t: number, strength: Float64Array): number[] {
  const touched: number[] = [];
  for (const [f, forms] of (words.tools[t]?.forms ?? []).entries()) {
    const each = fieldStrength(words, f, forms.length);
    if (each === 0) continue;
    for (const form of forms) {
      if (strength[form] === 0) touched.push(form);
      strength[form] = (strength[form] as number) + each;
    }
  }
  return touched;
}

/** Arrays of the right lengths: how many tools have each form in a field that counts. */
function emptyPostings({ tools, forms, parameters }: GatheredWords): Postings[] {
  const counts = new Int32Array(forms.length);
  const seen = new Int32Array(forms.length).fill(-1);
  for (const [t, tool] of tools.entries()) {
    for (const [f, field] of rankerFields.entries()) {
      if (parameters.weights[field] === 0) continue;
      for (const form of tool.forms[f] ?? []) {
        if (seen[form] === t) continue;
        seen[form] = t;
        counts[form] = (counts[form] as number) + 1;
      }
    }
  }
  return Array.from(counts, (count) => ({
    tools: new Int32Array(count),
    saturated: new Float64Array(count),
    nameBits: new Int32Array(count),
  }));
}
