import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { nodeFiles } from '#core/files/node-files.ts';
import { openStaticEmbedder } from '#core/hybrid/static-model/static-embedder.ts';
import {
  numbers,
  safetensors,
  type TinyModel,
  unigram,
  wordPiece,
  writeStaticModel,
} from '../../../../support/static-model.ts';
import { temporaryFolder } from '../../../../support/temporary-folder.ts';

const tokens = ['[UNK]', 'find', 'image', 'im', '##age', 'hero', 'delete'];
const table = [
  [9, 9],
  [1, 0],
  [0, 1],
  [0.5, 0],
  [0, 0.5],
  [0, 2],
  [-1, 0],
];

async function open(model: TinyModel, change: (folder: string) => void = () => {}) {
  const folder = temporaryFolder();
  await writeStaticModel(folder, model);
  change(folder);
  return openStaticEmbedder(folder, 'models/tiny', nodeFiles);
}

async function vectorsOf(model: TinyModel, ...texts: string[]): Promise<number[][]> {
  const embedder = await open(model);
  return (await embedder.embed(texts, {})).map((vector) => [...vector]);
}

describe('a static model in the Model2Vec layout', () => {
  it('takes the mean of the vectors of the tokens, unknown ones left out, in F32 and F16 alike', async () => {
    for (const dtype of ['F32', 'F16'] as const) {
      const model: TinyModel = { table, tokenizer: wordPiece(tokens), dtype };
      const [two, unknown, nothing] = await vectorsOf(model, 'Find IMAGE', 'find zzz', 'zzz');
      expect(two).toEqual([0.5, 0.5]);
      expect(unknown).toEqual([1, 0]);
      expect(nothing).toEqual([0, 0]);
    }
  });

  it('splits an unknown word into its pieces, as WordPiece does', async () => {
    const pieces = tokens.map((token) => (token === 'image' ? 'picture' : token));
    expect(await vectorsOf({ table, tokenizer: wordPiece(pieces) }, 'image')).toEqual([[0.25, 0.25]]);
  });

  it('reads a Unigram tokenizer with blanks as ▁, in another script too', async () => {
    const tokenizer = unigram([
      ['<unk>', 0],
      ['▁znajdź', -2],
      ['▁zdjęcie', -2],
      ['▁画像', -2],
    ]);
    const model: TinyModel = {
      table: [
        [9, 9],
        [1, 0],
        [0, 1],
        [0, 4],
      ],
      tokenizer,
    };
    expect(await vectorsOf(model, 'Znajdź   zdjęcie', '画像')).toEqual([
      [0.5, 0.5],
      [0, 4],
    ]);
  });

  it('weighs tokens and finds their rows by the mapping, where the file has these', async () => {
    const [vector] = await vectorsOf(
      {
        table: [
          [1, 0],
          [0, 1],
        ],
        tokenizer: wordPiece(['[UNK]', 'find', 'image']),
        weights: [1, 2, 4],
        mapping: [0, 0, 1],
      },
      'find image',
    );
    expect(vector).toEqual([1, 2]);
  });

  it('refuses files that are damaged, hostile or of another kind, and names them', async () => {
    const good: TinyModel = { table, tokenizer: wordPiece(tokens) };
    const put = (name: string, bytes: string | Uint8Array) => (folder: string) =>
      writeFileSync(join(folder, name), bytes);
    const tensor = (dtype: string, shape: number[], bytes = numbers(table.flat(), 'F32')) =>
      put('model.safetensors', safetensors({ embeddings: { dtype, shape, bytes } }));
    const huge = Buffer.alloc(64);
    huge.writeBigUInt64LE(2n ** 62n);
    const cases: [(folder: string) => void, RegExp][] = [
      [put('model.safetensors', 'abc'), /model\.safetensors.*header/],
      [put('model.safetensors', huge), /model\.safetensors.*header/],
      [tensor('F32', [7, 3]), /embeddings does not fit its shape/],
      [tensor('BF16', [7, 2]), /BF16, and only F32/],
      [tensor('F32', [2, 2], numbers([1, 2, 3, 4], 'F32')), /2 rows for 7 tokens/],
      [put('model.safetensors', safetensors({})), /no tensor "embeddings"/],
      [put('tokenizer.json', '{'), /tokenizer\.json.*not JSON/],
      [put('tokenizer.json', '{"model":{"type":"BPE"}}'), /no WordPiece or Unigram/],
      [put('config.json', '['), /config\.json cannot be read/],
    ];
    for (const [change, message] of cases) {
      await expect(open(good, change), String(message)).rejects.toMatchObject({
        code: 'embedder_failed',
        message: expect.stringMatching(message),
      });
    }
    const evil = wordPiece(tokens);
    const pattern = { type: 'Replace', pattern: { Regex: '(a+)+$' }, content: '' };
    await expect(open({ table, tokenizer: { ...evil, normalizer: pattern } })).rejects.toMatchObject({
      message: expect.stringContaining('(a+)+$, which Pegboard does not run'),
    });
    const infinite = await open({ table: table.map(() => [Number.POSITIVE_INFINITY, 0]), tokenizer: evil });
    await expect(infinite.embed(['find'], {})).rejects.toMatchObject({
      message: expect.stringContaining('not finite'),
    });
  });

  it('refuses a file beyond the limit before it reads it', async () => {
    const small = { ...nodeFiles, readBytes: (path: string) => nodeFiles.readBytes(path, { maximumBytes: 10 }) };
    const folder = temporaryFolder();
    await writeStaticModel(folder, { table, tokenizer: wordPiece(tokens) });
    await expect(openStaticEmbedder(folder, 'm', small)).rejects.toMatchObject({ code: 'file_too_large' });
  });
});
