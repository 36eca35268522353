/** Tells waiting loops that something changed. A change that nobody waits for is kept until somebody asks. */
export class ChangeSignal {
  readonly #waiting = new Set<() => void>();
  #count = 0;

  /** How often everybody was told. */
  get count(): number {
    return this.#count;
  }

  /** Tells everybody. */
  notify(): void {
    this.#count++;
    for (const wake of this.#waiting) wake();
  }

  /** Calls back at every change, at once, until the returned function is called. */
  subscribe(onChange: () => void): () => void {
    this.#waiting.add(onChange);
    return () => this.#waiting.delete(onChange);
  }

  /** Yields at every change from now on, several at once as one, until the signal is aborted. */
  async *changes(signal?: AbortSignal): AsyncGenerator<void, void> {
    let changed = false;
    let wake = () => {};
    const onChange = () => {
      changed = true;
      wake();
    };
    this.#waiting.add(onChange);
    signal?.addEventListener('abort', onChange);
    try {
      for (;;) {
        if (!changed) {
          await new Promise<void>((resolve) => {
            wake = resolve;
          });
        }
        if (signal?.aborted) return;
        changed = false;
        yield;
      }
    } finally {
      this.#waiting.delete(onChange);
      signal?.removeEventListener('abort', onChange);
    }
  }
}
