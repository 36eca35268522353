import type { ToolSearchConfig } from '#shared/domain/config.ts';
import type { EmbedderConfig } from '#shared/domain/embedder-config.ts';
import type { McpConnection } from '#shared/domain/mcp-connection.ts';
import { PegboardError } from '#shared/errors.ts';
import type { Files } from '../files/files.ts';
import { describeValues } from '../sources/describe-values.ts';
import { containedPath } from '../workspace/load-workspace.ts';
import { type Embedder, withPrefixes } from './embedder.ts';
import { createEndpointEmbedder, type EndpointOptions } from './endpoint/endpoint-embedder.ts';
import { openEmbedderThread } from './onnx/embedder-thread.ts';
import { runtimeFolder } from './onnx/load-runtime.ts';
import { createWordVectorEmbedder } from './word-vector-embedder.ts';

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
    `Pegboard would send names, descriptions and phrases of the tools, and queries, to ${subject.url}${headers}. You have not agreed to that yet.`,
    {
      hint: 'Look at it; if you agree, run the same search with --yes, or pegboard models test --yes. Your consent is kept for exactly this.',
      data: subject,
    },
  );
}

/** What embeds for hybrid search: its own embedder, else the model that the workspace names, else the word vectors of Pegboard. */
export function hybridEmbedder({ hybrid, understanding }: ToolSearchConfig): EmbedderConfig {
  return hybrid.embedder.kind === 'local' ? (understanding.model ?? hybrid.embedder) : hybrid.embedder;
}

/** The embedder that a configuration names. Errors: those of reading a folder, `config_invalid` for one outside the workspace. */
export async function makeEmbedder(config: EmbedderConfig, options: MakeEmbedderOptions): Promise<Embedder> {
  const { text_prefix: text, query_prefix: query } = config;
  return withPrefixes(await makeBareEmbedder(config, options), { text, query });
}

export interface MakeEmbedderOptions extends EndpointOptions {
  readonly root: string;
  readonly files: Files;
  /** Folder of the user's own data, where a runtime may be installed. */
  readonly userDataDir: string;
  /** Script of the thread that runs a sentence encoder; without it this thread does. */
  readonly worker?: URL | undefined;
}

async function makeBareEmbedder(
  config: EmbedderConfig,
  { root, files, userDataDir, worker, ...endpoint }: MakeEmbedderOptions,
): Promise<Embedder> {
  switch (config.kind) {
    case 'local':
      return createWordVectorEmbedder();
    case 'folder': {
      const { path = '' } = config;
      // Loaded when a folder is used: nobody else needs a tokenizer.
      const { openStaticEmbedder } = await import('./static-model/static-embedder.ts');
      return openStaticEmbedder(await containedPath(root, 'path of the model', path, files), path, files);
    }
    case 'onnx': {
      const { path = '' } = config;
      const folder = await containedPath(root, 'path of the model', path, files);
      const model = { folder, name: path, runtime: runtimeFolder(userDataDir) };
      if (worker) return openEmbedderThread(worker, model);
      const { openOnnxEmbedder } = await import('./onnx/onnx-embedder.ts');
      return openOnnxEmbedder(model, files);
    }
    case 'endpoint': {
      const { url, model } = config;
      if (url === undefined || model === undefined) {
        throw new PegboardError('config_invalid', 'url and model are needed with kind: endpoint.');
      }
      return createEndpointEmbedder({ ...config, url, model }, endpoint);
    }
  }
}
