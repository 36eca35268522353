import { sizeOfTokens, type TokenCount, tokensOfSize } from '#shared/tokens.ts';
import { meanInterval } from '../../evaluation/bootstrap.ts';
import { heldOutGains } from '../held-out.ts';
import { type BoardProblem, bestBoard } from './best-board.ts';
import type { BoardChoice, BoardItem, BoardJob, ItemMove, MeanGain } from './board-job.ts';
import { type SessionCosts, sessionWorth } from './session-needs.ts';

const mostExamples = 5;

/** The same with what each move brings. */
export function chooseBoard(job: BoardJob, onProgress?: (done: number, total: number) => void): BoardChoice {
  const judged = judgeBoard(job, onProgress);
  return { ...judged, moves: movesOf(job, new Set(judged.board), new Set(judged.present.board)) };
}

/**
 * The board that saves most over the sessions of a job, and what it saves more than the present one: on the sessions it was chosen from,
 * and held out (each session by a board that was chosen from sessions of other folds). `fits` is false where the pinned tools alone exceed the
 * budget; the board is then these.
 */
export function judgeBoard(
  job: BoardJob,
  onProgress?: (done: number, total: number) => void,
): Omit<BoardChoice, 'moves'> {
  const { items, sessions, folds, seed } = job;
  const world = new BoardWorld(job);
  const present = new Set(items.flatMap(({ onBoard }, place) => (onBoard ? [place] : [])));
  const total = Math.min(folds, sessions.length) + 1;
  onProgress?.(0, total);
  const best = world.choose(sessions);
  const gainOf = (board: ReadonlySet<number>) => {
    const [after, before] = [world.carriedBy(board), world.carriedBy(present)];
    return (session: SessionCosts) => sessionWorth(session, board, after) - sessionWorth(session, present, before);
  };
  const heldOut = heldOutGains(sessions, {
    folds,
    seed,
    choose: (training) => gainOf(world.choose(training).board),
    gain: (session, gain) => gain(session),
    onFold: (done) => onProgress?.(done + 1, total),
  });
  const count = Math.max(1, sessions.length);
  const worthOf = (board: ReadonlySet<number>) => {
    const carried = world.carriedBy(board);
    return sessions.reduce((sum, session) => sum + sessionWorth(session, board, carried), 0) / count;
  };
  // As if one more session had used each tool that leaves: that nobody used a tool in some sessions does not prove that nobody will.
  const dropped = [...present].filter((place) => !best.board.has(place)).length;
  const unseen = -dropped * job.meanSearch;
  return {
    board: [...best.board].sort((a, b) => a - b),
    tokens: boardTokens(items, best.board),
    present: { board: [...present], tokens: boardTokens(items, present), worth: worthOf(present) },
    worth: worthOf(best.board),
    bound: worthOf(best.board) + best.gap / count,
    exact: best.exact,
    inSample: meanGain(Float64Array.from(sessions, gainOf(best.board)), seed),
    heldOut: meanGain(heldOut, seed, unseen),
    fits: world.fits,
  };
}

/** Tokens of the entries of a board by both estimators. */
function boardTokens(items: readonly BoardItem[], board: ReadonlySet<number>): TokenCount {
  let [codePoints, o200k] = [0, 0];
  for (const place of board) {
    codePoints += items[place]?.codePoints ?? 0;
    o200k += items[place]?.o200k ?? 0;
  }
  return { estimate: tokensOfSize(codePoints, 'estimate'), o200k };
}

function meanGain(gains: Float64Array, seed: number, unseen = 0): MeanGain {
  const mean = gains.reduce((sum, gain) => sum + gain, 0) / Math.max(1, gains.length);
  const values = unseen === 0 ? gains : Float64Array.from([...gains, unseen]);
  return { mean, interval: meanInterval(values, seed) };
}

/** What stays the same while boards are tried: which tools can move, what they cost, what there is room for. */
class BoardWorld {
  readonly #job: BoardJob;
  readonly fits: boolean;
  readonly #fixed: ReadonlySet<number>;
  /** Places of the tools that can move, in the order of the problem. */
  readonly #movable: readonly number[];
  readonly #limits: readonly number[];
  readonly #usable: readonly (ReadonlySet<number> | null)[];

  constructor(job: BoardJob) {
    this.#job = job;
    const places = job.items.map((item, place) => ({ ...item, place }));
    this.#fixed = new Set(places.flatMap(({ pinned, onBoard, place }) => (pinned && onBoard ? [place] : [])));
    this.#movable = places.flatMap(({ pinned, place }) => (pinned ? [] : [place]));
    this.#usable = job.audiences.map((allowed) => allowed && new Set(allowed));
    const { budget } = job;
    const room = (kind: 'estimate' | 'o200k') =>
      budget === null
        ? Number.POSITIVE_INFINITY
        : sizeOfTokens(budget, kind) -
          [...this.#fixed].reduce(
            (sum, place) => sum + (sizesOf(job.items[place])[kind === 'estimate' ? 0 : 1] ?? 0),
            0,
          );
    this.#limits = [room('estimate'), room('o200k')];
    this.fits = this.#limits.every((limit) => limit >= 0);
  }

