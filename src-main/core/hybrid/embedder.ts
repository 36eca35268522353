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
  embed(
    texts: readonly string[],
    options: {
      readonly signal?: AbortSignal | undefined;
      /** What the texts are: a model may expect other words before a query. `text`, a tool's, unless this says otherwise. */
      readonly role?: TextRole;
    },
  ): Promise<Float32Array[]>;
  /** Gives back what it holds; without it, it holds nothing. */
  close?(): void;
}

export type TextRole = 'text' | 'query';

/** The embedder with the words that its model expects before each text; they are part of its id. */
export function withPrefixes(embedder: Embedder, prefixes: Readonly<Record<TextRole, string>>): Embedder {
  if (prefixes.text === '' && prefixes.query === '') return embedder;
  return {
    ...embedder,
    id: `${embedder.id}, before queries ${JSON.stringify(prefixes.query)}, before texts ${JSON.stringify(prefixes.text)}`,
    embed: (texts, options) => {
      const prefix = prefixes[options.role ?? 'text'];
      return embedder.embed(
        texts.map((text) => `${prefix}${text}`),
        options,
      );
    },
  };
}

/** The longest text that is embedded, UTF-16 units; the rest says little more of what a tool is for. */
export const maximumEmbeddedLength = 8000;
