import type { HybridRequest } from '#shared/domain/search-request.ts';
import type { CatalogTool } from '#shared/domain/tool.ts';
import { PegboardError } from '#shared/errors.ts';
import { throwIfCancelled } from '../cancellation.ts';
import type { Files } from '../files/files.ts';
import type { Logger } from '../logger.ts';
import type { ToolScope } from '../search/search-scope.ts';
import type { ConsentStore } from '../sources/consent-store.ts';
import type { LoadedWorkspace } from '../workspace/load-workspace.ts';
import type { OpenWorkspace } from '../workspace/open-workspace.ts';
import type { Embedder } from './embedder.ts';
import { consentSubject, embedderConsentRequired, endpointConnection, makeEmbedder } from './embedder-consent.ts';
import type { EndpointOptions } from './endpoint/endpoint-embedder.ts';
import type { AskVectors } from './find-hybrid.ts';
import { buildHybridIndex, type HybridIndex } from './hybrid-index.ts';
import { type HybridOutcome, searchHybrid } from './search-hybrid.ts';
import { SharedWork } from './shared-work.ts';
import { cosinesOf, embedTools } from './tool-vectors.ts';
import { noVectorCache, openVectorCache, type VectorCache } from './vector-cache.ts';
import type { VectorIndex } from './vector-index.ts';

export interface HybridServiceOptions extends EndpointOptions {
  readonly consents: ConsentStore;
  readonly files: Files;
  readonly logger: Logger;
  readonly fts: 'detect' | 'off';
  readonly now: () => number;
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
  readonly #embedders = new WeakMap<LoadedWorkspace, Promise<Embedder>>();

  constructor(options: HybridServiceOptions) {
    this.#options = options;
  }

  /** Errors: those of `searchHybrid`, `unknown_persona`, `cancelled`. A failing embedder is none (R17.11). */
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
   * Notes that the user agreed to the embedder, as it was shown. Error: `config_changed` when `pegboard.yaml` says something else
   * by now.
   */
  async agree(
    { loaded }: OpenWorkspace,
    shown: { readonly url: string; readonly headers: readonly string[] },
  ): Promise<{ agreed: true }> {
    const { embedder } = loaded.file.config.tool_search.hybrid;
    const connection = endpointConnection(embedder);
    const { url, headers } = consentSubject(embedder);
    if (!connection || url !== shown.url || headers.join('\n') !== shown.headers.join('\n')) {
      throw new PegboardError('config_changed', 'The embedder in pegboard.yaml is another one by now.', {
        hint: 'Search again, and look at what is asked then.',
      });
    }
    await this.#options.consents.grant(loaded.root, connection, 'hybrid search');
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
    await this.#requireConsent(loaded);
    const embedder = await this.#embedderOf(loaded);
    const cache = await this.#cacheOf(loaded, embedder);
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
        const cache = await this.#cacheOf(loaded, embedder);
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

  async #requireConsent({ root, file }: LoadedWorkspace): Promise<void> {
    const { embedder } = file.config.tool_search.hybrid;
    const connection = endpointConnection(embedder);
    if (!connection) return;
    const [isGranted] = await this.#options.consents.granted(root, [connection]);
    if (!isGranted) throw embedderConsentRequired(embedder);
  }

  #embedderOf(loaded: LoadedWorkspace): Promise<Embedder> {
    const known = this.#embedders.get(loaded);
    if (known) return known;
    const { root, file } = loaded;
    const made = makeEmbedder(file.config.tool_search.hybrid.embedder, { ...this.#options, root });
    this.#embedders.set(loaded, made);
    // What could not be opened may be there the next time.
    made.catch(() => this.#embedders.delete(loaded));
    return made;
  }

  async #cacheOf({ root, cacheDir }: LoadedWorkspace, { isCostly }: Embedder): Promise<VectorCache> {
    return isCostly ? openVectorCache({ ...this.#options, root, cacheDir }) : noVectorCache;
  }
}
