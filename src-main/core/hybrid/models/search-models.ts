import type { EmbedderConfig } from '#shared/domain/embedder-config.ts';
import type { ModelStatus } from '#shared/domain/model-status.ts';
import type { ToolSearchInput } from '#shared/domain/search-request.ts';
import { isPegboardError, PegboardError, toErrorValue } from '#shared/errors.ts';
import { throwIfCancelled } from '../../cancellation.ts';
import { textsForModel } from '../../search/ranker/add-meaning.ts';
import { prepareQuery } from '../../search/ranker/prepare-query.ts';
import type { SearchedIndex } from '../../search/ranker/ranker-index.ts';
import type { RankerScope, SearchScope } from '../../search/search-scope.ts';
import type { AskedModel } from '../../search/understanding/model-answer.ts';
import type { Embedder } from '../embedder.ts';
import type { EmbeddedWorkspace, Embedders } from '../embedders.ts';
import { answerOf, type ModelOfTools, prepareModel } from './model-of-tools.ts';
import { modelName, statusOf } from './model-status.ts';
import { QueryVectors } from './query-vectors.ts';

/** Milliseconds that a search waits for its model, unless the host says otherwise: nobody who types notices them. */
export const defaultWaitMs = 300;

/** Milliseconds after a failure in which nothing is asked again. */
const restMs = 30_000;

export interface SearchModelsOptions {
  readonly embedders: Embedders;
  /** Milliseconds that a search waits for its model at most. */
  readonly waitMs: number;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

/** The vectors of the tools of one index: being made, made, or failed at a time. */
interface Work {
  readonly result: Promise<ModelOfTools>;
  made: ModelOfTools | null;
  failed: { readonly error: PegboardError; readonly at: number } | null;
  vectors: { readonly done: number; readonly total: number };
}

type Asked = Pick<ToolSearchInput, 'query' | 'search_type'>;

/**
 * The models that workspaces name for the meaning of queries (decision 054). They never hold up a search: vectors of tools are
 * made in the background, and a query's vector is waited for briefly. Whatever is missing, the word vectors that come with
 * Pegboard stand in, and the status says so.
 */
export class SearchModels {
  readonly #options: SearchModelsOptions;
  readonly #works = new WeakMap<SearchedIndex, Work>();
  readonly #queries = new WeakMap<Embedder, QueryVectors>();
  readonly #stop = new AbortController();

  constructor(options: SearchModelsOptions) {
    this.#options = options;
  }

  /** The scope with what the model says of the query; the scope itself where no model is to be asked. Error: `cancelled`. */
  async ask(
    workspace: EmbeddedWorkspace,
    scope: SearchScope,
    input: Asked,
    signal?: AbortSignal | undefined,
  ): Promise<SearchScope> {
    const config = modelOf(scope);
    const { ranking } = scope;
    const isAsked = input.search_type === 'fts' && input.query.trim() !== '' && scope.index.ftsAvailable;
    if (!config || ranking.kind !== 'pegboard' || !isAsked) return scope;
    const model = await this.#asked(workspace, config, ranking, input.query);
    throwIfCancelled(signal);
    return { ...scope, ranking: { ...ranking, model } };
  }

  /** `ask` for one workspace. */
  askerOf(workspace: EmbeddedWorkspace) {
    return (scope: SearchScope, input: Asked) => this.ask(workspace, scope, input);
  }

  /** Stops what is being made. */
  close(): void {
    this.#stop.abort();
  }

  async #asked(
    workspace: EmbeddedWorkspace,
    config: EmbedderConfig,
    ranking: RankerScope,
    query: string,
  ): Promise<AskedModel> {
    const model = modelName(config);
    const without = (status: Omit<ModelStatus, 'model' | 'message'>, error?: PegboardError): AskedModel => ({
      status: statusOf({ ...status, model }, error),
      answer: null,
      problem: error ? toErrorValue(error) : null,
    });
    try {
      await this.#options.embedders.requireConsent(workspace, config);
    } catch (error) {
      if (!isPegboardError(error)) throw error;
      return without({ state: 'no_consent' }, error);
    }
    const { work, isNew } = this.#workOf(workspace, config, ranking);
    try {
      // Who already waited for vectors need not wait again at each search.
      const made = work.made ?? (isNew ? await this.#within(work.result) : null);
      if (work.failed) return without({ state: 'failed' }, work.failed.error);
      if (!made) return without({ state: 'preparing', vectors: work.vectors });
      if (made.scale === null) return without({ state: 'unusable' });
      const texts = textsForModel(prepareQuery(ranking.index, query));
      const vectors = await this.#queryVectors(work, made.embedder, texts);
      const answer = vectors && answerOf(made, { model, query, texts, vectors });
      if (!answer) return without({ state: 'late' });
      return { status: statusOf({ model, state: 'answered' }), answer, problem: null };
    } catch (error) {
      if (!isPegboardError(error)) throw error;
      this.#note(work, error);
      return without({ state: 'failed' }, error);
    }
  }

  /** The work over an index; begun anew where it failed a while ago. */
  #workOf(workspace: EmbeddedWorkspace, config: EmbedderConfig, ranking: RankerScope): { work: Work; isNew: boolean } {
    const { now, embedders } = this.#options;
    const known = this.#works.get(ranking.index);
    if (known && (!known.failed || now() - known.failed.at < restMs)) return { work: known, isNew: false };
    const { signal } = this.#stop;
    const work: Work = {
      result: prepareModel(ranking.tools, {
        ...{ config, workspace, embedders, signal },
        onProgress: (done, total) => {
          work.vectors = { done, total };
        },
      }),
      made: null,
      failed: null,
      vectors: { done: 0, total: ranking.tools.length },
    };
    work.result.then(
      (made) => {
        work.made = made;
      },
      (error: unknown) => this.#note(work, error),
    );
    this.#works.set(ranking.index, work);
    return { work, isNew: true };
  }

  /** Nothing is asked again for a while. */
  #note(work: Work, error: unknown): void {
    const known = isPegboardError(error) ? error : new PegboardError('internal', String(error));
    work.failed = { error: known, at: this.#options.now() };
  }

  /** The vectors of the parts of a query; null where they are not there in time. Errors: those of the embedder. */
  async #queryVectors(
    work: Work,
    embedder: Embedder,
    texts: readonly string[],
  ): Promise<readonly Float32Array[] | null> {
    const queries = this.#queries.get(embedder) ?? new QueryVectors(embedder);
    this.#queries.set(embedder, queries);
    const known = queries.known(texts);
    if (known) return known;
    if (queries.isFull) return null;
    // An embedder that owes answers is not waited for: every search would be slow.
    const wasBusy = queries.isBusy;
    const fetched = queries.fetch(texts, this.#stop.signal);
    // It may fail when the search no longer waits.
    fetched.catch((error: unknown) => this.#note(work, error));
    return wasBusy ? null : this.#within(fetched);
  }

  /** What a promise gives in time, else null. Errors: those of the promise, in time. */
  async #within<Value>(promise: Promise<Value>): Promise<Value | null> {
    const { promise: late, resolve } = Promise.withResolvers<null>();
    const timer = setTimeout(resolve, this.#options.waitMs, null);
    try {
      return await Promise.race([promise, late]);
    } finally {
      clearTimeout(timer);
    }
  }
}

/** The model that compares meanings in a scope, where its workspace names one. */
export function modelOf({ config: { understanding } }: Pick<SearchScope, 'config'>): EmbedderConfig | undefined {
  return understanding.meaning ? understanding.model : undefined;
}
