import type { ByRankerField, RankerParameters } from '#shared/domain/ranker-explanation.ts';
import type { GatheredWords } from './gather-words.ts';
import { rankerFields } from './parameters.ts';

/** The postings of words, side by side in arrays that they share. */
export interface PostingArrays {
  readonly tools: Int32Array;
  /** sat(t, d) of each: frequencies by field, weighted, dampened by length, saturated. */
  readonly saturated: Float64Array;
  /** Which words of the tool's name this is, as bits; 0 where it is not in the name. */
  readonly nameBits: Int32Array;
}

/** The tools that have a word, ascending, and how strongly each has it: the places from `start` to before `end`. */
export interface Postings extends PostingArrays {
  readonly start: number;
  readonly end: number;
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

/** The postings of every form, one form after the other. */
export interface AllPostings extends PostingArrays {
  /** Where the postings of each form begin, and behind the last form where they end. */
  readonly starts: Int32Array;
}

/** The postings of every form, and in how many tools each stem occurs. */
export function fillPostings(words: GatheredWords): { postings: AllPostings; frequencies: Int32Array } {
  const { k1 } = words.parameters;
  const postings = emptyPostings(words);
  const next = postings.starts.slice();
  const strength = new Float64Array(words.forms.length);
  const frequencies = new Int32Array(words.stemByText.size);
  const seenStem = new Int32Array(words.stemByText.size).fill(-1);
  for (const [t, tool] of words.tools.entries()) {
    for (const form of strengths(words, t, strength)) {
      const x = strength[form] as number;
      strength[form] = 0;
      const stem = words.forms[form]?.stem ?? 0;
      const at = next[form] as number;
      next[form] = at + 1;
      postings.tools[at] = t;
      postings.saturated[at] = saturation(x, k1);
      const place = tool.nameStems.indexOf(stem);
      postings.nameBits[at] = place < 0 ? 0 : 1 << place;
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
function emptyPostings({ tools, forms, parameters }: GatheredWords): AllPostings {
  const starts = new Int32Array(forms.length + 1);
  const seen = new Int32Array(forms.length).fill(-1);
  for (const [t, tool] of tools.entries()) {
    for (const [f, field] of rankerFields.entries()) {
      if (parameters.weights[field] === 0) continue;
      for (const form of tool.forms[f] ?? []) {
        if (seen[form] === t) continue;
        seen[form] = t;
        starts[form + 1] = (starts[form + 1] as number) + 1;
      }
    }
  }
  for (let form = 0; form < forms.length; form++) {
    starts[form + 1] = (starts[form + 1] as number) + (starts[form] as number);
  }
  const all = starts[forms.length] as number;
  return { starts, tools: new Int32Array(all), saturated: new Float64Array(all), nameBits: new Int32Array(all) };
}

/** How strongly a tool has the word of these postings; 0 when it has not. */
export function saturatedIn({ tools, saturated, start, end }: Postings, tool: number): number {
  const at = lowerBound(tools, tool, start, end);
  return at < end && tools[at] === tool ? (saturated[at] as number) : 0;
}

/** Index of the first element from `start` to before `end` that is not smaller. */
export function lowerBound<Value extends string | number>(
  sorted: ArrayLike<Value>,
  value: Value,
  start: number,
  end: number,
): number {
  let low = start;
  let high = end;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((sorted[middle] as Value) < value) low = middle + 1;
    else high = middle;
  }
  return low;
}
