import type { BoardReport } from '#shared/domain/optimize.ts';
import type { UseSession } from '#shared/domain/use.ts';
import { meanInterval } from '../../evaluation/bootstrap.ts';
import type { AppliedBoard } from '../applied-boards.ts';
import type { BoardJob } from './board-job.ts';
import { sessionWorth } from './session-needs.ts';

const fewest = 20;

/** Whether what was applied came true: what its moves saved in the sessions since, beside what was predicted. */
export function boardOutcome(
  { at, moves, predicted }: AppliedBoard,
  { items, sessions: costs, audiences }: BoardJob,
  sessions: readonly UseSession[],
): NonNullable<BoardReport['applied']> {
  const since = costs.filter((_, i) => (sessions[i]?.at ?? 0) >= Date.parse(at));
  const places = new Map(items.map(({ name }, place) => [name, place]));
  const after = new Set(items.flatMap(({ onBoard }, place) => (onBoard ? [place] : [])));
  const before = new Set(after);
  let undone = 0;
  for (const { tool, to } of moves) {
    const place = places.get(tool);
    if (place === undefined || after.has(place) !== (to === 'always')) undone += 1;
    else if (to === 'always') before.delete(place);
    else before.add(place);
  }
  const facts = { at, predicted, sessions: since.length };
  if (undone === moves.length) return { ...facts, measured: null, verdict: 'undone' };
  if (since.length < fewest) return { ...facts, measured: null, verdict: 'too_early' };
  const usable = audiences.map((allowed) => allowed && new Set(allowed));
  const carried = (board: ReadonlySet<number>) => (audience: number) =>
    [...board].reduce((sum, place) => {
      const counts = usable[audience]?.has(place) ?? true;
      return counts ? sum + (items[place]?.o200k ?? 0) : sum;
    }, 0);
  const [now, then] = [carried(after), carried(before)];
  const gains = Float64Array.from(since, (one) => sessionWorth(one, after, now) - sessionWorth(one, before, then));
  const interval = meanInterval(gains);
  const mean = gains.reduce((sum, gain) => sum + gain, 0) / gains.length;
  const verdict =
    interval[1] < predicted.interval[0]
      ? 'less_than_predicted'
      : interval[0] > predicted.interval[1]
        ? 'more_than_predicted'
        : 'came_true';
  return { ...facts, measured: { mean, interval }, verdict };
}
