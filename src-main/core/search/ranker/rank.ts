import { type PreparedQuery, variantWeight } from './prepare-query.ts';
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
}

/**
 * S = Σ q·m × (1 + query coverage) × (1 + name coverage) + namespace + pairs, for every tool that matches a word of the
 * query, where m is the best over the word's variants of λ · min(idf) · saturated frequency.
 */
export function rankTools(index: SearchedIndex, prepared: PreparedQuery): Ranking {
  const count = sumTerms(index, prepared);
  const { found, foundSums, foundBits, scores: allScores } = index.scratch;
  const tools = found.subarray(0, count);
  const sums = foundSums.subarray(0, count);
  const nameBits = foundBits.subarray(0, count);
  const scores = allScores.subarray(0, count);
  takeCoveredSums(index, prepared, count);
  const bestByNamespace = bestSums(index, tools, sums);
  for (let i = 0; i < count; i++) {
    scores[i] = at(sums, i) + namespaceBonus(index, bestByNamespace, index.namespaceOf(at(tools, i)));
  }
  addPairs(index, prepared, tools, scores);
  return { tools, scores, sums, nameBits, bestByNamespace };
}

/** Adds up Σ q·m of every tool in the index's scratch; returns how many tools have any: they are listed in `found`. */
function sumTerms(index: SearchedIndex, prepared: PreparedQuery): number {
  const { sums, covered, best, nameBits, touched, found } = index.scratch;
  let count = 0;
  for (const term of prepared.terms) {
    let touchedCount = 0;
    for (const variant of term.variants) {
      const weight = variantWeight(index, term, variant);
      const { tools, saturated, nameBits: bits } = index.postings(variant.form);
      for (let i = 0; i < tools.length; i++) {
        const tool = at(tools, i);
        const match = weight * at(saturated, i);
        const before = at(best, tool);
        if (before === 0) touched[touchedCount++] = tool;
        if (match > before) best[tool] = match;
        const inName = at(bits, i);
        if (inName !== 0) nameBits[tool] = at(nameBits, tool) | inName;
      }
    }
    const { weight } = term.term;
    const covers = weight * term.idf;
    for (let i = 0; i < touchedCount; i++) {
      const tool = at(touched, i);
      const sum = at(sums, tool);
      if (sum === 0) found[count++] = tool;
      sums[tool] = sum + weight * at(best, tool);
      covered[tool] = at(covered, tool) + covers;
      best[tool] = 0;
    }
  }
  return count;
}

/** Takes the sums of the found tools out of the scratch, times what coverage adds. */
function takeCoveredSums(index: SearchedIndex, prepared: PreparedQuery, count: number): void {
  const { sums, covered, nameBits, found, foundSums, foundBits } = index.scratch;
  const { query_coverage, name_coverage } = index.parameters;
  for (let i = 0; i < count; i++) {
    const tool = at(found, i);
    const bits = at(nameBits, tool);
    const queryFactor = 1 + (query_coverage * at(covered, tool)) / prepared.whole;
    const nameFactor = 1 + name_coverage * index.nameCoverage(tool, bits);
    foundSums[i] = at(sums, tool) * queryFactor * nameFactor;
    foundBits[i] = bits;
    sums[tool] = 0;
    covered[tool] = 0;
    nameBits[tool] = 0;
  }
}

/** How many tools of a namespace speak for the others. */
const pooled = 3;

function bestSums(index: SearchedIndex, tools: Int32Array, sums: Float64Array): Float64Array {
  const best = new Float64Array(index.namespaces * pooled);
  for (let i = 0; i < tools.length; i++) {
    const namespace = index.namespaceOf(at(tools, i));
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
export function namespaceBonus(index: SearchedIndex, best: Float64Array, namespace: number): number {
  if (namespace < 0) return 0;
  const first = namespace * pooled;
  return (index.parameters.namespace * (at(best, first) + at(best, first + 1) + at(best, first + 2))) / pooled;
}

/** Adds what neighbours of the query bring to the tools that match a word of it. */
function addPairs(index: SearchedIndex, { pairs }: PreparedQuery, tools: Int32Array, scores: Float64Array): void {
  if (pairs.length === 0) return;
  const { place } = index.scratch;
  for (let i = 0; i < tools.length; i++) place[at(tools, i)] = i + 1;
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
