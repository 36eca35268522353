import { maximumQueryLength } from '../query-words.ts';
import type { TermMatches } from './match-memory.ts';
import { type ReadQuery, readQuery, type WeightedTerm } from './query-terms.ts';
import type { SearchedIndex } from './ranker-index.ts';
import { matchesOf } from './term-matches.ts';

/** A query's word with what it matches. */
export interface PreparedTerm extends TermMatches {
  readonly term: WeightedTerm;
}

/** Two neighbours of the query that are neighbours in some tool. */
export interface PreparedPair {
  readonly stems: readonly [string, string];
  readonly idf: number;
  readonly tools: readonly number[];
}

/** A query, looked up in an index. */
export interface PreparedQuery {
  /** As it was asked, cut at 2,000 characters. */
  readonly text: string;
  readonly query: ReadQuery;
  readonly terms: readonly PreparedTerm[];
  readonly pairs: readonly PreparedPair[];
  /** Σ weight · idf of all its terms: what full coverage is. */
  readonly whole: number;
}

export function prepareQuery(index: SearchedIndex, text: string): PreparedQuery {
  const query = readQuery(text, index);
  const terms = query.terms.flatMap((term): PreparedTerm[] => {
    const matches = matchesOf(term, index);
    // Another term stands for it.
    return term.absorbed && matches.variants.length === 0 ? [] : [{ term, ...matches }];
  });
  const pairs = query.pairs.flatMap((stems): PreparedPair[] => {
    const tools = index.toolsWithPair(...stems);
    return tools.length === 0 ? [] : [{ stems, idf: index.idfOf(tools.length), tools }];
  });
  return {
    text: text.slice(0, maximumQueryLength),
    query,
    terms,
    pairs,
    whole: terms.reduce((sum, { term, idf }) => sum + term.weight * idf, 0),
  };
}
