/** Bytes of the longest text that fits; the results of a search take about 6,000. */
const capacity = 256 * 1024;

/** Two numbers come before the text: its length in bytes, 0 when there is none, and the count of posted messages that the page has read. */
const headBytes = 8;
const lengthAt = 0;
const postedReadAt = 1;

/**
 * A place for one text in memory that a worker and its page share, so that the page can read it without a task of its own.
 * Messages keep their order: a message that does not fit is posted, and nothing is put here until the page has read every posted message.
 */
export class Mailbox {
  readonly memory: SharedArrayBuffer;
  readonly #head: Int32Array;
  readonly #text: Uint8Array;
  #posted = 0;

  constructor(memory = new SharedArrayBuffer(headBytes + capacity)) {
    this.memory = memory;
    this.#head = new Int32Array(memory, 0, 2);
    this.#text = new Uint8Array(memory, headBytes);
  }

  /** For the worker. Whether the message lies here now; the worker has to post one that does not. */
  put(message: unknown): boolean {
    if (typeof message === 'string' && message !== '' && message.length <= capacity && this.#isFree()) {
      // Browsers encode and decode no shared memory, so the bytes are copied.
      const bytes = new TextEncoder().encode(message);
      if (bytes.length <= capacity) {
        this.#text.set(bytes);
        Atomics.store(this.#head, lengthAt, bytes.length);
        return true;
      }
    }
    this.#posted += 1;
    return false;
  }

  /** For the page. The text that lies here, which makes room for the next; undefined when there is none. */
  take(): string | undefined {
    const length = Atomics.load(this.#head, lengthAt);
    if (length === 0) return undefined;
    const text = new TextDecoder().decode(this.#text.slice(0, length));
    Atomics.store(this.#head, lengthAt, 0);
    return text;
  }

  /** For the page: it has read one more posted message. */
  countPosted(): void {
    Atomics.add(this.#head, postedReadAt, 1);
  }

  #isFree(): boolean {
    return Atomics.load(this.#head, lengthAt) === 0 && Atomics.load(this.#head, postedReadAt) === (this.#posted | 0);
  }
}
