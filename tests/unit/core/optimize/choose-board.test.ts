import { describe, expect, it } from 'vitest';
import type { BoardJob } from '#core/optimize/board/board-job.ts';
import { chooseBoard, judgeBoard } from '#core/optimize/board/choose-board.ts';
import { type SessionCosts, sessionWorth } from '#core/optimize/board/session-needs.ts';
import { heldOutGains } from '#core/optimize/held-out.ts';
import { casesOf } from '../../../support/depth.ts';
import { jobOf, randomOf, syntheticUse } from '../../../support/synthetic-use.ts';

const namesOf = (job: BoardJob, board: readonly number[]) => board.map((place) => job.items[place]?.name).sort();
const isProven = ({ heldOut }: ReturnType<typeof judgeBoard>) => heldOut.interval[0] > 0;

/** Sixty tools, of which eight are used in every second session and the others in one of fifty. */
const many = Object.fromEntries(Array.from({ length: 60 }, (_, i) => [`tool${i}`, 200]));
const eight = Object.keys(many).slice(0, 8);
const rates = Object.fromEntries(Object.keys(many).map((tool) => [tool, eight.includes(tool) ? 0.5 : 0.02]));

describe('the board for some use', () => {
  it('is the one that is best by construction, and its gain holds on sessions it did not see', () => {
    const job = jobOf(many, syntheticUse(rates, { sessions: 200, seed: 3 }), { board: ['tool40', 'tool41', 'tool0'] });
    const chosen = chooseBoard(job);
    expect(namesOf(job, chosen.board)).toEqual(eight);
    expect(chosen.exact).toBe(true);
    expect(isProven(chosen)).toBe(true);
    expect(chosen.moves.map(({ place, to }) => [job.items[place]?.name, to]).sort()).toEqual(
      [...eight.slice(1).map((tool) => [tool, 'always']), ['tool40', 'deferred'], ['tool41', 'deferred']].sort(),
    );
    // Used as often as in the sessions it was chosen from: the mean of other sessions is within the interval.
    const next = jobOf(many, syntheticUse(rates, { sessions: 2000, seed: 99 }), {
      board: ['tool40', 'tool41', 'tool0'],
    });
    const size = (board: readonly number[]) => board.reduce((sum, place) => sum + (job.items[place]?.o200k ?? 0), 0);
    const gains = next.sessions.map(
      (session) =>
        sessionWorth(session, new Set(chosen.board), () => size(chosen.board)) -
        sessionWorth(session, new Set(chosen.present.board), () => size(chosen.present.board)),
    );
    const mean = gains.reduce((sum, gain) => sum + gain, 0) / gains.length;
    expect(mean).toBeGreaterThan(chosen.heldOut.interval[0]);
    expect(mean).toBeLessThan(chosen.heldOut.interval[1]);
  });

  it('takes a search that finds two tools as saved only when both are there', () => {
    const pair = syntheticUse({ a: 0.6, b: 0.6, c: 0.6 }, { sessions: 100, seed: 2, together: [['a', 'b']] });
    // Each of the two would pay if it saved the search alone; together they cost more than the one search.
    const uses = (session: (typeof pair)[number], tool: string) => session.calls.some((call) => call.tool === tool);
    const sessions = pair.filter((session) => uses(session, 'a') === uses(session, 'b'));
    const job = jobOf({ a: 250, b: 250, c: 250 }, sessions);
    expect(namesOf(job, chooseBoard(job).board)).toEqual(['c']);
    const cheap = jobOf({ a: 150, b: 150, c: 250 }, sessions);
    expect(namesOf(cheap, chooseBoard(cheap).board)).toEqual(['a', 'b', 'c']);
  });

  it('keeps its budget by both estimators, the pinned tools included', () => {
    const random = randomOf(11);
    for (let seed = 0; seed < 60; seed++) {
      const tools = Object.fromEntries(Object.keys(many).map((tool) => [tool, 50 + Math.floor(random() * 400)]));
      const job = jobOf({ ...tools, tool3: 200 }, syntheticUse(rates, { sessions: 40, seed }), {
        pinned: ['tool3'],
        board: ['tool3', 'tool50'],
      });
      // The two estimators disagree, either way.
      const items = job.items.map((item) => ({ ...item, codePoints: Math.round(item.codePoints * (0.6 + random())) }));
      const budget = 500 + Math.floor(random() * 1500);
      const { tokens, board, fits } = chooseBoard({ ...job, items, budget, folds: 2 });
      expect(fits).toBe(true);
      expect(tokens.estimate).toBeLessThanOrEqual(budget);
      expect(tokens.o200k).toBeLessThanOrEqual(budget);
      expect(namesOf(job, board)).toContain('tool3');
    }
  });

  it('says that the pinned tools leave no room', () => {
    const job = jobOf(many, syntheticUse(rates, { sessions: 30, seed: 1 }), {
      pinned: ['tool3'],
      board: ['tool3'],
      budget: 100,
    });
    expect(chooseBoard(job)).toMatchObject({ fits: false, board: [3] });
  });

  it('does not carry tools of one persona in the prompts of another', () => {
    const sessions = syntheticUse({ a: 0.9 }, { sessions: 60, seed: 4 });
    const costly = jobOf({ a: 400 }, sessions);
    const mostly = {
      ...costly,
      sessions: costly.sessions.map((s, i) => (i % 3 ? { ...s, audience: 1, needs: [] } : s)),
    };
    expect(chooseBoard({ ...mostly, audiences: [null, null] }).board).toEqual([]);
    expect(chooseBoard({ ...mostly, audiences: [null, []] }).board).toEqual([0]);
  });
});

