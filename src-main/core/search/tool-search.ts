import { assertNever } from '#shared/assert-never.ts';
import type { ToolSearchInput } from '#shared/domain/search-request.ts';
import type { SearchResponse, ToolSearchOutput } from '#shared/domain/search-result.ts';
import type { CatalogTool } from '#shared/domain/tool.ts';
import { type Candidates, candidateList } from './candidates.ts';
import { explainSearch } from './explain.ts';
import { findFullText } from './find-full-text.ts';
import { findByPattern, findByWords } from './find-regex.ts';
import { prepareQuery } from './ranker/prepare-query.ts';
import { rankTools } from './ranker/rank.ts';
import { bestOf } from './result-order.ts';
import { type Bounds, boundedGain, boundsOf, normalise } from './score.ts';
import { notConfigured, type RankerScope, type SearchScope } from './search-scope.ts';

/** A response before anybody counted its tokens and its time. */
export type SearchOutcome = Omit<SearchResponse, 'output_tokens' | 'elapsed_ms'>;

/**
 * `tool_search` (area 3; R4.05–R4.10): finds candidates, normalises over all of them, orders, then cuts. The same scope and
 * input give the same bytes (R3.27). `explain` chooses the hits whose arithmetic is returned as well. Error: `tool_search_not_configured`.
 */
export function searchTools(
  scope: SearchScope,
  input: ToolSearchInput,
  explain: 'nothing' | 'best' | 'all',
): SearchOutcome {
  const { found, hits, bounds, limit } = findBest(scope, input);
  const { scores } = found.candidates;
  const output: ToolSearchOutput = {
    tools: hits.map(({ candidate, order }) => ({
      name: candidate.tool.name,
      description: candidate.tool.description,
      score: order.score,
      match_type: found.effective,
      loading_mode: candidate.tool.mode,
    })),
    query: input.query,
    search_type: found.effective,
  };
  const outcome = { output, always_loaded_matches: found.alwaysLoadedMatches };
  if (explain === 'nothing') return { ...outcome, explanation: null, hits: [] };
  return {
    ...outcome,
    ...explainSearch(scope, found, explain === 'best' ? hits.slice(0, 1) : hits, {
      requested_search_type: input.search_type,
      effective_search_type: found.effective,
      fallback_reason: found.fallbackReason,
      path: found.path,
      normalisation: normalisationOf(found, bounds),
      limit: { requested: input.limit, config_maximum: scope.config.max_search_results, effective: limit },
      candidates: scores.length,
    }),
  };
}

/** The candidates of a search and the best of them, each with what it is ranked by. Error: `tool_search_not_configured`. */
export function findBest(scope: SearchScope, input: ToolSearchInput) {
  const { config } = scope;
  if (!config.enabled) throw notConfigured();
  const found = findCandidates(scope, input);
  const { bounds, scoreOf } = scoring(found);
  const limit = Math.min(input.limit, config.max_search_results);
  const hits = bestOf(found.candidates, { limit, scoreOf, preferredNamespaces: config.preferred_namespaces });
  return { found, hits, bounds, limit };
}

/** Bounds over all candidates, and the score that a `score_raw` comes to (R3.16–R3.19). */
export function scoring({ candidates, effective }: Candidates): {
  readonly bounds: Bounds;
  readonly scoreOf: (scoreRaw: number) => number;
} {
  const bounds = boundsOf(candidates.scores);
  return { bounds, scoreOf: (raw) => (effective === 'fts' ? normalise(raw, bounds) : raw) };
}

function normalisationOf({ effective, candidates }: Candidates, { min, max }: { min: number; max: number }) {
  if (candidates.scores.length === 0) return { min: 0, max: 0, rule: 'none' as const };
  if (effective !== 'fts') return { min, max, rule: 'none' as const };
  return { min, max, rule: min === max ? ('all_equal' as const) : ('min_max' as const) };
}

/** Everything that matches and may be returned, in no order. */
export function findCandidates(scope: SearchScope, input: ToolSearchInput): Candidates {
  if (input.query.trim() === '') return nothingAsked(input);
  switch (input.search_type) {
    case 'exact':
      return findExact(scope, input, null);
    case 'regex':
      return findByPattern(scope, input);
    case 'fts':
      return findFts(scope, input);
    default:
      return assertNever(input.search_type);
  }
}

/** Full text by what ranks it here. Without FTS5 the fallback holds for every ranking (R3.28, R3.29). */
function findFts(scope: SearchScope, input: ToolSearchInput): Candidates {
  if (!scope.index.ftsAvailable) {
    return scope.config.fts_fallback_to_regex
      ? findByWords(scope, input, 'this SQLite has no FTS5, so fts ran as regex over the words of the query')
      : findExact(scope, input, 'this SQLite has no FTS5 and fts_fallback_to_regex is off, so fts ran as exact');
  }
  const { ranking } = scope;
  return ranking.kind === 'pegboard' ? findRanked(ranking, input) : findFullText(scope, input, ranking.kind);
}

/** A blank query finds nothing and is no error (R3.32). */
function nothingAsked({ search_type }: ToolSearchInput): Candidates {
  return {
    effective: search_type,
    fallbackReason: null,
    candidates: candidateList([]),
    alwaysLoadedMatches: 0,
    path: [{ step: 'blank', reason: 'the query is blank', expression: '', candidates: 0 }],
    by: { kind: 'nothing' },
  };
}

/** The tool of exactly this name, upper and lower case told apart (R3.04). */
function findExact(scope: SearchScope, input: ToolSearchInput, fallbackReason: string | null): Candidates {
  const name = scope.index.exact(input.query);
  const tool = name === null ? undefined : scope.tools.get(name);
  const kept = tool && (input.include_always_loaded || tool.mode === 'deferred');
  const matches = tool && kept ? [{ tool, score_raw: 1, raw: null, tier: null }] : [];
  const reason = fallbackReason ?? 'exact was asked for';
  return {
    effective: 'exact',
    fallbackReason,
    candidates: candidateList(matches),
    alwaysLoadedMatches: tool && !kept ? 1 : 0,
    path: [{ step: 'exact', reason, expression: input.query, candidates: matches.length }],
    by: { kind: 'exact' },
  };
}

/** Full text by our own ranker: every tool that matches a word of the query in any way (R3.02, R3.22). */
function findRanked({ index, tools, deferred }: RankerScope, input: ToolSearchInput): Candidates {
  const query = prepareQuery(index, input.query);
  const scores = rankTools(index, query);
  const toolAt = (place: number) => tools[scores.tools[place] as number] as CatalogTool;
  const kept: number[] = [];
  const bounded: number[] = [];
  for (let place = 0; place < scores.tools.length; place++) {
    if (!input.include_always_loaded && deferred[scores.tools[place] as number] === 0) continue;
    kept.push(place);
    bounded.push(boundedGain(scores.scores[place] as number));
  }
  const rawAt = (i: number) => scores.scores[kept[i] as number] as number;
  return {
    effective: 'fts',
    fallbackReason: null,
    candidates: {
      scores: bounded,
      at: (i) => ({ tool: toolAt(kept[i] as number), score_raw: bounded[i] as number, raw: rawAt(i), tier: null }),
    },
    alwaysLoadedMatches: scores.tools.length - kept.length,
    path: [
      {
        step: 'ranker',
        reason: 'tools with any of the words, in one of their forms',
        expression: query.terms.map(({ term }) => term.word).join(' '),
        candidates: kept.length,
      },
    ],
    by: { kind: 'pegboard', index, query, scores },
  };
}
