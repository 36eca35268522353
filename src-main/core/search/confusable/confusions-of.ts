import { type Confusion, confusableShare } from '#shared/domain/confusable.ts';
import { prepareQuery } from '../ranker/prepare-query.ts';
import { rankTools } from '../ranker/rank.ts';
import type { RankerIndex } from '../ranker/ranker-index.ts';
import type { AskedQuery } from './self-queries.ts';

/** Wrong tools of one query that are looked at: with many copies of one tool, each is near enough to the first of them. */
const mostWrong = 5;

/**
 * The wrong tools that score at least .95 of the best right one, nearest first. A query that finds no right tool says nothing:
 * that is a miss, not a confusion.
 */
export function confusionsOf(index: RankerIndex, asked: AskedQuery): Confusion[] {
  const { tools, scores } = rankTools(index, prepareQuery(index, asked.query));
  const right = new Set(asked.right.flatMap((name) => index.byName.get(name) ?? []));
  let best = -1;
  for (let i = 0; i < tools.length; i++) {
    if (right.has(tools[i] as number) && (best < 0 || (scores[i] as number) > (scores[best] as number))) best = i;
  }
  if (best < 0) return [];
  const score = scores[best] as number;
  const near: { name: string; score: number }[] = [];
  for (let i = 0; i < tools.length; i++) {
    const id = tools[i] as number;
    if ((scores[i] as number) < score * confusableShare || right.has(id)) continue;
    near.push({ name: index.tools[id]?.name ?? '', score: scores[i] as number });
  }
  if (near.length === 0) return [];
  const rankOf = (value: number) => 1 + scores.reduce((above, other) => (other > value ? above + 1 : above), 0);
  const rightName = index.tools[tools[best] as number]?.name ?? '';
  return near
    .sort((a, b) => b.score - a.score || (a.name < b.name ? -1 : 1))
    .slice(0, mostWrong)
    .map((wrong) => ({
      query: asked.query,
      kind: asked.kind,
      right: rightName,
      wrong: wrong.name,
      right_rank: rankOf(score),
      wrong_rank: rankOf(wrong.score),
      share: wrong.score / score,
    }));
}
