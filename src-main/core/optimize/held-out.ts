import { seededRandom } from '../evaluation/bootstrap.ts';

/**
 * What a choice brings on sessions that it was not made from. The sessions are divided at random into folds, as even as possible; for each
 * fold `choose` sees the sessions of the others alone, and `gain` measures its choice on each session of the fold. The gains are in the
 * order of the sessions. The same seed divides the same way. A fold whose others are empty is never chosen for: give two sessions or more.
 */
export function heldOutGains<Session, Choice>(
  sessions: readonly Session[],
  given: {
    readonly folds: number;
    readonly seed: number;
    readonly choose: (training: readonly Session[]) => Choice;
    readonly gain: (session: Session, choice: Choice) => number;
    readonly onFold?: ((done: number, total: number) => void) | undefined;
  },
): Float64Array {
  const folds = Math.min(given.folds, sessions.length);
  const foldOf = foldsOf(sessions.length, folds, given.seed);
  const gains = new Float64Array(sessions.length);
  for (let fold = 0; fold < folds; fold++) {
    given.onFold?.(fold, folds);
    const choice = given.choose(sessions.filter((_, i) => foldOf[i] !== fold));
    for (const [i, session] of sessions.entries()) if (foldOf[i] === fold) gains[i] = given.gain(session, choice);
  }
  return gains;
}

/** The fold of each session: a shuffled deal, so that folds differ by one session at most. */
function foldsOf(count: number, folds: number, seed: number): Uint32Array {
  const next = seededRandom(seed);
  const order = Uint32Array.from({ length: count }, (_, i) => i);
  for (let i = count - 1; i > 0; i--) {
    const other = Math.floor(next() * (i + 1));
    const moved = order[i] as number;
    order[i] = order[other] as number;
    order[other] = moved;
  }
  const foldOf = new Uint32Array(count);
  for (const [place, session] of order.entries()) foldOf[session] = place % folds;
  return foldOf;
}
