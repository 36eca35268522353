import { assertNever } from '#shared/assert-never.ts';
import { matchStrength } from '#shared/domain/match-strength.ts';
import type { ToolSearchInput } from '#shared/domain/search-request.ts';
import type { SearchResponse, SearchStep, ToolSearchOutput } from '#shared/domain/search-result.ts';
import type { CatalogTool } from '#shared/domain/tool.ts';
import { type Candidates, candidateList } from './candidates.ts';
import { explainSearch } from './explain.ts';
import { findFullText } from './find-full-text.ts';
import { findByPattern, findByWords } from './find-regex.ts';
import { type PreparedQuery, prepareQuery } from './ranker/prepare-query.ts';
import { type Ranking as RankerScores, rankTools } from './ranker/rank.ts';
import { bestOf, type RankedHit } from './result-order.ts';
import { type Bounds, boundedGain, boundsOf, normalise } from './score.ts';
import { notConfigured, type RankerScope, type SearchScope } from './search-scope.ts';

/** A response before anybody counted its tokens and its time. */
export type SearchOutcome = Omit<SearchResponse, 'output_tokens' | 'elapsed_ms'>;

/**
 * `tool_search` (area 3; R4.05–R4.10): finds candidates, normalises over all of them, orders, then cuts. The same scope and
 * input give the same bytes (R3.27). `explain` chooses the hits whose arithmetic is returned as well,
 * `summary` all of them with as much as a summary needs.
 * `tool_search.weak_results` marks or leaves out what fits poorly. Error: `tool_search_not_configured`.
 */
export function searchTools(
  scope: SearchScope,
  input: ToolSearchInput,
  explain: 'nothing' | 'best' | 'summary' | 'all',
): SearchOutcome {
  const { found, hits, bounds, limit } = findBest(scope, input);
  const policy = scope.config.weak_results;
  const judges = policy !== 'keep' && found.effective === 'fts';
  const explained =
    explain === 'nothing' && !judges
      ? null
      : explainSearch(
          scope,
          found,
          explain === 'best' && !judges ? hits.slice(0, 1) : hits,
          {
            requested_search_type: input.search_type,
            effective_search_type: found.effective,
            fallback_reason: found.fallbackReason,
            path: found.path,
            normalisation: normalisationOf(found, bounds),
            limit: { requested: input.limit, config_maximum: scope.config.max_search_results, effective: limit },
            candidates: found.candidates.scores.length,
          },
          explain === 'nothing' ? 'arithmetic' : explain === 'summary' ? 'summary' : 'all',
        );
  const isWeak = (i: number) => judges && explained !== null && isWeakMatch(explained, i);
  const kept = [...hits.keys()].filter((i) => policy !== 'drop' || !isWeak(i));
  const output: ToolSearchOutput = {
    tools: kept.map((i) => rowOf(hits[i] as RankedHit, found, isWeak(i))),
    query: input.query,
    search_type: found.effective,
    ...(judges && hits.length > 0 && hits.every((_, i) => isWeak(i)) && { note: nothingFits }),
  };
  const model = found.by.kind === 'pegboard' && scope.ranking.kind === 'pegboard' ? scope.ranking.model : undefined;
  const outcome = {
    output,
    always_loaded_matches: found.alwaysLoadedMatches,
    ...(model && { meaning_model: model.status }),
    ...(model?.problem && { embedder_problem: model.problem }),
  };
  if (explain === 'nothing' || !explained) return { ...outcome, explanation: null, hits: [] };
  const weak = hits.filter((_, i) => isWeak(i)).length;
  const judged = judges && { weak_results: { policy, weak, left_out: hits.length - kept.length } };
  const shown = kept.flatMap((i) => explained.hits[i] ?? []);
  return {
    ...outcome,
    explanation: { ...explained.explanation, ...judged },
    hits: explain === 'best' ? shown.slice(0, 1) : shown,
  };
}

/** What a model reads when every result is weak. */
const nothingFits = 'No tool here fits this query well.';

/** Whether the words of a hit say that it fits poorly. Where words do not decide, no result is weak. */
function isWeakMatch({ explanation, hits }: ReturnType<typeof explainSearch>, i: number): boolean {
  const hit = hits[i];
  return hit !== undefined && matchStrength(hit, explanation) === 'weak';
}

function rowOf({ candidate, order }: RankedHit, found: Candidates, weak: boolean): ToolSearchOutput['tools'][number] {
  return {
    name: candidate.tool.name,
    description: candidate.tool.description,
    score: order.score,
    match_type: found.effective,
    loading_mode: candidate.tool.mode,
    ...(weak && { strength: 'weak' as const }),
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

/** A blank query finds nothing and is not an error (R3.32). */
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
  const reason = fallbackReason ?? 'an exact name was requested';
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
function findRanked({ index, tools, deferred, model }: RankerScope, input: ToolSearchInput): Candidates {
  const query = prepareQuery(index, input.query);
  const answer = model?.answer?.query === input.query ? model.answer : null;
  const ranking = rankTools(index, query, answer);
  const { tools: ids, scores } = ranking;
  const kept = input.include_always_loaded ? null : deferredPlaces(ids, deferred);
  const placeAt = (i: number) => (kept === null ? i : (kept[i] as number));
  const bounded = new Float64Array(kept?.length ?? ids.length);
  for (let i = 0; i < bounded.length; i++) bounded[i] = boundedGain(scores[placeAt(i)] as number);
  return {
    effective: 'fts',
    fallbackReason: null,
    candidates: {
      scores: bounded,
      at: (i) => {
        const place = placeAt(i);
        const tool = tools[ids[place] as number] as CatalogTool;
        return { tool, score_raw: bounded[i] as number, raw: scores[place] as number, tier: null };
      },
    },
    alwaysLoadedMatches: ids.length - bounded.length,
    path: rankerPath(query, ranking, { count: bounded.length, placeAt }),
    by: { kind: 'pegboard', index, query, scores: ranking },
  };
}

/** The places of a ranking that have deferred tools, ascending. */
function deferredPlaces(ids: Int32Array, deferred: Uint8Array): Int32Array {
  const places = new Int32Array(ids.length);
  let count = 0;
  for (let place = 0; place < ids.length; place++) if (deferred[ids[place] as number] !== 0) places[count++] = place;
  return places.subarray(0, count);
}

/** The words found what stands first in a ranking, and the meaning the rest. */
function rankerPath(
  query: PreparedQuery,
  { tools, meaning }: RankerScores,
  { count, placeAt }: { readonly count: number; readonly placeAt: (i: number) => number },
): SearchStep[] {
  const firstAlone = tools.length - (meaning?.alone ?? 0);
  let byMeaning = 0;
  while (byMeaning < count && placeAt(count - 1 - byMeaning) >= firstAlone) byMeaning++;
  const byWords: SearchStep = {
    step: 'ranker',
    reason: 'tools with any word of the query, in any form',
    expression: query.terms.map(({ term }) => term.word).join(' '),
    candidates: count - byMeaning,
  };
  if (byMeaning === 0) return [byWords];
  const reason = 'tools that share no word with the query and are near its meaning';
  return [byWords, { step: 'meaning', reason, expression: query.text, candidates: byMeaning }];
}
