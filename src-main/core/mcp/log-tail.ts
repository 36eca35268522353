import type { ServerLog } from '#shared/domain/live-source.ts';

/** How much of a cut line without an end is left out; bytes. */
const cutLineBytes = 1024;

/** The end of what a process wrote, in bounded memory. */
export class LogTail {
  readonly #maximumBytes: number;
  #chunks: Buffer[] = [];
  #bytes = 0;
  #lost = false;

  constructor(maximumBytes: number) {
    this.#maximumBytes = maximumBytes;
  }

  add(chunk: Buffer): void {
    this.#chunks.push(chunk);
    this.#bytes += chunk.length;
    // Joined only now and then, so that a server that writes a lot costs little.
    if (this.#bytes <= 2 * this.#maximumBytes && this.#chunks.length < 1024) return;
    const whole = Buffer.concat(this.#chunks);
    const kept = Buffer.from(whole.subarray(-this.#maximumBytes));
    this.#lost ||= kept.length < whole.length;
    this.#chunks = [kept];
    this.#bytes = kept.length;
  }

  /**
   * The last so many bytes. Where something is cut off, the text starts with a whole line: the rest of a line could be the
   * rest of a secret, which nobody would recognise.
   */
  last(maximumBytes: number): ServerLog {
    const whole = Buffer.concat(this.#chunks);
    if (!this.#lost && whole.length <= maximumBytes) return { text: whole.toString('utf8'), truncated: false };
    const end = whole.subarray(-maximumBytes);
    const line = end.indexOf(10);
    const isLine = line >= 0 && line < end.length - 1;
    return { text: end.subarray(isLine ? line + 1 : cutLineBytes).toString('utf8'), truncated: true };
  }
}
