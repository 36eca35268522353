import type { OrderKeys } from '#shared/domain/search-result.ts';
import { type CatalogTool, sideEffectsRank } from '#shared/domain/tool.ts';
import type { Candidate, CandidateList } from './candidates.ts';

/** Everything that the order of results looks at (R3.23–R3.26). */
export function orderKeys(tool: CatalogTool, score: number, preferredNamespaces: readonly string[]): OrderKeys {
  const rank = tool.namespace === null ? -1 : preferredNamespaces.indexOf(tool.namespace);
  return {
    score,
    namespace_rank: rank < 0 ? preferredNamespaces.length : rank,
    side_effects: tool.side_effects,
    side_effects_rank: sideEffectsRank(tool.side_effects),
    name_length: tool.name.length,
    name: tool.name,
  };
}

/** Best first: higher score, preferred namespace, milder side effects, shorter name, then the name itself. */
export function compareOrder(a: OrderKeys, b: OrderKeys): number {
  return (
    b.score - a.score ||
    a.namespace_rank - b.namespace_rank ||
    a.side_effects_rank - b.side_effects_rank ||
    a.name_length - b.name_length ||
    (a.name < b.name ? -1 : a.name > b.name ? 1 : 0)
  );
}

export interface RankedHit {
  readonly candidate: Candidate;
  readonly order: OrderKeys;
}

/** Of two raw scores that differ by more, the scores differ too: the rest of the order does not matter then. */
const leastDifference = 1e-9;

/** The first `limit` candidates in the order of results. Most are passed by with one look at their raw score. */
export function bestOf(
  candidates: CandidateList,
  options: {
    readonly limit: number;
    /** The score that a `score_raw` comes to; it never falls where `score_raw` grows. */
    readonly scoreOf: (scoreRaw: number) => number;
    readonly preferredNamespaces: readonly string[];
  },
): RankedHit[] {
  const { limit, scoreOf, preferredNamespaces } = options;
  const { scores } = candidates;
  const best: RankedHit[] = [];
  let least = Number.NEGATIVE_INFINITY;
  for (let i = 0; i < scores.length; i++) {
    const raw = scores[i] as number;
    if (raw < least) continue;
    const score = scoreOf(raw);
    const last = best[limit - 1];
    if (last && score < last.order.score) continue;
    const candidate = candidates.at(i);
    const order = orderKeys(candidate.tool, score, preferredNamespaces);
    if (last && compareOrder(order, last.order) > 0) continue;
    const place = best.findIndex((hit) => compareOrder(order, hit.order) < 0);
    best.splice(place < 0 ? best.length : place, 0, { candidate, order });
    if (best.length < limit) continue;
    best.length = limit;
    least = (best[limit - 1] as RankedHit).candidate.score_raw - leastDifference;
  }
  return best;
}
