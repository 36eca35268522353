import { matchStrength } from '#shared/domain/match-strength.ts';
import type { ToolSearchInput } from '#shared/domain/search-request.ts';
import type { MatchStrength, ScoreExplanation } from '#shared/domain/search-result.ts';
import type { ToolAhead } from '#shared/domain/why-not.ts';
import { explainSearch } from '../search/explain.ts';
import { compareOrder, type RankedHit } from '../search/result-order.ts';
import type { SearchScope } from '../search/search-scope.ts';
import { firstHits, type ToolRank } from './tool-rank.ts';

/** How many of the tools ahead are reported. */
const mostAhead = 5;

/** The strength of a tool, and the first tools that a search puts before it, the score of each beside its own, word by word. */
export function explainToolRank(
  scope: SearchScope,
  input: ToolSearchInput,
  standing: ToolRank,
): {
  readonly arithmetic: ScoreExplanation | null;
  readonly strength: MatchStrength | null;
  readonly ahead: readonly ToolAhead[];
} {
  const { found, hit } = standing;
  const first = firstHits(scope, found, mostAhead);
  const before = first.filter((one) => hit === null || compareOrder(one.order, hit.order) < 0);
  const { hits, explanation } = explainHits(scope, input, standing, hit === null ? before : [hit, ...before]);
  const explained = hits.map((one) => one.arithmetic);
  const [ownHit] = hits;
  const own = hit === null ? null : (explained[0] ?? null);
  const strength = hit === null || !ownHit ? null : matchStrength(ownHit, explanation);
  const ahead = explained.slice(hit === null ? 0 : 1).map((arithmetic, i): ToolAhead => {
    const [raw, here] = [rawOf(arithmetic), own === null ? 0 : rawOf(own)];
    const name = before[i]?.candidate.tool.name ?? '';
    return { name, rank: i + 1, raw, difference: raw - here, gaps: gapsOf(arithmetic, own) };
  });
  return { arithmetic: own, strength, ahead };
}

function explainHits(
  scope: SearchScope,
  input: ToolSearchInput,
  { found }: ToolRank,
  hits: readonly RankedHit[],
): ReturnType<typeof explainSearch> {
  const { path, effective, fallbackReason, candidates } = found;
  const maximum = scope.config.max_search_results;
  return explainSearch(scope, found, hits, {
    requested_search_type: input.search_type,
    effective_search_type: effective,
    fallback_reason: fallbackReason,
    path,
    normalisation: { min: 0, max: 0, rule: 'none' },
    limit: { requested: input.limit, config_maximum: maximum, effective: Math.min(input.limit, maximum) },
    candidates: candidates.scores.length,
  });
}

/** What scores are made of before they are bounded and normalised. */
function rawOf(arithmetic: ScoreExplanation): number {
  return arithmetic.kind === 'pegboard'
    ? arithmetic.raw
    : arithmetic.kind === 'bm25'
      ? arithmetic.gain
      : arithmetic.score_raw;
}

function gapsOf(ahead: ScoreExplanation, own: ScoreExplanation | null): ToolAhead['gaps'] {
  if (ahead.kind !== 'pegboard' && ahead.kind !== 'bm25') return [];
  const contributions = own?.kind === 'pegboard' || own?.kind === 'bm25' ? own.terms : [];
  const here = new Map(contributions.map(({ term, contribution }) => [term, contribution]));
  const terms = ahead.terms.map(({ term, contribution }) => ({
    ...{ by: 'word' as const, term },
    ...{ here: here.get(term) ?? 0, ahead: contribution },
  }));
  if (ahead.kind === 'bm25') return terms;
  const meaning = (score: ScoreExplanation | null) => (score?.kind === 'pegboard' ? (score.meaning?.bonus ?? 0) : 0);
  const bonuses = (score: ScoreExplanation | null) =>
    score?.kind === 'pegboard' ? score.raw - score.sum - meaning(score) : 0;
  return [
    ...terms,
    { by: 'bonuses', term: null, here: bonuses(own), ahead: bonuses(ahead) },
    { by: 'meaning', term: null, here: meaning(own), ahead: meaning(ahead) },
  ];
}
