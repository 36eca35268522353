import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { z } from 'zod';
import { PegboardError } from '#shared/errors.ts';
import { throwIfCancelled } from '../../cancellation.ts';
import type { Files } from '../../files/files.ts';
import { type Embedder, maximumEmbeddedLength } from '../embedder.ts';
import { readTokenizer, type Tokenize } from '../static-model/read-tokenizer.ts';
import { loadOnnxRuntime, type OnnxSession, type OnnxTensor } from './load-runtime.ts';

const maximumModelBytes = 1536 * 1024 * 1024;
const maximumTokenizerBytes = 64 * 1024 * 1024;
const maximumDimensions = 8192;
/** Tokens of a text that count: as many as most sentence encoders were trained on. */
const maximumTokens = 256;

/** An error is an exception here; the runtime would print it too. */
const silent = { logSeverityLevel: 4 } as const;

/** How the vectors of tokens become the vector of a text. */
type Pooling = 'mean' | 'first';

const poolingSchema = z.looseObject({ pooling_mode_cls_token: z.boolean().default(false) });

/** Everything that opening a sentence encoder needs, as plain data: it may cross to another thread. */
export interface OnnxModel {
  /** In full. */
  readonly folder: string;
  /** The folder as the configuration names it. */
  readonly name: string;
  /** Where the runtime is installed. */
  readonly runtime: string;
}

/**
 * The sentence encoder of a folder: `model.onnx` (or `onnx/model.onnx`), `tokenizer.json`, and `1_Pooling/config.json` where the
 * first token stands for the text. Errors: those of reading the files, `embedder_failed`.
 */
export async function openOnnxEmbedder({ folder, name, runtime }: OnnxModel, files: Files): Promise<Embedder> {
  const { InferenceSession, Tensor } = await loadOnnxRuntime(runtime);
  const inOnnx = await files.exists(join(folder, 'onnx/model.onnx'));
  const path = inOnnx ? 'onnx/model.onnx' : 'model.onnx';
  const bytes = await files.readBytes(join(folder, path), { maximumBytes: maximumModelBytes });
  const tokenizer = await files.readText(join(folder, 'tokenizer.json'), {
    maximumBytes: maximumTokenizerBytes,
    regularOnly: true,
  });
  const { tokenize } = readTokenizer(tokenizer, `${name}/tokenizer.json`, { forEncoder: true });
  const pooling = await readPooling(folder, files);
  const session = await InferenceSession.create(bytes, { executionProviders: ['wasm'], ...silent }).catch(
    (error: unknown) => {
      throw wrongModel(name, `${path} cannot be opened: ${firstLine(error)}`);
    },
  );
  const inputs = checkedInputs(session, name);
  const encoder: Encoder = {
    ...{ session, inputs, tokenize, pooling, name },
    tensor: (values, shape) => new Tensor('int64', values, shape),
  };
  return {
    id: `onnx: ${name}`,
    isCostly: true,
    batchSize: 16,
    async embed(texts, { signal }) {
      const vectors: Float32Array[] = [];
      for (const text of texts) {
        await setImmediate();
        throwIfCancelled(signal);
        vectors.push(await embedText(encoder, text));
      }
      return vectors;
    },
    close: () => void session.release().catch(() => {}),
  };
}

interface Encoder {
  readonly session: OnnxSession;
  readonly inputs: readonly InputName[];
  readonly tokenize: Tokenize;
  readonly pooling: Pooling;
  readonly name: string;
  readonly tensor: (values: BigInt64Array, shape: readonly number[]) => OnnxTensor;
}

const inputNames = ['input_ids', 'attention_mask', 'token_type_ids'] as const;
type InputName = (typeof inputNames)[number];

function checkedInputs({ inputNames: named }: OnnxSession, name: string): InputName[] {
  const known = inputNames.filter((input) => named.includes(input));
  const unknown = named.filter((input) => !known.some((other) => other === input));
  if (unknown.length > 0) throw wrongModel(name, `it wants the input ${unknown.join(', ')}`);
  if (!known.includes('input_ids')) throw wrongModel(name, 'it has no input input_ids');
  return known;
}

/** One text at a time: texts of one length each waste nothing on filling. */
async function embedText(encoder: Encoder, text: string): Promise<Float32Array> {
  const { session, inputs, tokenize, tensor, name } = encoder;
  const ids = cut(tokenize(text.slice(0, maximumEmbeddedLength)));
  if (ids.length === 0) throw wrongModel(name, 'its tokenizer gives no token for a text');
  const shape = [1, ids.length];
  const values = {
    input_ids: () => BigInt64Array.from(ids, BigInt),
    attention_mask: () => new BigInt64Array(ids.length).fill(1n),
    token_type_ids: () => new BigInt64Array(ids.length),
  };
  const feeds = Object.fromEntries(inputs.map((input) => [input, tensor(values[input](), shape)]));
  let outputs: Readonly<Record<string, OnnxTensor>>;
  try {
    outputs = await session.run(feeds, silent);
  } catch (error) {
    throw wrongModel(name, `it failed on a text: ${firstLine(error)}`);
  }
  return pooled(encoder, outputs, ids.length);
}

/** The first tokens and the last one, which ends a text. */
function cut(ids: readonly number[]): readonly number[] {
  return ids.length <= maximumTokens ? ids : [...ids.slice(0, maximumTokens - 1), ids.at(-1) as number];
}

/** The vector of the text, where the model gives one, else that of its tokens together. */
function pooled(
  { session, pooling, name }: Encoder,
  outputs: Readonly<Record<string, OnnxTensor>>,
  tokens: number,
): Float32Array {
  const output = outputs.sentence_embedding ?? outputs[session.outputNames[0] ?? ''];
  const { dims, data } = output ?? {};
  const dimensions = dims?.at(-1) ?? 0;
  const rows = dims?.length === 2 ? 1 : tokens;
  const isGood = data instanceof Float32Array && dimensions > 0 && dimensions <= maximumDimensions;
  if (!isGood || data.length !== rows * dimensions) {
    throw wrongModel(name, `its output has the shape ${dims?.join(' × ') ?? 'unknown'}`);
  }
  const used = pooling === 'first' ? 1 : rows;
  const vector = new Float32Array(dimensions);
  for (let row = 0; row < used; row++) {
    for (let i = 0; i < dimensions; i++) {
      vector[i] = (vector[i] as number) + (data[row * dimensions + i] as number) / used;
    }
  }
  if (!vector.every(Number.isFinite)) throw wrongModel(name, 'it gives numbers that are not finite');
  return vector;
}

/** The mean of the tokens, unless the folder says otherwise. */
async function readPooling(folder: string, files: Files): Promise<Pooling> {
  const path = join(folder, '1_Pooling/config.json');
  if (!(await files.exists(path))) return 'mean';
  const text = await files.readText(path, { maximumBytes: 1024 * 1024, regularOnly: true });
  try {
    return poolingSchema.parse(JSON.parse(text)).pooling_mode_cls_token ? 'first' : 'mean';
  } catch {
    return 'mean';
  }
}

function firstLine(error: unknown): string {
  const [line = ''] = (error instanceof Error ? error.message : String(error)).split('\n');
  return line.slice(0, 200);
}

function wrongModel(name: string, what: string): PegboardError {
  return new PegboardError('embedder_failed', `The model in ${name} cannot be used: ${what}.`, {
    hint: 'Use a sentence encoder in the ONNX format: model.onnx with input_ids, and its tokenizer.json.',
    data: { path: name },
  });
}