/** Worlds in which no board gains anything: a session uses each tool just as often as the definition costs what a search does. */
function worthless(seed: number): BoardJob {
  const random = randomOf(seed + 7_000_000);
  const sizes = Array.from({ length: 12 }, () => 30 + Math.floor(random() * 300));
  const tools = Object.fromEntries(sizes.map((size, i) => [`tool${i}`, size]));
  const job = jobOf(tools, [], { board: Object.keys(tools).filter(() => random() < 0.4) });
  const [carries, saves] = [1.3, job.meanSearch];
  const sessions = Array.from({ length: 30 + (seed % 3) * 20 }, (_, i): SessionCosts => {
    const called = [...sizes.keys()].filter((place) => random() < ((sizes[place] ?? 0) * carries) / saves);
    return { id: `${i}`, audience: 0, carries, called, needs: called.map((place) => ({ tools: [place], saves })) };
  });
  return { ...job, sessions };
}

describe('what a choice is worth', () => {
  it('is proven in at most 5 % of many worlds without any gain', () => {
    const worlds = casesOf(1000);
    const proven = Array.from({ length: worlds }, (_, seed) => worthless(seed)).filter((job) =>
      isProven(judgeBoard(job)),
    );
    expect(proven.length).toBeLessThanOrEqual(worlds * 0.05);
  });

  it('is measured on sessions that the choice did not see, each of them once', () => {
    const sessions = Array.from({ length: 53 }, (_, i) => i);
    const gains = heldOutGains(sessions, {
      ...{ folds: 5, seed: 4 },
      choose: (training) => new Set(training),
      gain: (session, training) => (training.has(session) ? -1 : training.size),
    });
    expect(gains.length).toBe(53);
    expect(Math.min(...gains)).toBeGreaterThanOrEqual(42);
    const other = heldOutGains(sessions, {
      ...{ folds: 5, seed: 5 },
      choose: (training) => new Set(training),
      gain: (_, training) => [...training].reduce((sum, one) => sum + one, 0),
    });
    expect(new Set(other).size).toBe(5);
  });

  it('would look proven far more often were it measured on the sessions it was chosen from', () => {
    const jobs = Array.from({ length: 200 }, (_, seed) => worthless(seed));
    const leaked = jobs.filter((job) => judgeBoard({ ...job, folds: 1 }).inSample.interval[0] > 0);
    const held = jobs.filter((job) => isProven(judgeBoard(job)));
    expect(leaked.length).toBeGreaterThan(held.length * 3 + 20);
  });
});
