import { untilAborted } from '../cancellation.ts';

/** Lets one run of a session go at a time, in the order they came (R5.21). */
export class SessionTurns {
  readonly #tails = new Map<string, Promise<void>>();

  /** Waits for the turn and returns what ends it. Error: `cancelled` while waiting; the place in the line is given up. */
  async take(session: string, signal: AbortSignal): Promise<() => void> {
    const before = this.#tails.get(session) ?? Promise.resolve();
    let release = () => {};
    const mine = new Promise<void>((resolve) => {
      release = resolve;
    });
    const tail = before.then(() => mine);
    this.#tails.set(session, tail);
    void tail.then(() => {
      if (this.#tails.get(session) === tail) this.#tails.delete(session);
    });
    try {
      await untilAborted(before, signal);
      return release;
    } catch (error) {
      release();
      throw error;
    }
  }
}
