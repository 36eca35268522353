import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { wordPiece } from './static-model.ts';

/** Bytes of a protobuf message, field by field. */
type Field = readonly [number, number | string | Uint8Array];

function varint(value: number): number[] {
  const bytes: number[] = [];
  let rest = value;
  while (rest > 127) {
    bytes.push((rest % 128) | 128);
    rest = Math.floor(rest / 128);
  }
  return [...bytes, rest];
}

function message(...fields: readonly Field[]): Uint8Array {
  return Buffer.concat(
    fields.map(([field, value]) => {
      if (typeof value === 'number') return Buffer.from([...varint(field * 8), ...varint(value)]);
      const bytes = typeof value === 'string' ? Buffer.from(value) : value;
      return Buffer.concat([Buffer.from([...varint(field * 8 + 2), ...varint(bytes.length)]), bytes]);
    }),
  );
}

/** A named tensor of the graph; a dimension that is a text is of any length. */
function valueInfo(name: string, type: number, shape: readonly (number | string)[]): Uint8Array {
  const dims = shape.map((dim): Field => [1, message(typeof dim === 'number' ? [1, dim] : [2, dim])]);
  return message([1, name], [2, message([1, message([1, type], [2, message(...dims)])])]);
}

const [float, int64] = [1, 7];

interface TinyEncoder {
  /** A vector for each token, in the order of the vocabulary. */
  readonly table: readonly (readonly number[])[];
  /** Whether the graph gives one vector for a text, or one for each token. */
  readonly gives: 'text' | 'tokens';
  readonly inputs?: readonly string[];
}

/** An ONNX model: each token becomes its row of a table (Gather), and with `text` their mean is taken (ReduceMean). */
export function onnxModel({ table, gives, inputs = ['input_ids', 'attention_mask'] }: TinyEncoder): Uint8Array {
  const width = table[0]?.length ?? 0;
  const weights = message(
    ...[table.length, width].map((dim): Field => [1, dim]),
    [2, float],
    [8, 'table'],
    [9, new Uint8Array(Float32Array.from(table.flat()).buffer)],
  );
  const tokens = 'last_hidden_state';
  const gather = message([1, 'table'], [1, 'input_ids'], [2, tokens], [4, 'Gather']);
  const axes = message([1, 'axes'], [8, 1], [20, 7]);
  const keep = message([1, 'keepdims'], [3, 0], [20, 2]);
  const mean = message([1, tokens], [2, 'sentence_embedding'], [4, 'ReduceMean'], [5, axes], [5, keep]);
  const graph = message(
    [1, gather],
    ...(gives === 'text' ? [[1, mean] as const] : []),
    [2, 'encoder'],
    [5, weights],
    ...inputs.map((input): Field => [11, valueInfo(input, int64, ['batch', 'length'])]),
    [
      12,
      gives === 'text'
        ? valueInfo('sentence_embedding', float, ['batch', width])
        : valueInfo(tokens, float, ['batch', 'length', width]),
    ],
  );
  return message([1, 8], [2, 'pegboard-tests'], [7, graph], [8, message([1, ''], [2, 13])]);
}

/** The tokenizer of such a model: [CLS] before a text and [SEP] behind it, as BERT has them. */
export function encoderTokenizer(words: readonly string[]) {
  const tokens = ['[UNK]', '[CLS]', '[SEP]', ...words];
  const special = (id: number) => ({ id: tokens[id], ids: [id], tokens: [tokens[id]] });
  const added = (id: number) => ({
    ...{ id, content: tokens[id], special: true, normalized: false },
    ...{ lstrip: false, rstrip: false, single_word: false },
  });
  return {
    ...wordPiece(tokens),
    added_tokens: [0, 1, 2].map(added),
    post_processor: {
      type: 'TemplateProcessing',
      single: [
        { SpecialToken: { id: '[CLS]', type_id: 0 } },
        { Sequence: { id: 'A', type_id: 0 } },
        { SpecialToken: { id: '[SEP]', type_id: 0 } },
      ],
      pair: [],
      special_tokens: { '[CLS]': special(1), '[SEP]': special(2) },
    },
  };
}

/** Writes a folder with a sentence encoder as model hubs have it. */
export function writeOnnxModel(
  folder: string,
  encoder: TinyEncoder & { readonly words: readonly string[]; readonly pooling?: 'first'; readonly at?: string },
): void {
  const write = (path: string, content: string | Uint8Array) => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  };
  write(encoder.at ?? 'model.onnx', onnxModel(encoder));
  write('tokenizer.json', JSON.stringify(encoderTokenizer(encoder.words)));
  if (encoder.pooling) write('1_Pooling/config.json', JSON.stringify({ pooling_mode_cls_token: true }));
}
