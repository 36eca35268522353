import { isPegboardError } from '#shared/errors.ts';
import type { Database } from '../db/database.ts';
import { databaseError, embeddingsSchema, openIndexDatabase, UnusableDatabase } from '../db/open-database.ts';
import { type OpenIndexOptions, openCached } from '../workspace/open-index.ts';

/** Vectors that were paid for, by embedder and hash of the text. Losing them costs requests and nothing else. */
export interface VectorCache {
  get(embedder: string, hashes: readonly string[]): Map<string, Float32Array>;
  put(embedder: string, vectors: ReadonlyMap<string, Float32Array>): void;
  /** Forgets all vectors of an embedder. */
  forget(embedder: string): void;
  close(): void;
}

/** One that keeps nothing. */
export const noVectorCache: VectorCache = { get: () => new Map(), put: () => {}, forget: () => {}, close: () => {} };

/**
 * Opens `embeddings.db` in a cache folder, as `openCached`. Where a file cannot be, nothing is kept. No error.
 */
export async function openVectorCache(options: OpenIndexOptions): Promise<VectorCache> {
  try {
    const { opened } = await openCached(options, {
      name: 'embeddings.db',
      content: 'vectors',
      open: (path) => (path === null ? noVectorCache : new SqliteVectorCache(path, options)),
    });
    return opened;
  } catch (error) {
    options.logger.warn('Vectors are not kept on disk.', { path: options.cacheDir, error: String(error) });
    return noVectorCache;
  }
}

class SqliteVectorCache implements VectorCache {
  readonly #path: string;
  readonly #database: Database;
  readonly #logger: OpenIndexOptions['logger'];

  constructor(path: string, { logger }: Pick<OpenIndexOptions, 'logger'>) {
    this.#path = path;
    this.#logger = logger;
    this.#database = openIndexDatabase(path, embeddingsSchema);
  }

  get(embedder: string, hashes: readonly string[]): Map<string, Float32Array> {
    const found = new Map<string, Float32Array>();
    this.#tolerate(() => {
      const select = this.#database
        .prepare<[string, string], Buffer>('SELECT vector FROM vectors WHERE embedder = ? AND text_hash = ?')
        .pluck();
      for (const hash of hashes) {
        const bytes = select.get(embedder, hash);
        // The content of a damaged row is requested again.
        if (bytes instanceof Uint8Array && bytes.byteLength > 0 && bytes.byteLength % 4 === 0) {
          const vector = new Float32Array(Uint8Array.from(bytes).buffer);
          if (vector.every(Number.isFinite)) found.set(hash, vector);
        }
      }
    });
    return found;
  }

  put(embedder: string, vectors: ReadonlyMap<string, Float32Array>): void {
    this.#tolerate(() => {
      const insert = this.#database.prepare('INSERT OR REPLACE INTO vectors VALUES (?, ?, ?)');
      this.#database
        .transaction(() => {
          for (const [hash, vector] of vectors) {
            insert.run(embedder, hash, Buffer.from(vector.buffer, vector.byteOffset, vector.byteLength));
          }
        })
        .immediate();
    });
  }

  forget(embedder: string): void {
    this.#tolerate(() => this.#database.prepare('DELETE FROM vectors WHERE embedder = ?').run(embedder));
  }

  close(): void {
    this.#database.close();
  }

  /** A cache that fails is a cache that knows nothing: a search must not fail for it. */
  #tolerate(work: () => void): void {
    try {
      work();
    } catch (error) {
      const known = databaseError(error, this.#path);
      if (!isPegboardError(known) && !(known instanceof UnusableDatabase)) throw error;
      this.#logger.warn('The cache of vectors could not be used.', { path: this.#path, error: String(known) });
    }
  }
}
