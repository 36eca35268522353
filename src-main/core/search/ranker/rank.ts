import { type PreparedQuery, variantWeight } from './prepare-query.ts';
import type { RankerIndex } from './ranker-index.ts';

/** Scores of all tools with at least one word of the query, and what they are made of, side by side. */
export interface Ranking {
  /** Ids, in no order. */
  readonly tools: readonly number[];
  /** S. */
  readonly scores: Float64Array;
  /** Σ contributions × coverage, before the bonuses. */
  readonly sums: Float64Array;
  /** Which words of its name the query has, as bits. */
  readonly nameBits: Int32Array;
  /** The best sums of each namespace, best first: three places for each, 0 where there are fewer. */
  readonly bestByNamespace: Float64Array;
}

/**
 * S = Σ q·m × (1 + query coverage) × (1 + name coverage) + namespace + pairs, for every tool that matches a word of the
 * query, where m is the best over the word's variants of λ · min(idf) · saturated frequency.
 */
export function rankTools(index: RankerIndex, prepared: PreparedQuery): Ranking {
  const tools = sumTerms(index, prepared);
  const { sums, nameBits } = coveredSums(index, prepared, tools);
  const bestByNamespace = bestSums(index, tools, sums);
  const scores = new Float64Array(tools.length);
  for (let i = 0; i < tools.length; i++) {
    scores[i] = at(sums, i) + namespaceBonus(index, bestByNamespace, index.namespaceOf(tools[i] as number));
  }
  addPairs(index, prepared, tools, scores);
  return { tools, scores, sums, nameBits, bestByNamespace };
}

/** Adds up Σ q·m of every tool in the index's scratch; returns the tools that have any. */
function sumTerms(index: RankerIndex, prepared: PreparedQuery): number[] {
  const { sums, covered, best, nameBits } = index.scratch;
  const tools: number[] = [];
  for (const term of prepared.terms) {
    const touched: number[] = [];
    for (const variant of term.variants) {
      const weight = variantWeight(index, term, variant);
      const postings = index.postings(variant.form);
      const { length } = postings.tools;
      for (let i = 0; i < length; i++) {
        const tool = at(postings.tools, i);
        const match = weight * at(postings.saturated, i);
        const before = at(best, tool);
        if (before === 0) touched.push(tool);
        if (match > before) best[tool] = match;
        nameBits[tool] = at(nameBits, tool) | at(postings.nameBits, i);
      }
    }
    const { weight } = term.term;
    for (const tool of touched) {
      if (at(sums, tool) === 0) tools.push(tool);
      sums[tool] = at(sums, tool) + weight * at(best, tool);
      covered[tool] = at(covered, tool) + weight * term.idf;
      best[tool] = 0;
    }
  }
  return tools;
}

/** Takes the sums out of the scratch, times what coverage adds. */
function coveredSums(index: RankerIndex, prepared: PreparedQuery, tools: readonly number[]) {
  const { scratch, parameters } = index;
  const sums = new Float64Array(tools.length);
  const nameBits = new Int32Array(tools.length);
  for (let i = 0; i < tools.length; i++) {
    const tool = tools[i] as number;
    const bits = at(scratch.nameBits, tool);
    const queryFactor = 1 + (parameters.query_coverage * at(scratch.covered, tool)) / prepared.whole;
    const nameFactor = 1 + parameters.name_coverage * nameCoverage(index, tool, bits);
    sums[i] = at(scratch.sums, tool) * queryFactor * nameFactor;
    nameBits[i] = bits;
    scratch.sums[tool] = 0;
    scratch.covered[tool] = 0;
    scratch.nameBits[tool] = 0;
  }
  return { sums, nameBits };
}

/** Share of a tool's name that the query has: its words by their idf, so that a word of every name is no part of it. */
export function nameCoverage(index: RankerIndex, tool: number, bits: number): number {
  if (bits === 0) return 0;
  const stems = index.nameStemsOf(tool);
  let whole = 0;
  let found = 0;
  for (let i = 0; i < stems.length; i++) {
    const idf = index.stemIdf(stems[i] as number);
    whole += idf;
    if (bits & (1 << i)) found += idf;
  }
  return found / whole;
}

/** How many tools of a namespace speak for the others. */
const pooled = 3;

function bestSums(index: RankerIndex, tools: readonly number[], sums: Float64Array): Float64Array {
  const best = new Float64Array(index.namespaces * pooled);
  for (let i = 0; i < tools.length; i++) {
    const namespace = index.namespaceOf(tools[i] as number);
    if (namespace < 0) continue;
    const first = namespace * pooled;
    let sum = at(sums, i);
    for (let place = first; place < first + pooled; place++) {
      const there = at(best, place);
      if (sum <= there) continue;
      best[place] = sum;
      sum = there;
    }
  }
  return best;
}

/** The best sums of a namespace, best first. */
export function bestOfNamespace(best: Float64Array, namespace: number): number[] {
  if (namespace < 0) return [];
  return [...best.subarray(namespace * pooled, namespace * pooled + pooled)].filter((sum) => sum > 0);
}

/** What the best of a namespace add to each of its tools. */
export function namespaceBonus(index: RankerIndex, best: Float64Array, namespace: number): number {
  if (namespace < 0) return 0;
  const first = namespace * pooled;
  return (index.parameters.namespace * (at(best, first) + at(best, first + 1) + at(best, first + 2))) / pooled;
}

/** Adds what neighbours of the query bring to the tools that match a word of it. */
function addPairs(index: RankerIndex, { pairs }: PreparedQuery, tools: readonly number[], scores: Float64Array): void {
  if (pairs.length === 0) return;
  const { place } = index.scratch;
  for (let i = 0; i < tools.length; i++) place[tools[i] as number] = i + 1;
  for (const pair of pairs) {
    for (const tool of pair.tools) {
      const i = at(place, tool) - 1;
      if (i >= 0) scores[i] = at(scores, i) + index.parameters.bigram * pair.idf;
    }
  }
  for (const tool of tools) place[tool] = 0;
}

/** A number of a typed array at an index that is known to lie inside. */
function at(values: Float64Array | Int32Array, index: number): number {
  return values[index] as number;
}
