/** Parts of a run, one after the other, each with a deadline of its own: a run that hangs says where, and fails. */
export class Stages {
  readonly #waiting: () => readonly string[];
  #timer: NodeJS.Timeout | undefined;
  #fail: (error: Error) => void = () => {};

  /** `waiting` says what is waited for now. */
  constructor(waiting: () => readonly string[]) {
    this.#waiting = waiting;
  }

  /** Begins the next part, which may take so many seconds, and says so. */
  enter(what: string, atMostSeconds: number): void {
    process.stderr.write(`${new Date().toISOString().slice(11, 19)} ${what} (at most ${atMostSeconds} s)\n`);
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#fail(this.#late(what, atMostSeconds)), atMostSeconds * 1000);
  }

  /** Runs work that enters parts. Error: that of the work, or the part that was late with what it waited for. */
  async run<Result>(work: () => Promise<Result>): Promise<Result> {
    const late = new Promise<never>((_, reject) => {
      this.#fail = reject;
    });
    try {
      return await Promise.race([work(), late]);
    } finally {
      clearTimeout(this.#timer);
    }
  }

  #late(what: string, atMostSeconds: number): Error {
    const waiting = this.#waiting();
    const words = waiting.length > 0 ? waiting.join('\n    ') : 'nothing that it named';
    return new Error(`The run does not end: "${what}" may take ${atMostSeconds} s. It waits for\n    ${words}`);
  }
}
