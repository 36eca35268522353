import { writeFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';

export interface TinyModel {
  /** A vector for each token of the vocabulary, in its order. */
  readonly table: readonly (readonly number[])[];
  readonly tokenizer: unknown;
  readonly dtype?: 'F32' | 'F16';
  readonly weights?: readonly number[];
  readonly mapping?: readonly number[];
}

/** A WordPiece tokenizer as the models of this layout ship it (BERT's normaliser and splitter). */
export function wordPiece(tokens: readonly string[]) {
  return {
    version: '1.0',
    added_tokens: [
      { id: 0, content: '[UNK]', special: true, normalized: false, lstrip: false, rstrip: false, single_word: false },
    ],
    normalizer: {
      type: 'BertNormalizer',
      clean_text: true,
      handle_chinese_chars: true,
      strip_accents: null,
      lowercase: true,
    },
    pre_tokenizer: { type: 'BertPreTokenizer' },
    post_processor: null,
    decoder: { type: 'WordPiece', prefix: '##', cleanup: true },
    model: {
      type: 'WordPiece',
      unk_token: '[UNK]',
      continuing_subword_prefix: '##',
      max_input_chars_per_word: 100,
      vocab: Object.fromEntries(tokens.map((token, id) => [token, id])),
    },
  };
}

/** A Unigram tokenizer as multilingual models ship it: blanks become `▁`. */
export function unigram(pieces: readonly (readonly [string, number])[]) {
  return {
    version: '1.0',
    added_tokens: [],
    normalizer: {
      type: 'Sequence',
      normalizers: [
        { type: 'NFKC' },
        { type: 'Lowercase' },
        { type: 'Replace', pattern: { Regex: ' {2,}' }, content: ' ' },
      ],
    },
    pre_tokenizer: { type: 'Metaspace', replacement: '▁', prepend_scheme: 'always', split: true },
    post_processor: null,
    decoder: null,
    model: { type: 'Unigram', unk_id: 0, vocab: pieces, byte_fallback: false },
  };
}

/** Writes a folder in the Model2Vec layout. */
export async function writeStaticModel(folder: string, model: TinyModel): Promise<void> {
  await mkdir(folder, { recursive: true });
  writeFileSync(join(folder, 'tokenizer.json'), JSON.stringify(model.tokenizer));
  writeFileSync(join(folder, 'config.json'), JSON.stringify({ model_type: 'model2vec', normalize: true }));
  const { table, dtype = 'F32', weights, mapping } = model;
  const shape = [table.length, table[0]?.length ?? 0];
  writeFileSync(
    join(folder, 'model.safetensors'),
    safetensors({
      embeddings: { dtype, shape, bytes: numbers(table.flat(), dtype) },
      ...(weights ? { weights: { dtype: 'F32', shape: [weights.length], bytes: numbers(weights, 'F32') } } : {}),
      ...(mapping ? { mapping: { dtype: 'I32', shape: [mapping.length], bytes: numbers(mapping, 'I32') } } : {}),
    }),
  );
}

interface RawTensor {
  readonly dtype: string;
  readonly shape: readonly number[];
  readonly bytes: Uint8Array;
}

/** The bytes of a safetensors file, for good ones and for bad ones alike. */
export function safetensors(tensors: Readonly<Record<string, RawTensor>>): Uint8Array {
  let at = 0;
  const header: Record<string, unknown> = { __metadata__: { format: 'pt' } };
  for (const [name, { dtype, shape, bytes }] of Object.entries(tensors)) {
    header[name] = { dtype, shape, data_offsets: [at, at + bytes.length] };
    at += bytes.length;
  }
  const text = Buffer.from(JSON.stringify(header));
  const length = Buffer.alloc(8);
  length.writeBigUInt64LE(BigInt(text.length));
  return Buffer.concat([length, text, ...Object.values(tensors).map(({ bytes }) => bytes)]);
}

export function numbers(values: readonly number[], dtype: 'F32' | 'F16' | 'I32'): Uint8Array {
  if (dtype === 'F16') return new Uint8Array(Uint16Array.from(values, toHalf).buffer);
  return new Uint8Array((dtype === 'F32' ? Float32Array.from(values) : Int32Array.from(values)).buffer);
}

/** A 16-bit float; the values of these tests are exact in it. */
function toHalf(value: number): number {
  if (value === 0) return 0;
  const sign = value < 0 ? 0x8000 : 0;
  const exponent = Math.floor(Math.log2(Math.abs(value)));
  const fraction = Math.round((Math.abs(value) / 2 ** exponent - 1) * 1024);
  return sign | ((exponent + 15) << 10) | fraction;
}
