import { createHash } from 'node:crypto';
import type { Habit } from '#shared/domain/experiment.ts';

/** The habit of an agent, by weight. It depends on seed, task and repetition only, so that each arm meets the same agent. */
export function drawHabit(
  habits: Readonly<Partial<Record<Habit, number>>>,
  { seed, task, repetition }: { readonly seed: number; readonly task: string; readonly repetition: number },
): Habit {
  const hash = createHash('sha256')
    .update(JSON.stringify([seed, task, repetition]))
    .digest();
  const rows = Object.entries(habits) as [Habit, number][];
  const all = rows.reduce((sum, [, weight]) => sum + weight, 0);
  let left = (hash.readUInt32BE(0) / 2 ** 32) * all;
  for (const [habit, weight] of rows) {
    left -= weight;
    if (left < 0) return habit;
  }
  return 'careful';
}
