import type { RE2JS } from 're2js';
import type { Ranking, SearchType, ToolSearchInput } from '#shared/domain/search-request.ts';
import type { SearchStep } from '#shared/domain/search-result.ts';
import type { CatalogTool } from '#shared/domain/tool.ts';
import type { PreparedQuery } from './ranker/prepare-query.ts';
import type { Ranking as RankerScores } from './ranker/rank.ts';
import type { SearchedIndex } from './ranker/ranker-index.ts';
import type { RegexTier } from './regex-match.ts';

/** A tool that matched and may be returned, before normalisation. */
export interface Candidate {
  readonly tool: CatalogTool;
  readonly score_raw: number;
  /** What `score_raw` was made of: bm25(), or the ranker's S; null for other searches. */
  readonly raw: number | null;
  readonly tier: RegexTier | null;
}

/** Many candidates when only a few are read: their scores by index, and each candidate on request. */
export interface CandidateList {
  readonly scores: Float64Array;
  at(index: number): Candidate;
}

export function candidateList(candidates: readonly Candidate[]): CandidateList {
  return {
    scores: Float64Array.from(candidates, (one) => one.score_raw),
    at: (index) => candidates[index] as Candidate,
  };
}

/** All candidates of one search, and how they were found. */
export interface Candidates {
  readonly effective: SearchType;
  readonly fallbackReason: string | null;
  readonly candidates: CandidateList;
  readonly alwaysLoadedMatches: number;
  readonly path: readonly SearchStep[];
  readonly by: FoundBy;
}

/** The search that found them, with the data for an explanation. */
export type FoundBy =
  | {
      readonly kind: 'pegboard';
      readonly index: SearchedIndex;
      readonly query: PreparedQuery;
      readonly scores: RankerScores;
    }
  | {
      readonly kind: 'bm25';
      readonly ranking: Exclude<Ranking, 'pegboard'>;
      readonly words: readonly QueryWord[];
      readonly dropped: readonly { readonly text: string; readonly reason: string }[];
    }
  | { readonly kind: 'regex'; readonly regex: RE2JS | null }
  | { readonly kind: 'exact' }
  | { readonly kind: 'nothing' };

/** A word of the query and the term or terms that the full-text index knows it by. */
export interface QueryWord {
  readonly text: string;
  readonly indexTerm: string;
}

/** Matches that may be returned, and how many are left out for being always loaded (R4.05). */
export function withoutAlwaysLoaded<Match extends { readonly tool: CatalogTool }>(
  matches: readonly Match[],
  input: Pick<ToolSearchInput, 'include_always_loaded'>,
): { kept: readonly Match[]; excluded: number } {
  if (input.include_always_loaded) return { kept: matches, excluded: 0 };
  const kept = matches.filter((match) => match.tool.mode === 'deferred');
  return { kept, excluded: matches.length - kept.length };
}
