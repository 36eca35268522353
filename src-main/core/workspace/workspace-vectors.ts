import { join } from 'node:path';
import { isPegboardError } from '#shared/errors.ts';
import type { Logger } from '../logger.ts';
import { runVectorWorker } from '../search/run-vector-worker.ts';
import {
  type MadeVectors,
  makeToolVectors,
  type VectorJob,
} from '../search/understanding/vectors/make-tool-vectors.ts';
import { completeHere, type GatheredVectors } from '../search/understanding/vectors/tool-vectors.ts';
import { type CacheFolder, makeCacheFolder, pathInCache } from './cache-folder.ts';

/** Below, the vectors are made faster than a file is read or a thread starts. */
const fewTools = 2000;

/** Largest file of vectors that is read: the vectors of about 200,000 tools. */
const maximumBytes = 64 * 1024 * 1024;

/** Name of the file in the cache folder. */
export const vectorFile = 'tool_vectors.bin';

interface WorkspaceVectorsOptions extends CacheFolder {
  /** Script of the thread; without it, the vectors are made in this one, and searches wait for them. */
  readonly worker: URL | undefined;
  readonly logger: Logger;
}

/**
 * Makes the vectors of the tools of a workspace and keeps them in its cache folder, so that a restart makes none and an edit only those of the
 * tools that it changes. With a thread, words alone answer until the vectors are there.
 */
export class WorkspaceVectors {
  readonly #options: WorkspaceVectorsOptions;
  readonly #stop = new AbortController();

  constructor(options: WorkspaceVectorsOptions) {
    this.#options = options;
  }

  /** Completes the vectors of an index. Where there is a thread, this returns at once for large catalogs. */
  readonly complete = async (vectors: GatheredVectors): Promise<void> => {
    if (vectors.counted.length < fewTools) return completeHere(vectors);
    const done = this.#complete(vectors);
    if (!this.#options.worker) await done;
  };

  /** Ends what is being made; nothing is written any more. */
  close(): void {
    this.#stop.abort();
  }

  async #complete(vectors: GatheredVectors): Promise<void> {
    const { worker, logger } = this.#options;
    const { signal } = this.#stop;
    try {
      const job = { rows: vectors.rows, weights: vectors.weights, cached: await this.#read() };
      const made = worker ? await runVectorWorker(worker, job, signal) : await makeToolVectors(job, vectors.words);
      vectors.take(made.vectors);
      await this.#write(made);
    } catch (error) {
      if (signal.aborted) return;
      logger.warn('The vectors of tools are made in the main thread.', { error: String(error) });
      if (!vectors.areMade) await completeHere(vectors);
    }
  }

  /** The file, or null where it cannot be read. */
  async #read(): Promise<VectorJob['cached']> {
    const { files, cacheDir } = this.#options;
    if (!(await files.exists(join(cacheDir, vectorFile)))) return null;
    try {
      return new Uint8Array(await files.readBytes(await pathInCache(this.#options, vectorFile), { maximumBytes }));
    } catch (error) {
      this.#options.logger.warn('The file of tool vectors was not read.', { error: String(error) });
      return null;
    }
  }

  /** Writes the file where it is new. A folder that cannot be written, as one that is read-only, costs only the time of the next start. */
  async #write({ cache }: MadeVectors): Promise<void> {
    if (cache === null || this.#stop.signal.aborted) return;
    try {
      await makeCacheFolder(this.#options);
      const path = await pathInCache(this.#options, vectorFile);
      await this.#options.files.writeAll([{ path, bytes: async () => cache, executable: false }]);
    } catch (error) {
      if (!isPegboardError(error)) throw error;
      this.#options.logger.warn('The vectors of tools were not kept.', { error: String(error) });
    }
  }
}
