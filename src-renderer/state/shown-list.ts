/** Something to do with what a screen shows. */
type Act<Shown> = (shown: Shown) => void;

/**
 * What a screen shows now, for acts that live outside of React. A key that comes before the screen shows what it should, because
 * data or a filter is on its way, waits for it; it is dropped when something else is asked for before that, or the screen goes. So
 * a key never meets what is not on the screen, and none is lost.
 */
export class ShownList<Shown> {
  readonly #wanted: () => string | null;
  #shown: { readonly key: string; readonly shown: Shown } | null = null;
  #waiting: readonly { readonly key: string; readonly act: Act<Shown> }[] = [];

  /** `wanted` names what the screen should show now, such as its filter; null while no screen could show anything. */
  constructor(wanted: () => string | null) {
    this.#wanted = wanted;
  }

  /** Says what is on the screen, under the name that `wanted` has for it. */
  show(key: string, shown: Shown): void {
    this.#shown = { key, shown };
    this.#runWaiting();
  }

  /** Says that the screen is gone. */
  leave(): void {
    this.#shown = null;
    this.#waiting = [];
  }

  /** What the screen shows; null while that is not what it should show. */
  now(): Shown | null {
    return this.#shown !== null && this.#shown.key === this.#wanted() ? this.#shown.shown : null;
  }

  /** Whether something is so, or may be so when the screen shows what it should. */
  mayBe(test: (shown: Shown) => boolean): boolean {
    const shown = this.now();
    return shown === null || test(shown);
  }

  /** Does something with what the screen shows: now, or as soon as it shows what it should. */
  do(act: Act<Shown>): void {
    const key = this.#wanted();
    if (key === null) return;
    this.#waiting = [...this.#waiting, { key, act }];
    this.#runWaiting();
  }

  #runWaiting(): void {
    for (;;) {
      const wanted = this.#wanted();
      this.#waiting = this.#waiting.filter(({ key }) => key === wanted);
      const [next, ...others] = this.#waiting;
      const shown = this.now();
      if (!next || shown === null) return;
      this.#waiting = others;
      next.act(shown);
    }
  }
}
