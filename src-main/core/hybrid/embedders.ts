import type { EmbedderConfig } from '#shared/domain/embedder-config.ts';
import type { Files } from '../files/files.ts';
import type { Logger } from '../logger.ts';
import type { ConsentStore } from '../sources/consent-store.ts';
import type { LoadedWorkspace } from '../workspace/load-workspace.ts';
import type { Embedder } from './embedder.ts';
import {
  embedderConsentRequired,
  endpointConnection,
  type MakeEmbedderOptions,
  makeEmbedder,
} from './embedder-consent.ts';
import type { EndpointOptions } from './endpoint/endpoint-embedder.ts';
import { noVectorCache, openVectorCache, type VectorCache } from './vector-cache.ts';

export interface EmbeddersOptions extends EndpointOptions, Pick<MakeEmbedderOptions, 'userDataDir' | 'worker'> {
  readonly consents: ConsentStore;
  readonly files: Files;
  readonly logger: Logger;
  readonly fts: 'detect' | 'off';
  readonly now: () => number;
}

/** Where a workspace is and where it keeps what can be made again. */
export type EmbeddedWorkspace = Pick<LoadedWorkspace, 'root' | 'cacheDir'>;

/** How many embedders stay open. */
const maximumOpen = 4;

/** The embedders of workspaces: one for each configuration, opened when first asked for, with consent and a cache of vectors. */
export class Embedders {
  readonly #options: EmbeddersOptions;
  readonly #open = new Map<string, Promise<Embedder>>();

  constructor(options: EmbeddersOptions) {
    this.#options = options;
  }

  /** Error: `consent_required` for an address that the user did not agree to. */
  async requireConsent({ root }: EmbeddedWorkspace, config: EmbedderConfig): Promise<void> {
    const connection = endpointConnection(config);
    if (!connection) return;
    const [isGranted] = await this.#options.consents.granted(root, [connection]);
    if (!isGranted) throw embedderConsentRequired(config);
  }

  /** Errors: those of `makeEmbedder`. */
  open({ root }: EmbeddedWorkspace, config: EmbedderConfig): Promise<Embedder> {
    const key = JSON.stringify([root, config]);
    const embedder = this.#open.get(key) ?? makeEmbedder(config, { ...this.#options, root });
    // Put last: the first is then the one that was not asked for longest.
    this.#open.delete(key);
    this.#open.set(key, embedder);
    // A file that could not be opened may open the next time.
    embedder.catch(() => this.#open.delete(key));
    const [oldest] = this.#open;
    if (this.#open.size > maximumOpen && oldest) {
      this.#open.delete(oldest[0]);
      closeWhenOpen(oldest[1]);
    }
    return embedder;
  }

  /** Where the vectors of an embedder are kept; whoever asked closes it. */
  async cacheFor({ root, cacheDir }: EmbeddedWorkspace, { isCostly }: Embedder): Promise<VectorCache> {
    return isCostly ? openVectorCache({ ...this.#options, root, cacheDir }) : noVectorCache;
  }

  close(): void {
    for (const embedder of this.#open.values()) closeWhenOpen(embedder);
    this.#open.clear();
  }
}

function closeWhenOpen(embedder: Promise<Embedder>): void {
  embedder.then(
    ({ close }) => close?.(),
    () => {},
  );
}
