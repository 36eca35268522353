import type { ToolSearchInput } from '#shared/domain/search-request.ts';
import type { Candidates } from '../search/candidates.ts';
import { bestOf, compareOrder, orderKeys, type RankedHit } from '../search/result-order.ts';
import type { SearchScope } from '../search/search-scope.ts';
import { findCandidates, scoring } from '../search/tool-search.ts';

/** The rank of a tool among everything that a search found. It is valid until the next search of the scope. */
export interface ToolRank {
  readonly found: Candidates;
  /** From 1, before any limit; null where the tool is not a candidate. */
  readonly rank: number | null;
  readonly hit: RankedHit | null;
}

/** Runs a search and finds the place of one tool, in the order in which results come (R3.23). */
export function toolRankOf(scope: SearchScope, input: ToolSearchInput, name: string): ToolRank {
  const found = findCandidates(scope, input);
  const { candidates } = found;
  const { scoreOf } = scoring(found);
  const hitAt = (i: number): RankedHit => {
    const candidate = candidates.at(i);
    const score = scoreOf(candidates.scores[i] as number);
    return { candidate, order: orderKeys(candidate.tool, score, scope.config.preferred_namespaces) };
  };
  let place = 0;
  while (place < candidates.scores.length && candidates.at(place).tool.name !== name) place++;
  if (place === candidates.scores.length) return { found, rank: null, hit: null };
  const hit = hitAt(place);
  let rank = 1;
  for (let i = 0; i < candidates.scores.length; i++) {
    const score = scoreOf(candidates.scores[i] as number);
    if (score < hit.order.score || i === place) continue;
    if (score > hit.order.score || compareOrder(hitAt(i).order, hit.order) < 0) rank++;
  }
  return { found, rank, hit };
}

/** The first results of a search, whatever limit it had. */
export function firstHits(scope: SearchScope, found: Candidates, limit: number): RankedHit[] {
  const { scoreOf } = scoring(found);
  return bestOf(found.candidates, { limit, scoreOf, preferredNamespaces: scope.config.preferred_namespaces });
}
