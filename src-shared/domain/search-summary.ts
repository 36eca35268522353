import { matchStrength, missingFromBest } from './match-strength.ts';
import { scoreParts } from './score-parts.ts';
import type {
  HitExplanation,
  HitSummary,
  ScoreExplanation,
  SearchExplanation,
  SearchResponse,
  SearchSummary,
} from './search-result.ts';

/** What a list of results shows of an explained search; null without an explanation. */
export function summaryOf({ explanation, hits }: Pick<SearchResponse, 'explanation' | 'hits'>): SearchSummary | null {
  if (explanation === null) return null;
  const { requested_search_type, effective_search_type, fallback_reason, path, candidates, weak_results } = explanation;
  return {
    requested_search_type,
    effective_search_type,
    fallback_reason,
    path,
    candidates,
    ...(weak_results === undefined ? {} : { weak_results }),
    ranking: explanation.ranking,
    tools: explanation.corpus.tools,
    missing: missingFromBest({ hits, explanation }),
    hits: hits.map((hit) => hitSummaryOf(hit, explanation)),
  };
}

function hitSummaryOf(hit: HitExplanation, explanation: SearchExplanation): HitSummary {
  const { arithmetic } = hit;
  return {
    rank: hit.rank,
    strength: matchStrength(hit, explanation),
    side_effects: hit.order.side_effects,
    highlights: hit.highlights.filter(({ field }) => field !== 'tags'),
    parts: scoreParts(arithmetic),
    value: lengthOf(arithmetic),
    tier: arithmetic.kind === 'regex' ? arithmetic.tier : null,
    kind: arithmetic.kind,
  };
}

function lengthOf(arithmetic: ScoreExplanation): number {
  if (arithmetic.kind === 'pegboard') return arithmetic.raw;
  return arithmetic.kind === 'bm25' ? arithmetic.gain : arithmetic.score_raw;
}
