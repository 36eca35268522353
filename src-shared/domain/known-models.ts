import type { EmbedderConfig } from './embedder-config.ts';

/** A model that many people use, as its authors publish it. */
export interface KnownModel {
  readonly name: string;
  readonly licence: string;
  /** What has to be fetched, megabytes, rounded. */
  readonly megabytes: number;
  readonly languages: string;
  readonly dimensions: number;
  /** Fetches it into the workspace, or into Ollama. */
  readonly fetch: string;
  /** What to write as `tool_search.understanding.model`. */
  readonly config: Partial<EmbedderConfig> & Pick<EmbedderConfig, 'kind'>;
}

/** Where the commands below put models: in the folder of the workspace that no git takes in. */
const folderOf = (name: string) => `.pegboard/models/${name}`;

function model2Vec(name: string, facts: Omit<KnownModel, 'name' | 'fetch' | 'config'>): KnownModel {
  const files = 'model.safetensors tokenizer.json config.json';
  return {
    name,
    ...facts,
    fetch: `hf download minishlab/${name} ${files} --local-dir ${folderOf(name)}`,
    config: { kind: 'folder', path: folderOf(name) },
  };
}

function onnx(
  repository: string,
  facts: Omit<KnownModel, 'name' | 'fetch' | 'config'>,
  prefixes: Partial<Pick<EmbedderConfig, 'query_prefix' | 'text_prefix'>> = {},
): KnownModel {
  const name = repository.replace(/^.*\//, '');
  const files = 'onnx/model.onnx tokenizer.json 1_Pooling/config.json';
  return {
    name,
    ...facts,
    fetch: `hf download ${repository} ${files} --local-dir ${folderOf(name)}`,
    config: { kind: 'onnx', path: folderOf(name), ...prefixes },
  };
}

function ollama(
  name: string,
  facts: Omit<KnownModel, 'name' | 'fetch' | 'config'>,
  prefixes: Partial<Pick<EmbedderConfig, 'query_prefix' | 'text_prefix'>> = {},
): KnownModel {
  return {
    name,
    ...facts,
    fetch: `ollama pull ${name}`,
    config: { kind: 'endpoint', url: 'http://localhost:11434/v1/embeddings', model: name, ...prefixes },
  };
}

/**
 * Models that Pegboard can use, the smallest of each kind first. Facts are those of the model cards; sizes are those of the files
 * that the command fetches. Pegboard fetches none of them.
 */
export const knownModels: readonly KnownModel[] = [
  model2Vec('potion-base-8M', { licence: 'MIT', megabytes: 30, languages: 'English', dimensions: 256 }),
  model2Vec('potion-retrieval-32M', { licence: 'MIT', megabytes: 130, languages: 'English', dimensions: 512 }),
  model2Vec('potion-multilingual-128M', {
    licence: 'MIT',
    megabytes: 520,
    languages: '101 languages',
    dimensions: 256,
  }),
  onnx('sentence-transformers/all-MiniLM-L6-v2', {
    licence: 'Apache-2.0',
    megabytes: 90,
    languages: 'English',
    dimensions: 384,
  }),
  onnx(
    'BAAI/bge-small-en-v1.5',
    { licence: 'MIT', megabytes: 133, languages: 'English', dimensions: 384 },
    { query_prefix: 'Represent this sentence for searching relevant passages: ' },
  ),
  onnx(
    'intfloat/multilingual-e5-small',
    { licence: 'MIT', megabytes: 487, languages: 'about 100 languages', dimensions: 384 },
    { query_prefix: 'query: ', text_prefix: 'passage: ' },
  ),
  ollama('all-minilm', { licence: 'Apache-2.0', megabytes: 46, languages: 'English', dimensions: 384 }),
  ollama(
    'nomic-embed-text',
    { licence: 'Apache-2.0', megabytes: 274, languages: 'English', dimensions: 768 },
    { query_prefix: 'search_query: ', text_prefix: 'search_document: ' },
  ),
  ollama(
    'embeddinggemma',
    { licence: 'Gemma terms of use', megabytes: 622, languages: 'more than 100 languages', dimensions: 768 },
    { query_prefix: 'task: search result | query: ', text_prefix: 'title: none | text: ' },
  ),
  ollama(
    'mxbai-embed-large',
    { licence: 'Apache-2.0', megabytes: 670, languages: 'English', dimensions: 1024 },
    { query_prefix: 'Represent this sentence for searching relevant passages: ' },
  ),
  ollama('bge-m3', { licence: 'MIT', megabytes: 1200, languages: 'more than 100 languages', dimensions: 1024 }),
];
