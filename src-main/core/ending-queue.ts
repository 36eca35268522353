import { PegboardError } from '#shared/errors.ts';
import { serialQueue } from './serial-queue.ts';

/** A serial queue of an owner that can end. */
export class EndingQueue {
  readonly #inTurn = serialQueue();
  readonly #ending = new AbortController();

  /** Aborts when the owner ends; with another signal, when either does. */
  signal(other?: AbortSignal): AbortSignal {
    return other ? AbortSignal.any([other, this.#ending.signal]) : this.#ending.signal;
  }

  /** Runs work in its turn. Error: `cancelled` when the owner ended before. */
  run<Result>(work: () => Promise<Result>): Promise<Result> {
    return this.#inTurn(() => {
      if (this.#ending.signal.aborted) throw new PegboardError('cancelled', 'Pegboard ends.');
      return work();
    });
  }

  /** Cancels what waits, and resolves when what runs has ended. */
  end(): Promise<void> {
    this.#ending.abort();
    return this.#inTurn(async () => {});
  }
}
