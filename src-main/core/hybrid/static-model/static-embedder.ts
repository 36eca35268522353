import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { z } from 'zod';
import { PegboardError } from '#shared/errors.ts';
import { throwIfCancelled } from '../../cancellation.ts';
import type { Files } from '../../files/files.ts';
import { type Embedder, maximumEmbeddedLength } from '../embedder.ts';
import { readTokenizer, type Tokenize } from './read-tokenizer.ts';
import { openSafetensors, type Tensor } from './safetensors.ts';

const maximumModelBytes = 640 * 1024 * 1024;
const maximumTokenizerBytes = 64 * 1024 * 1024;
const maximumDimensions = 8192;
/** Tokens of a text that count; the layout's own reader takes as many. */
const maximumTokens = 512;

const configSchema = z.looseObject({ normalize: z.boolean().default(true) });

/** A table of vectors, one per token, as Model2Vec writes it. */
interface StaticModel {
  readonly tokenize: Tokenize;
  readonly table: Tensor;
  /** The weight of a token, where the file gives one. */
  readonly weights: Tensor | null;
  /** Which row a token has, where the table is shorter than the vocabulary. */
  readonly mapping: Tensor | null;
  readonly dimensions: number;
}

/**
 * The static model of a folder: `model.safetensors` with the table, `tokenizer.json`, `config.json`, as Model2Vec writes them.
 * A text is the mean of the vectors of its tokens. `name` is the folder as the configuration names it. Errors: those of reading
 * the files, `embedder_failed`.
 */
export async function openStaticEmbedder(folder: string, name: string, files: Files): Promise<Embedder> {
  const tensors = openSafetensors(
    await files.readBytes(join(folder, 'model.safetensors'), { maximumBytes: maximumModelBytes }),
    `${name}/model.safetensors`,
  );
  const text = await files.readText(join(folder, 'tokenizer.json'), {
    maximumBytes: maximumTokenizerBytes,
    regularOnly: true,
  });
  readConfig(await files.readText(join(folder, 'config.json'), { maximumBytes: 1024 * 1024, regularOnly: true }), name);
  const model = checkedModel(tensors, readTokenizer(text, `${name}/tokenizer.json`), name);
  return {
    id: `folder: ${name}, ${model.dimensions} dimensions`,
    isCostly: false,
    batchSize: 200,
    async embed(texts, { signal }) {
      await setImmediate();
      throwIfCancelled(signal);
      return texts.map((one) => embedText(model, one, name));
    },
  };
}

/** Whether it normalises makes no difference to a cosine; a folder without a readable one is another kind of model. */
function readConfig(text: string, name: string): void {
  try {
    configSchema.parse(JSON.parse(text));
  } catch {
    throw wrongModel(name, 'config.json cannot be read');
  }
}

function checkedModel(
  tensors: (name: string) => Tensor | null,
  { tokenize, size }: { tokenize: Tokenize; size: number },
  name: string,
): StaticModel {
  const table = tensors('embeddings') ?? tensors('embedding.weight');
  if (!table) throw wrongModel(name, 'model.safetensors has no tensor "embeddings"');
  const [rows = 0, dimensions = 0] = table.shape;
  if (table.shape.length !== 2 || rows < 1 || dimensions < 1 || dimensions > maximumDimensions) {
    throw wrongModel(name, `its table has the shape ${table.shape.join(' × ')}`);
  }
  const [weights, mapping] = [tensors('weights'), tensors('mapping')];
  for (const tensor of [weights, mapping]) {
    if (tensor && (tensor.shape.length !== 1 || (tensor.shape[0] ?? 0) < size)) {
      throw wrongModel(name, `weights or mapping is shorter than the vocabulary of ${size} tokens`);
    }
  }
  if (!mapping && rows < size) throw wrongModel(name, `its table has ${rows} rows for ${size} tokens`);
  return { tokenize, table, weights, mapping, dimensions };
}

function embedText({ tokenize, table, weights, mapping, dimensions }: StaticModel, text: string, name: string) {
  const sum = new Float64Array(dimensions);
  const tokens = tokenize(text.slice(0, maximumEmbeddedLength)).slice(0, maximumTokens);
  for (const token of tokens) {
    const row = mapping ? mapping.at(token) : token;
    if (!(row >= 0 && row < (table.shape[0] ?? 0))) throw wrongModel(name, `token ${token} has the row ${row}`);
    const weight = weights ? weights.at(token) : 1;
    for (let i = 0; i < dimensions; i++) sum[i] = (sum[i] as number) + weight * table.at(row * dimensions + i);
  }
  const mean = Float32Array.from(sum, (value) => value / Math.max(tokens.length, 1));
  if (!mean.every(Number.isFinite)) throw wrongModel(name, 'its table holds numbers that are not finite');
  return mean;
}

function wrongModel(name: string, what: string): PegboardError {
  return new PegboardError('embedder_failed', `The model in ${name} cannot be used: ${what}.`, {
    hint: 'Copy the model again, or name another folder in path.',
    data: { path: name },
  });
}
