/**
 * Turns texts into vectors. A new kind is a file beside this one and a line in `make-embedder.ts`.
 *
 * A vector says what a text means only to the embedder that made it, so everything kept of one is kept under its `id`.
 */
export interface Embedder {
  /** What makes equal texts equal vectors: kind, model, address. Shown, and the key of the cache; never a secret. */
  readonly id: string;
  /** Whether vectors are worth keeping on disk, as each costs a request. */
  readonly isCostly: boolean;
  /** How many texts `embed` takes at once. */
  readonly batchSize: number;
  /**
   * One vector for each text, in their order, all of one length, of any norm; all zeros where nothing of a text is known.
   * Errors: `embedder_failed`, `variable_missing`, `authentication_required`, `cancelled`.
   */
  embed(texts: readonly string[], options: { readonly signal?: AbortSignal | undefined }): Promise<Float32Array[]>;
}

/** The longest text that is embedded, UTF-16 units; the rest says little more of what a tool is for. */
export const maximumEmbeddedLength = 8000;
