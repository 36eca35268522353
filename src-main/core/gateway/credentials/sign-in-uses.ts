import { setTimeout } from 'node:timers/promises';
import type { Logger } from '../../logger.ts';
import { idOf, type SignInPlace, type SignInRows, type SignInUse } from './sign-in-rows.ts';

/** How often uses are written, milliseconds, and how long the end waits for that. */
const [writeMs, closeMs] = [10_000, 5_000];
/** Sign-ins whose use waits at most; that of others is not kept. */
const mostWaiting = 10_000;

interface SignInUsesOptions {
  readonly rows: Pick<SignInRows, 'noteUses'>;
  readonly logger: Logger;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

/** Remembers when sign-ins were used, and writes it now and then: no request waits for that. */
export class SignInUses {
  readonly #options: SignInUsesOptions;
  #waiting = new Map<string, SignInUse>();
  #timer: NodeJS.Timeout | undefined;
  #writing: Promise<void> = Promise.resolve();
  #isFailing = false;

  constructor(options: SignInUsesOptions) {
    this.#options = options;
  }

  note(place: SignInPlace): void {
    const id = idOf(place);
    if (!this.#waiting.has(id) && this.#waiting.size >= mostWaiting) return;
    const { caller, source } = place;
    this.#waiting.set(id, { caller, source, at: this.#options.now() });
    this.#timer ??= globalThis.setTimeout(() => this.#write(), writeMs).unref();
  }

  /** Writes what waits, as far as that can be done soon. No error. */
  async close(): Promise<void> {
    clearTimeout(this.#timer);
    this.#write();
    await Promise.race([this.#writing, setTimeout(closeMs, undefined, { ref: false })]);
  }

  #write(): void {
    this.#timer = undefined;
    this.#writing = this.#writing.then(async () => {
      const uses = [...this.#waiting.values()];
      this.#waiting = new Map();
      if (uses.length === 0) return;
      try {
        await this.#options.rows.noteUses(uses);
        this.#isFailing = false;
      } catch (error) {
        if (!this.#isFailing)
          this.#options.logger.warn('Uses of sign-ins cannot be written.', { error: String(error) });
        this.#isFailing = true;
      }
    });
  }
}
