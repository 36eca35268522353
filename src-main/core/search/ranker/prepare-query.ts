import { type ReadQuery, readQuery, type WeightedTerm } from './query-terms.ts';
import type { SearchedIndex } from './ranker-index.ts';
import { type Variant, variantsOf } from './variants.ts';

/** A query's word with what it matches through. */
export interface PreparedTerm {
  readonly term: WeightedTerm;
  /** The idf of its stem; a word that no tool has gets the idf of a word in no tool. */
  readonly idf: number;
  readonly variants: readonly Variant[];
}

/** Two neighbours of the query that are neighbours in some tool. */
export interface PreparedPair {
  readonly stems: readonly [string, string];
  readonly idf: number;
  readonly tools: readonly number[];
}

/** A query, looked up in an index. */
export interface PreparedQuery {
  readonly query: ReadQuery;
  readonly terms: readonly PreparedTerm[];
  readonly pairs: readonly PreparedPair[];
  /** Σ weight · idf of all its terms: what full coverage is. */
  readonly whole: number;
}

export function prepareQuery(index: SearchedIndex, text: string): PreparedQuery {
  const query = readQuery(text, index);
  const terms = query.terms.map((term) => ({
    term,
    idf: index.idfOfStem(term.stem),
    variants: variantsOf(term, index),
  }));
  const pairs = query.pairs.flatMap((stems): PreparedPair[] => {
    const tools = index.toolsWithPair(...stems);
    return tools.length === 0 ? [] : [{ stems, idf: index.idfOf(tools.length), tools }];
  });
  return { query, terms, pairs, whole: terms.reduce((sum, { term, idf }) => sum + term.weight * idf, 0) };
}

/** What a match through a variant counts before its saturation: λ · min(idf of the word, idf of the variant). */
export function variantWeight(index: SearchedIndex, { idf }: PreparedTerm, { form, factor }: Variant): number {
  return factor * Math.min(idf, index.idfOfForm(form));
}
