import type { Embedder } from '../embedder.ts';

/** Vectors of queries that are kept in memory; none is written to disk. */
const mostKept = 500;
/** Requests for queries that may be on their way to one embedder. */
const mostOnTheWay = 4;

/** The vectors of the queries that one embedder was asked for. */
export class QueryVectors {
  readonly #embedder: Embedder;
  readonly #kept = new Map<string, Float32Array>();
  readonly #onTheWay = new Map<string, Promise<Float32Array[]>>();

  constructor(embedder: Embedder) {
    this.#embedder = embedder;
  }

  /** Whether requests are on their way, so that another one may have to wait for them. */
  get isBusy(): boolean {
    return this.#onTheWay.size > 0;
  }

  /** Whether so many requests have no answer yet that another one should not be sent. */
  get isFull(): boolean {
    return this.#onTheWay.size >= mostOnTheWay;
  }

  /** The vectors of these texts; null unless all are known. */
  known(texts: readonly string[]): Float32Array[] | null {
    const vectors = texts.flatMap((text) => this.#kept.get(text) ?? []);
    return vectors.length === texts.length ? vectors : null;
  }

  /** Fetches the vectors of the texts. Errors: those of the embedder. */
  async fetch(texts: readonly string[], signal: AbortSignal | undefined): Promise<Float32Array[]> {
    const known = this.known(texts);
    if (known) return known;
    const key = JSON.stringify(texts);
    return this.#onTheWay.get(key) ?? this.#ask(key, texts, signal);
  }

  #ask(key: string, texts: readonly string[], signal: AbortSignal | undefined): Promise<Float32Array[]> {
    const work = this.#embedder
      .embed(texts, { signal, role: 'query' })
      .then((vectors) => {
        for (const [i, text] of texts.entries()) this.#keep(text, vectors[i] as Float32Array);
        return vectors;
      })
      .finally(() => this.#onTheWay.delete(key));
    this.#onTheWay.set(key, work);
    return work;
  }

  #keep(text: string, vector: Float32Array): void {
    this.#kept.delete(text);
    this.#kept.set(text, vector);
    const [oldest] = this.#kept.keys();
    if (this.#kept.size > mostKept && oldest !== undefined) this.#kept.delete(oldest);
  }
}
