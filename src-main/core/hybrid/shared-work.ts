import { throwIfCancelled } from '../cancellation.ts';

/** Work that several callers wait for at once. It is stopped when none of them waits any longer. */
export class SharedWork<Result> {
  readonly #stop = new AbortController();
  readonly #result: Promise<Result>;
  #waiting = 0;

  constructor(work: (signal: AbortSignal) => Promise<Result>) {
    this.#result = work(this.#stop.signal);
    this.#result.catch(() => {});
  }

  get isStopped(): boolean {
    return this.#stop.signal.aborted;
  }

  /** The result, or what the work failed with. Error: `cancelled`, as soon as this caller's signal is aborted. */
  async join(signal: AbortSignal | undefined): Promise<Result> {
    throwIfCancelled(signal);
    this.#waiting++;
    let leave = () => {};
    const left = new Promise<void>((resolve) => {
      leave = resolve;
    });
    signal?.addEventListener('abort', leave);
    try {
      await Promise.race([this.#result, left]);
      throwIfCancelled(signal);
      return await this.#result;
    } finally {
      signal?.removeEventListener('abort', leave);
      this.#waiting--;
      if (this.#waiting === 0 && signal?.aborted) this.#stop.abort();
    }
  }
}