  mayUse(audience: number, place: number): boolean {
    return this.#usable[audience]?.has(place) ?? true;
  }

  /** Tokens that the prompts of an audience carry of a board. */
  carriedBy(board: ReadonlySet<number>): (audience: number) => number {
    const sums = this.#usable.map((_, audience) =>
      [...board].reduce(
        (sum, place) => (this.mayUse(audience, place) ? sum + (this.#job.items[place]?.o200k ?? 0) : sum),
        0,
      ),
    );
    return (audience) => sums[audience] ?? 0;
  }

  /** The best board by these sessions. A tool changes sides only for more than the standard error of its own gain. */
  choose(sessions: readonly SessionCosts[]): { board: ReadonlySet<number>; gap: number; exact: boolean } {
    if (!this.fits) return { board: this.#fixed, gap: 0, exact: true };
    const { items, meanSearch } = this.#job;
    const columns = new Map(this.#movable.map((place, column) => [place, column]));
    const sums = this.#movable.map(() => ({ sum: 0, squares: 0 }));
    const carries = this.#usable.map(() => 0);
    const squares = this.#usable.map(() => 0);
    const bundles: { tools: number[]; saves: number }[] = [];
    for (const session of sessions) {
      carries[session.audience] = (carries[session.audience] ?? 0) + session.carries;
      squares[session.audience] = (squares[session.audience] ?? 0) + session.carries ** 2;
      const alone = new Map<number, number>();
      for (const { tools, saves } of session.needs) {
        const open = tools.filter((place) => !this.#fixed.has(place));
        if (open.length === 0 || !open.every((place) => columns.has(place))) continue;
        bundles.push({ tools: open.map((place) => columns.get(place) ?? 0), saves });
        for (const place of open) alone.set(place, (alone.get(place) ?? 0) + saves / open.length);
      }
      for (const [place, saved] of alone) {
        const one = sums[columns.get(place) ?? 0];
        const size = session.carries * (items[place]?.o200k ?? 0);
        // The session's cost is in the sums below: only what its savings change is added here.
        if (one) [one.sum, one.squares] = [one.sum + saved, one.squares + saved * saved - 2 * saved * size];
      }
    }
    const costs = this.#movable.map((place, column) => {
      const size = items[place]?.o200k ?? 0;
      const one = sums[column] ?? { sum: 0, squares: 0 };
      const over = (values: readonly number[]) =>
        values.reduce((sum, value, audience) => (this.mayUse(audience, place) ? sum + value : sum), 0);
      const paid = over(carries) * size;
      const gain = one.sum - paid;
      const spread = one.squares + over(squares) * size * size - gain ** 2 / Math.max(1, sessions.length);
      const error = Math.sqrt(Math.max(0, spread));
      return items[place]?.onBoard ? paid - error - meanSearch : paid + error;
    });
    const problem: BoardProblem = {
      costs,
      sizes: this.#movable.map((place) => sizesOf(items[place])),
      limits: this.#limits,
      bundles,
    };
    const { tools, value, bound, exact } = bestBoard(problem);
    const board = new Set([...this.#fixed, ...tools.map((column) => this.#movable[column] ?? 0)]);
    return { board, gap: bound - value, exact };
  }
}

function sizesOf(item: BoardItem | undefined): readonly [codePoints: number, o200k: number] {
  return [item?.codePoints ?? 0, item?.o200k ?? 0];
}

/** Each tool that changes sides, with what its move alone brings beside the rest of the chosen board; the best first. */
function movesOf(job: BoardJob, board: ReadonlySet<number>, present: ReadonlySet<number>): ItemMove[] {
  const { sessions, items, seed } = job;
  const world = new BoardWorld(job);
  const moved = items.flatMap((_, place) => (board.has(place) === present.has(place) ? [] : [place]));
  return moved
    .map((place): ItemMove => {
      const isUp = board.has(place);
      const full = new Set([...board, place]);
      const gains = sessions.map((session) => {
        const saved = session.needs.reduce(
          (sum, { tools, saves }) =>
            tools.includes(place) && tools.every((tool) => full.has(tool)) ? sum + saves : sum,
          0,
        );
        const paid = world.mayUse(session.audience, place) ? session.carries * (items[place]?.o200k ?? 0) : 0;
        return { saved, paid };
      });
      const mean = (pick: (one: (typeof gains)[number]) => number) =>
        gains.reduce((sum, one) => sum + pick(one), 0) / Math.max(1, gains.length);
      const users = sessions.filter(({ called }) => called.includes(place));
      const [saved, paid] = [mean((one) => one.saved), mean((one) => one.paid)];
      return {
        place,
        to: isUp ? 'always' : 'deferred',
        sessions: users.length,
        saved: isUp ? saved : paid,
        paid: isUp ? paid : saved,
        gain: meanGain(
          Float64Array.from(gains, (one) => (isUp ? one.saved - one.paid : one.paid - one.saved)),
          seed,
        ),
        examples: users.slice(-mostExamples).map(({ id }) => id),
      };
    })
    .sort((a, b) => b.gain.mean - a.gain.mean || a.place - b.place);
}
