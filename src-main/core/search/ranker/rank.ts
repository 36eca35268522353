import { type PreparedQuery, variantWeight } from './prepare-query.ts';
import type { RankerIndex } from './ranker-index.ts';

/** Scores of all tools with at least one word of the query, and what they are made of. Arrays go by the tools' ids. */
export interface Ranking {
  /** Ids, ascending. */
  readonly tools: readonly number[];
  /** S. */
  readonly scores: Float64Array;
  /** Σ contributions × coverage, before the bonuses. */
  readonly sums: Float64Array;
  /** Which words of its name the query has, as bits. */
  readonly nameBits: Int32Array;
  /** The best sums of each namespace, three at most, best first. */
  readonly bestByNamespace: ReadonlyMap<number, readonly number[]>;
}

/**
 * S = Σ q·m × (1 + query coverage) × (1 + name coverage) + namespace + pairs, for every tool that matches a word of the
 * query, where m is the best over the word's variants of λ · min(idf) · saturated frequency.
 */
export function rankTools(index: RankerIndex, prepared: PreparedQuery): Ranking {
  const { tools, sums, covered, nameBits } = sumTerms(index, prepared);
  const { query_coverage, name_coverage, bigram } = index.parameters;
  for (const tool of tools) {
    const queryShare = at(covered, tool) / prepared.whole;
    const nameShare = nameCoverage(index, tool, at(nameBits, tool));
    sums[tool] = at(sums, tool) * (1 + query_coverage * queryShare) * (1 + name_coverage * nameShare);
  }
  const scores = sums.slice();
  const bestByNamespace = bestSums(index, tools, sums);
  for (const tool of tools) {
    scores[tool] = at(scores, tool) + namespaceBonus(index, bestByNamespace.get(index.namespaceOf(tool)));
  }
  for (const { tools: having, idf } of prepared.pairs) {
    for (const tool of having) if (at(sums, tool) > 0) scores[tool] = at(scores, tool) + bigram * idf;
  }
  return { tools, scores, sums, nameBits, bestByNamespace };
}

function sumTerms(index: RankerIndex, prepared: PreparedQuery) {
  const sums = new Float64Array(index.size);
  const covered = new Float64Array(index.size);
  const nameBits = new Int32Array(index.size);
  const best = new Float64Array(index.size);
  const tools: number[] = [];
  for (const term of prepared.terms) {
    const touched: number[] = [];
    for (const variant of term.variants) {
      const weight = variantWeight(index, term, variant);
      const postings = index.postings(variant.form);
      for (let i = 0; i < postings.tools.length; i++) {
        const tool = at(postings.tools, i);
        const match = weight * at(postings.saturated, i);
        if (at(best, tool) === 0) touched.push(tool);
        if (match > at(best, tool)) best[tool] = match;
        nameBits[tool] = at(nameBits, tool) | at(postings.nameBits, i);
      }
    }
    for (const tool of touched) {
      if (at(sums, tool) === 0) tools.push(tool);
      sums[tool] = at(sums, tool) + term.term.weight * at(best, tool);
      covered[tool] = at(covered, tool) + term.term.weight * term.idf;
      best[tool] = 0;
    }
  }
  tools.sort((a, b) => a - b);
  return { tools, sums, covered, nameBits };
}

/** Share of a tool's name that the query has: its words by their idf, so that a word of every name is no part of it. */
export function nameCoverage(index: RankerIndex, tool: number, bits: number): number {
  let whole = 0;
  let found = 0;
  for (const [i, stem] of index.nameStemsOf(tool).entries()) {
    const idf = index.stemIdf(stem);
    whole += idf;
    if (bits & (1 << i)) found += idf;
  }
  return whole === 0 ? 0 : found / whole;
}

/** How many tools of a namespace speak for the others. */
const pooled = 3;

function bestSums(index: RankerIndex, tools: readonly number[], sums: Float64Array): ReadonlyMap<number, number[]> {
  const best = new Map<number, number[]>();
  for (const tool of tools) {
    const namespace = index.namespaceOf(tool);
    if (namespace < 0) continue;
    const sum = at(sums, tool);
    const list = best.get(namespace);
    if (!list) best.set(namespace, [sum]);
    else if (list.length < pooled || sum > (list[pooled - 1] ?? 0)) {
      const place = list.findIndex((other) => sum > other);
      list.splice(place < 0 ? list.length : place, 0, sum);
      list.length = Math.min(list.length, pooled);
    }
  }
  return best;
}

/** What the best of a namespace add to each of its tools. */
export function namespaceBonus(index: RankerIndex, best: readonly number[] = []): number {
  return (index.parameters.namespace * best.reduce((sum, one) => sum + one, 0)) / pooled;
}

/** A number of a typed array at an index that is known to lie inside. */
function at(values: Float64Array | Int32Array, index: number): number {
  return values[index] as number;
}
