import { type Confusion, confusableShare } from '#shared/domain/confusable.ts';
import { prepareQuery } from '../ranker/prepare-query.ts';
import { rankTools } from '../ranker/rank.ts';
import type { RankerIndex } from '../ranker/ranker-index.ts';
import type { AskedQuery } from './self-queries.ts';

/** Wrong tools of one query that are looked at: with many copies of one tool, each is near enough to the first of them. */
const mostWrong = 5;

/**
 * For each of some queries of one text, the wrong tools that score at least .95 of the best right one, nearest first. A query
 * that finds no right tool says nothing: that is a miss, not a confusion.
 */
export function confusionsOf(index: RankerIndex, query: string, asked: readonly AskedQuery[]): Confusion[] {
  const { tools, scores } = rankTools(index, prepareQuery(index, query));
  const ranks = new Map<number, number>();
  const rankOf = (score: number) => {
    const known = ranks.get(score) ?? 1 + scores.reduce((above, other) => (other > score ? above + 1 : above), 0);
    ranks.set(score, known);
    return known;
  };
  const nameAt = (place: number) => index.tools[tools[place] as number]?.name ?? '';
  return asked.flatMap(({ kind, right: names }) => {
    const right = new Set(names.flatMap((name) => index.byName.get(name) ?? []));
    const best = bestPlace(tools, scores, right);
    if (best < 0) return [];
    const score = scores[best] as number;
    return nearPlaces({ tools, scores, right, least: score * confusableShare, nameAt }).map((wrong) => ({
      query,
      kind,
      right: nameAt(best),
      wrong: nameAt(wrong),
      right_rank: rankOf(score),
      wrong_rank: rankOf(scores[wrong] as number),
      share: (scores[wrong] as number) / score,
    }));
  });
}

/** Place of the right tool that scores most; −1 when none was found. */
function bestPlace(tools: Int32Array, scores: Float64Array, right: ReadonlySet<number>): number {
  let best = -1;
  for (let i = 0; i < tools.length; i++) {
    if (right.has(tools[i] as number) && (best < 0 || (scores[i] as number) > (scores[best] as number))) best = i;
  }
  return best;
}

interface Near {
  readonly tools: Int32Array;
  readonly scores: Float64Array;
  readonly right: ReadonlySet<number>;
  readonly least: number;
  nameAt(place: number): string;
}

/** Places of the wrong tools with at least some score, the nearest five: by score, then by name. */
function nearPlaces({ tools, scores, right, least, nameAt }: Near): number[] {
  const near: number[] = [];
  const isBefore = (a: number, b: number) => {
    const [x, y] = [scores[a] as number, scores[b] as number];
    return x === y ? nameAt(a) < nameAt(b) : x > y;
  };
  for (let i = 0; i < tools.length; i++) {
    if ((scores[i] as number) < least || right.has(tools[i] as number)) continue;
    const last = near[mostWrong - 1];
    if (last !== undefined && !isBefore(i, last)) continue;
    const place = near.findIndex((other) => isBefore(i, other));
    near.splice(place < 0 ? near.length : place, 0, i);
    near.length = Math.min(near.length, mostWrong);
  }
  return near;
}
