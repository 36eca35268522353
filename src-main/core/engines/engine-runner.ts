import type { ConfusableReport } from '#shared/domain/confusable.ts';
import type { CompareColumn } from '#shared/domain/engine-comparison.ts';
import { type ConfusableJob, EngineSets, type SetQuery } from './engine-sets.ts';
import type { EngineTool } from './scored-engine.ts';

/** The tools that a caller may use. Equal keys mean equal tools. */
export interface EngineAudience {
  readonly key: string;
  tools(): readonly EngineTool[];
}

export interface JobOptions {
  readonly signal?: AbortSignal | undefined;
  readonly onProgress: (done: number, total: number) => void;
}

/** Where engines beside `tool_search` run. Errors: `cancelled`. */
export interface EngineRunner {
  search(audience: EngineAudience, query: SetQuery, signal: AbortSignal | undefined): Promise<readonly CompareColumn[]>;
  confusable(audience: EngineAudience, job: ConfusableJob, options: JobOptions): Promise<ConfusableReport>;
  close(): void;
}

/** How many audiences keep their indexes. */
const maximumAudiences = 2;

/** The keys whose tools are loaded; the one that was not asked for longest goes first. */
export class LoadedAudiences {
  readonly #keys = new Set<string>();

  /** Loads what is not there yet, and forgets what is too much. */
  use(key: string, { load, forget }: { load(): void; forget(key: string): void }): void {
    const isNew = !this.#keys.delete(key);
    this.#keys.add(key);
    if (!isNew) return;
    load();
    for (const oldest of this.#keys) {
      if (this.#keys.size <= maximumAudiences) break;
      this.#keys.delete(oldest);
      forget(oldest);
    }
  }
}

/** Runs engines in the calling thread: for the command line and tests, where nobody else waits. */
export function engineRunnerHere(): EngineRunner {
  const sets = new EngineSets();
  const audiences = new LoadedAudiences();
  const use = ({ key, tools }: EngineAudience) =>
    audiences.use(key, { load: () => sets.put(key, tools()), forget: (oldest) => sets.forget(oldest) });
  return {
    search: async (audience, query, signal) => {
      use(audience);
      return sets.search(audience.key, query, signal);
    },
    confusable: async (audience, job, options) => {
      use(audience);
      return sets.confusable(audience.key, job, options);
    },
    close: () => {},
  };
}
