import { expect, it } from 'vitest';
import { boardOutcome } from '#core/optimize/board/board-outcome.ts';
import { jobOf, syntheticUse } from '../../../support/synthetic-use.ts';

const hour = 3_600_000;
const at = new Date(50 * hour).toISOString();
const made = (low: number, high: number) => ({
  ...{ id: '00000000-0000-4000-8000-000000000000', at, moves: [{ tool: 'a', to: 'always' as const }] },
  predicted: { mean: (low + high) / 2, interval: [low, high] as const },
});

/** A tool that saves 745 tokens less 130 in each session that uses it; from the fiftieth session on, only some do. */
function outcomeOf(rate: number, low: number, high: number) {
  const before = syntheticUse({ a: 1 }, { sessions: 50, seed: 1 });
  const after = syntheticUse({ a: rate }, { sessions: 150, seed: 2 }).filter(({ at: time }) => time >= 50 * hour);
  const sessions = [...before, ...after];
  const job = jobOf({ a: 100 }, sessions, { board: ['a'] });
  return boardOutcome(made(low, high), job, sessions);
}

it('compares what was predicted with the sessions since, and with no others', () => {
  expect(outcomeOf(0.5, 200, 350)).toMatchObject({ verdict: 'came_true', sessions: 100 });
  expect(outcomeOf(0.1, 200, 350)).toMatchObject({ verdict: 'less_than_predicted', sessions: 100 });
  expect(outcomeOf(1, 200, 350)).toMatchObject({ verdict: 'more_than_predicted', sessions: 100 });
});

it('says that it is too early, or that the moves were undone', () => {
  const sessions = syntheticUse({ a: 0.5 }, { sessions: 60, seed: 3 });
  const job = jobOf({ a: 100 }, sessions, { board: ['a'] });
  expect(boardOutcome(made(1, 2), job, sessions)).toMatchObject({ verdict: 'too_early', measured: null });
  expect(boardOutcome(made(1, 2), jobOf({ a: 100 }, sessions), sessions)).toMatchObject({ verdict: 'undone' });
});
