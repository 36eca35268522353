import type { HybridRequest } from '#shared/domain/search-request.ts';
import type { CatalogTool } from '#shared/domain/tool.ts';
import { PegboardError } from '#shared/errors.ts';
import { throwIfCancelled } from '../cancellation.ts';
import type { ToolScope } from '../search/search-scope.ts';
import type { ConsentStore } from '../sources/consent-store.ts';
import type { LoadedWorkspace } from '../workspace/load-workspace.ts';
import type { OpenWorkspace } from '../workspace/open-workspace.ts';
import type { Embedder } from './embedder.ts';
import { consentSubject, endpointConnection, hybridEmbedder } from './embedder-consent.ts';
import type { Embedders } from './embedders.ts';
import type { AskVectors } from './find-hybrid.ts';
import { buildHybridIndex, type HybridIndex } from './hybrid-index.ts';
import { type HybridOutcome, searchHybrid } from './search-hybrid.ts';
import { SharedWork } from './shared-work.ts';
import { cosinesOf, embedTools } from './tool-vectors.ts';
import type { VectorIndex } from './vector-index.ts';

export interface HybridServiceOptions {
  readonly consents: ConsentStore;
  readonly embedders: Embedders;
}

/** What is kept for a set of tools that a caller may use, as long as the workspace keeps the set (decision 002). */
interface Audience {
  readonly index: Promise<HybridIndex>;
  vectors: SharedWork<VectorIndex> | undefined;
}

/** Hybrid searches of the open workspace: an index for each audience, one embedder, and consent before anything is sent. */
export class HybridService {
  readonly #options: HybridServiceOptions;
  readonly #audiences = new WeakMap<ReadonlyMap<string, CatalogTool>, Audience>();

  constructor(options: HybridServiceOptions) {
    this.#options = options;
  }

  /** Errors: those of `searchHybrid`, `unknown_persona`, `cancelled`. A failing embedder is not an error (R17.11). */
  async search(
    workspace: OpenWorkspace,
    { input, caller, explain }: HybridRequest,
    signal?: AbortSignal,
  ): Promise<{ outcome: HybridOutcome; scope: ToolScope }> {
    throwIfCancelled(signal);
    const scope = await workspace.scopeFor(caller);
    const audience = this.#audienceOf(scope);
    const index = await audience.index;
    const ask: AskVectors = async (texts) => this.#ask(workspace.loaded, audience, index, texts, signal);
    return { outcome: await searchHybrid(index, input, { explain, ask }), scope };
  }

  /**
   * Notes that the user agreed to an embedder or model of the workspace, as it was shown. Error: `config_changed` when `pegboard.yaml` says something else
   * by now.
   */
  async agree(
    { loaded }: OpenWorkspace,
    shown: { readonly url: string; readonly headers: readonly string[] },
  ): Promise<{ agreed: true }> {
    const { tool_search } = loaded.file.config;
    const named = [
      hybridEmbedder(tool_search),
      ...(tool_search.understanding.model ? [tool_search.understanding.model] : []),
    ];
    const connection = named.flatMap((embedder) => {
      const { url, headers } = consentSubject(embedder);
      const isShown = url === shown.url && headers.join('\n') === shown.headers.join('\n');
      return (isShown && endpointConnection(embedder)) || [];
    })[0];
    if (!connection) {
      throw new PegboardError('config_changed', 'The embedder in pegboard.yaml changed meanwhile.', {
        hint: 'Search again, then read the new question.',
      });
    }
    await this.#options.consents.grant(loaded.root, connection, 'model for search');
    return { agreed: true };
  }

  #audienceOf({ tools, config }: ToolScope): Audience {
    const known = this.#audiences.get(tools);
    if (known) return known;
    const audience: Audience = { index: buildHybridIndex([...tools.values()], config), vectors: undefined };
    this.#audiences.set(tools, audience);
    return audience;
  }

  async #ask(
    loaded: LoadedWorkspace,
    audience: Audience,
    index: HybridIndex,
    texts: readonly string[],
    signal: AbortSignal | undefined,
  ): ReturnType<AskVectors> {
    const { embedders } = this.#options;
    const config = hybridEmbedder(loaded.file.config.tool_search);
    await embedders.requireConsent(loaded, config);
    const embedder = await embedders.open(loaded, config);
    const cache = await embedders.cacheFor(loaded, embedder);
    try {
      const vectors = await this.#vectorsOf(audience, index, { loaded, embedder, signal });
      const found = await cosinesOf(texts, vectors, { embedder, cache, signal }).catch((error: unknown) => {
        audience.vectors = undefined;
        throw error;
      });
      return { id: embedder.id, dimensions: vectors.dimensions, found };
    } finally {
      cache.close();
    }
  }

  async #vectorsOf(
    audience: Audience,
    { tools }: HybridIndex,
    { loaded, embedder, signal }: { loaded: LoadedWorkspace; embedder: Embedder; signal: AbortSignal | undefined },
  ): Promise<VectorIndex> {
    if (!audience.vectors || audience.vectors.isStopped) {
      const work = new SharedWork(async (stop) => {
        const cache = await this.#options.embedders.cacheFor(loaded, embedder);
        try {
          return await embedTools(tools, { embedder, cache, signal: stop });
        } catch (error) {
          if (audience.vectors === work) audience.vectors = undefined;
          throw error;
        } finally {
          cache.close();
        }
      });
      audience.vectors = work;
    }
    return audience.vectors.join(signal);
  }
}
