import type { ModelAnswer } from '../understanding/model-answer.ts';
import { type AddedMeaning, addMeaning } from './add-meaning.ts';
import type { PreparedQuery } from './prepare-query.ts';
import type { SearchedIndex } from './ranker-index.ts';

/**
 * Scores of all tools with at least one word of the query, and what they are made of, side by side. The arrays are the
 * index's own: they hold until its next ranking.
 */
export interface Ranking {
  /** Ids, in no order. */
  readonly tools: Int32Array;
  /** S. */
  readonly scores: Float64Array;
  /** Σ contributions × coverage, before the bonuses. */
  readonly sums: Float64Array;
  /** Which words of its name the query has, as bits. */
  readonly nameBits: Int32Array;
  /** The best sums of each namespace, best first: three places for each, 0 where there are fewer. */
  readonly bestByNamespace: Float64Array;
  /** What the meaning of the query added; null where it added nothing. */
  readonly meaning: AddedMeaning | null;
}

/**
 * S = Σ q·m × (1 + query coverage) × (1 + name coverage) + namespace + pairs, for every tool that matches a word of the
 * query, where m is the best over the word's variants of λ · min(idf) · saturated frequency. Where words are unsure, the meaning of
 * the query adds to it (`addMeaning`), by the model's answer where there is one.
 */
export function rankTools(index: SearchedIndex, prepared: PreparedQuery, model: ModelAnswer | null = null): Ranking {
  const { found, foundSums, foundBits, scores, place } = index.scratch;
  const count = sumTerms(index, prepared);
  const tools = found.subarray(0, count);
  const bestByNamespace = takeCoveredSums(index, prepared, count);
  const bonuses = namespaceBonuses(index, bestByNamespace);
  addBonuses(index, bonuses, count);
  addPairs(index, prepared);
  const scoreWithoutWords = (tool: number) => bonuses[(index.namespaceByTool[tool] as number) + 1] as number;
  const meaning = addMeaning(index, prepared, { count, scoreWithoutWords, model });
  for (let i = 0; i < count; i++) place[tools[i] as number] = 0;
  const all = count + (meaning?.alone ?? 0);
  foundSums.fill(0, count, all);
  foundBits.fill(0, count, all);
  return {
    tools: found.subarray(0, all),
    scores: scores.subarray(0, all),
    sums: foundSums.subarray(0, all),
    nameBits: foundBits.subarray(0, all),
    bestByNamespace,
    meaning,
  };
}

/** Adds up Σ q·m of every tool in the index's scratch; returns how many tools have any: they are listed in `found`. */
function sumTerms(index: SearchedIndex, prepared: PreparedQuery): number {
  const { sums, covered, nameBits, found } = index.scratch;
  let count = 0;
  for (const { term, idf, tools, best, nameBits: bits } of prepared.terms) {
    const { weight } = term;
    const covers = weight * idf;
    for (let i = 0; i < tools.length; i++) {
      const tool = tools[i] as number;
      const sum = sums[tool] as number;
      if (sum === 0) found[count++] = tool;
      sums[tool] = sum + weight * (best[i] as number);
      covered[tool] = (covered[tool] as number) + covers;
      const inName = bits[i] as number;
      if (inName !== 0) nameBits[tool] = (nameBits[tool] as number) | inName;
    }
  }
  return count;
}

/** How many tools of a namespace speak for the others. */
const pooled = 3;

/**
 * Takes the sums of the found tools out of the scratch, times what coverage adds, and notes their places. Returns the best sums of each
 * namespace.
 */
function takeCoveredSums(index: SearchedIndex, { whole }: PreparedQuery, count: number): Float64Array {
  const { sums, covered, nameBits, found, foundSums, foundBits, place } = index.scratch;
  const { query_coverage, name_coverage } = index.parameters;
  const { namespaceByTool } = index;
  const best = new Float64Array(index.namespaces * pooled);
  for (let i = 0; i < count; i++) {
    const tool = found[i] as number;
    const bits = nameBits[tool] as number;
    const queryFactor = 1 + (query_coverage * (covered[tool] as number)) / whole;
    const nameShare = bits === 0 ? 0 : index.nameCoverage(tool, bits);
    const sum = (sums[tool] as number) * queryFactor * (1 + name_coverage * nameShare);
    foundSums[i] = sum;
    foundBits[i] = bits;
    place[tool] = i + 1;
    sums[tool] = 0;
    covered[tool] = 0;
    nameBits[tool] = 0;
    const namespace = namespaceByTool[tool] as number;
    if (namespace >= 0) takeBest(best, namespace * pooled, sum);
  }
  return best;
}

/** Keeps the best sums of a namespace, best first. */
function takeBest(best: Float64Array, first: number, sum: number): void {
  if (sum <= (best[first + 2] as number)) return;
  let rest = sum;
  for (let at = first; at < first + pooled; at++) {
    const there = best[at] as number;
    if (rest <= there) continue;
    best[at] = rest;
    rest = there;
  }
}

/** The best sums of a namespace, best first. */
export function bestOfNamespace(best: Float64Array, namespace: number): number[] {
  if (namespace < 0) return [];
  return [...best.subarray(namespace * pooled, namespace * pooled + pooled)].filter((sum) => sum > 0);
}

/** The bonus that the best tools of a namespace give to all of its tools. */
export function namespaceBonus(index: SearchedIndex, best: Float64Array, namespace: number): number {
  if (namespace < 0) return 0;
  const first = namespace * pooled;
  const sum = (best[first] as number) + (best[first + 1] as number) + (best[first + 2] as number);
  return (index.parameters.namespace * sum) / pooled;
}

/** The bonus of every namespace, behind the 0 of tools without one. */
function namespaceBonuses(index: SearchedIndex, best: Float64Array): Float64Array {
  const bonuses = new Float64Array(index.namespaces + 1);
  for (let i = 0; i < index.namespaces; i++) bonuses[i + 1] = namespaceBonus(index, best, i);
  return bonuses;
}

function addBonuses(index: SearchedIndex, bonuses: Float64Array, count: number): void {
  const { found, foundSums, scores } = index.scratch;
  const { namespaceByTool } = index;
  for (let i = 0; i < count; i++) {
    const namespace = namespaceByTool[found[i] as number] as number;
    scores[i] = (foundSums[i] as number) + (bonuses[namespace + 1] as number);
  }
}

/** Adds what neighbours of the query bring to the tools that match a word of it. */
function addPairs(index: SearchedIndex, { pairs }: PreparedQuery): void {
  const { place, scores } = index.scratch;
  for (const { idf, tools } of pairs) {
    const bonus = index.parameters.bigram * idf;
    for (const tool of tools) {
      const i = (place[tool] as number) - 1;
      if (i >= 0) scores[i] = (scores[i] as number) + bonus;
    }
  }
}
