import type { HybridList, HybridPart } from '#shared/domain/hybrid-result.ts';
import { type Bounds, boundsOf, normalise } from '../search/score.ts';

/** Scored tools of one source: by the place of a tool, NaN for one that is not in the list. */
export interface ScoredList extends Bounds {
  readonly source: HybridList['source'];
  readonly query: string;
  readonly scores: Float64Array;
  readonly share: number;
  readonly tools: number;
}

/** A list of the tools that `scoreOf` has a score for; `scoreOf` gives NaN for the others. */
export function scoredList(
  list: Pick<ScoredList, 'source' | 'query' | 'share'>,
  size: number,
  scoreOf: (tool: number) => number,
): ScoredList {
  const scores = Float64Array.from({ length: size }, (_, tool) => scoreOf(tool));
  const present = scores.filter((score) => !Number.isNaN(score));
  const { min, max } = present.length === 0 ? { min: 0, max: 0 } : boundsOf(present);
  return { ...list, scores, min, max, tools: present.length };
}

/**
 * The lists as one: each is normalised over all its tools, and a tool gets the score of its best list (R17.10). By the place
 * of a tool, NaN for one that is in no list. What decides between equal scores is the order of every search.
 */
export function blendLists(lists: readonly ScoredList[], size: number): Float64Array {
  const blended = new Float64Array(size).fill(Number.NaN);
  for (const list of lists) {
    for (let tool = 0; tool < size; tool++) {
      const score = list.scores[tool] as number;
      if (Number.isNaN(score)) continue;
      const counted = list.share * normalise(score, list);
      if (!(counted <= (blended[tool] as number))) blended[tool] = counted;
    }
  }
  return blended;
}

/** The score of a tool in each list, in the order of the lists. */
export function partsOf(lists: readonly ScoredList[], tool: number): HybridPart[] {
  return lists.flatMap((list, place) => {
    const score = list.scores[tool] ?? Number.NaN;
    if (Number.isNaN(score)) return [];
    const normalised = normalise(score, list);
    return [{ list: place, source: list.source, score, normalised, counted: list.share * normalised }];
  });
}
