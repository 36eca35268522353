import type { EmbedderConfig } from '#shared/domain/hybrid-config.ts';
import { PegboardError } from '#shared/errors.ts';
import type { Files } from '../files/files.ts';
import { containedPath } from '../workspace/load-workspace.ts';
import type { Embedder } from './embedder.ts';
import { createEndpointEmbedder, type EndpointOptions } from './endpoint/endpoint-embedder.ts';
import { createHashedNgrams } from './hashed-ngrams.ts';

/** The embedder that the configuration names. Errors: those of reading a folder, `config_invalid` for one outside the workspace. */
export async function makeEmbedder(
  config: EmbedderConfig,
  { root, files, ...endpoint }: EndpointOptions & { readonly root: string; readonly files: Files },
): Promise<Embedder> {
  switch (config.kind) {
    case 'local':
      return createHashedNgrams();
    case 'folder': {
      const { path = '' } = config;
      // Loaded when a folder is used: nobody else needs a tokenizer.
      const { openStaticEmbedder } = await import('./static-model/static-embedder.ts');
      return openStaticEmbedder(await containedPath(root, 'embedder.path', path, files), path, files);
    }
    case 'endpoint': {
      const { url, model } = config;
      if (url === undefined || model === undefined) {
        throw new PegboardError('config_invalid', 'embedder.url and embedder.model are needed with kind: endpoint.');
      }
      return createEndpointEmbedder({ ...config, url, model }, endpoint);
    }
  }
}
