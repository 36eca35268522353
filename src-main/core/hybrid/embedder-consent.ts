import type { EmbedderConfig } from '#shared/domain/hybrid-config.ts';
import type { McpConnection } from '#shared/domain/mcp-connection.ts';
import { PegboardError } from '#shared/errors.ts';
import type { Files } from '../files/files.ts';
import { describeValues } from '../sources/describe-values.ts';
import { containedPath } from '../workspace/load-workspace.ts';
import type { Embedder } from './embedder.ts';
import { createEndpointEmbedder, type EndpointOptions } from './endpoint/endpoint-embedder.ts';
import { createHashedNgrams } from './hashed-ngrams.ts';

/** What an endpoint gets, as consents are kept (decision 007): its address, and which variable holds the key. Null for others. */
export function endpointConnection({ kind, url, api_key_env: key }: EmbedderConfig): McpConnection | null {
  if (kind !== 'endpoint' || url === undefined) return null;
  return { url, ...(key === undefined ? {} : { headers: { Authorization: `Bearer \${env:${key}}` } }) };
}

/** What a user must see before texts are sent: where to, with which headers, for which model. */
export function consentSubject(config: EmbedderConfig): { url: string; headers: string[]; model: string } {
  const { url = '', headers = {} } = endpointConnection(config) ?? {};
  return { url, headers: describeValues(headers), model: config.model ?? '' };
}

export function embedderConsentRequired(config: EmbedderConfig): PegboardError {
  const subject = consentSubject(config);
  const headers = subject.headers.length > 0 ? ` with ${subject.headers.join(', ')}` : '';
  return new PegboardError(
    'consent_required',
    `Hybrid search would send names, descriptions and phrases of the tools, and queries, to ${subject.url}${headers}. You have not agreed to that yet.`,
    {
      hint: 'Look at it; if you agree, run the same search with --yes. Your consent is kept for exactly this.',
      data: subject,
    },
  );
}

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
