import { setImmediate } from 'node:timers/promises';
import type { UnderstandingConfig } from '#shared/domain/config.ts';
import type { ConfusableReport } from '#shared/domain/confusable.ts';
import type { CompareColumn } from '#shared/domain/engine-comparison.ts';
import type { ScoredEngineName } from '#shared/domain/engine-facts.ts';
import { PegboardError } from '#shared/errors.ts';
import { throwIfCancelled } from '../cancellation.ts';
import { findConfusable } from '../search/confusable/find-confusable.ts';
import type { AskedQuery } from '../search/confusable/self-queries.ts';
import { buildRankerIndex } from '../search/ranker/build-index.ts';
import { defaultParameters } from '../search/ranker/parameters.ts';
import { thesaurusWith } from '../search/ranker/thesaurus/groups.ts';
import { scoredEngines } from './engines.ts';
import type { EngineTool, ScoredEngine } from './scored-engine.ts';

export interface SetQuery {
  readonly engines: readonly ScoredEngineName[];
  readonly query: string;
  readonly limit: number;
}

export interface ConfusableJob {
  readonly golden: readonly AskedQuery[];
  /** Groups that the workspace adds to our own. */
  readonly thesaurus: readonly (readonly string[])[];
  readonly understanding: UnderstandingConfig;
}

interface EngineSet {
  readonly tools: readonly EngineTool[];
  readonly engines: Map<ScoredEngineName, Promise<ScoredEngine>>;
}

/**
 * Engines over some sets of tools, by key. An engine is built when it is asked for the first time and stays until its tools are
 * forgotten. Holds no thread, file or connection: a worker and the calling thread use it alike.
 */
export class EngineSets {
  readonly #sets = new Map<string, EngineSet>();
  readonly #stopwatch: () => number;

  /** `stopwatch`: milliseconds that only grow. */
  constructor(stopwatch: () => number) {
    this.#stopwatch = stopwatch;
  }

  put(key: string, tools: readonly EngineTool[]): void {
    this.#sets.set(key, { tools, engines: new Map() });
  }

  forget(key: string): void {
    this.#sets.delete(key);
  }

  /** The answers of several engines, one after the other, each with the time of its search. Error: `cancelled`. */
  async search(
    key: string,
    { engines, query, limit }: SetQuery,
    signal: AbortSignal | undefined,
  ): Promise<CompareColumn[]> {
    const set = this.#set(key);
    const columns: CompareColumn[] = [];
    for (const name of engines) {
      // Somebody who types on asks again: what was asked before is heard of here.
      await setImmediate();
      throwIfCancelled(signal);
      const engine = await this.#engine(set, name);
      const start = this.#stopwatch();
      const answer = engine.search(query, limit);
      columns.push({ engine: name, ...answer, elapsed_ms: this.#stopwatch() - start });
    }
    return columns;
  }

  /** Which of the tools cannot be told apart. Error: `cancelled`. */
  async confusable(
    key: string,
    { golden, thesaurus, understanding }: ConfusableJob,
    options: { readonly signal?: AbortSignal | undefined; readonly onProgress: (done: number, total: number) => void },
  ): Promise<ConfusableReport> {
    const { tools } = this.#set(key);
    const words = { parameters: defaultParameters, thesaurus: thesaurusWith(thesaurus), understanding };
    const index = await buildRankerIndex(tools, { ...words, signal: options.signal });
    return findConfusable(index, tools, golden, { ...options, stopwatch: this.#stopwatch });
  }

  #set(key: string): EngineSet {
    const set = this.#sets.get(key);
    if (!set) throw new PegboardError('internal', 'These tools are not loaded.');
    return set;
  }

  #engine({ tools, engines }: EngineSet, name: ScoredEngineName): Promise<ScoredEngine> {
    const known = engines.get(name);
    if (known) return known;
    const engine = scoredEngines[name](tools, {});
    engines.set(name, engine);
    return engine;
  }
}
