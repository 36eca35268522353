import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { nodeFiles } from '#core/files/node-files.ts';
import { loadOnnxRuntime } from '#core/hybrid/onnx/load-runtime.ts';
import { openOnnxEmbedder } from '#core/hybrid/onnx/onnx-embedder.ts';
import { answeredSearch, modelTools, modelYaml } from '../../../../support/named-model.ts';
import { onnxModel, writeOnnxModel } from '../../../../support/onnx-model.ts';
import { temporaryFolder } from '../../../../support/temporary-folder.ts';
import { builtWorkers, testServices, workspaceFolder } from '../../../../support/workspace.ts';

/** [UNK], [CLS], [SEP] and the words below; every number is exact in 32 bits. */
const words = ['images', 'page', 'draft', 'domain', 'quux'];
const table = [
  [0, 0, 0, 0],
  [0, 0, 0, 8],
  [0, 0, 0, 0],
  [1, 0, 0, 0],
  [0, 1, 0, 0],
  [0, 0, 1, 0],
  [0, 0, 0, 1],
  [1, 0, 0, 0],
];
const open = (folder: string) => openOnnxEmbedder({ folder, name: 'tiny', runtime: temporaryFolder() }, nodeFiles);
const errorOf = (folder: string) => open(folder).catch((error: Error) => error);

describe('a sentence encoder in the ONNX format', () => {
  it('gives the mean of the tokens, from [CLS] to [SEP]', async () => {
    const folder = temporaryFolder();
    writeOnnxModel(folder, { table, words, gives: 'tokens' });
    const embedder = await open(folder);
    const [vector, other] = await embedder.embed(['Images page', 'nothing'], {});
    expect([...(vector as Float32Array)]).toEqual([0.25, 0.25, 0, 2]);
    expect([...(other as Float32Array)].slice(0, 3)).toEqual([0, 0, 0]);
    embedder.close?.();
  });

  it('gives the vector of the text where the model has one, or that of the first token where the folder says so', async () => {
    const [whole, first] = [temporaryFolder(), temporaryFolder()];
    writeOnnxModel(whole, { table, words, gives: 'text', at: 'onnx/model.onnx' });
    writeOnnxModel(first, { table, words, gives: 'tokens', pooling: 'first' });
    const vectorOf = async (folder: string) => [...((await (await open(folder)).embed(['images page'], {}))[0] ?? [])];
    expect(await vectorOf(whole)).toEqual([0.25, 0.25, 0, 2]);
    expect(await vectorOf(first)).toEqual([0, 0, 0, 8]);
  });

  it('reads the first tokens of a long text and the one that ends it', async () => {
    const folder = temporaryFolder();
    writeOnnxModel(folder, { table, words, gives: 'tokens' });
    const [vector] = await (await open(folder)).embed([`${'images '.repeat(254)}${'page '.repeat(500)}`], {});
    expect([...(vector as Float32Array)].slice(0, 2)).toEqual([254 / 256, 0]);
  });

  it('says what is wrong with a folder', async () => {
    const folder = temporaryFolder();
    expect(await errorOf(folder)).toMatchObject({ code: 'file_not_found' });
    writeOnnxModel(folder, { table, words, gives: 'tokens', inputs: ['input_ids', 'pixel_values'] });
    expect(await errorOf(folder)).toMatchObject({ message: expect.stringContaining('wants the input pixel_values') });
    writeFileSync(join(folder, 'model.onnx'), 'no model');
    expect(await errorOf(folder)).toMatchObject({
      code: 'embedder_failed',
      message: expect.stringContaining('model.onnx cannot be opened'),
    });
    writeFileSync(join(folder, 'model.onnx'), onnxModel({ table: [[Number.NaN]], gives: 'tokens' }));
    const broken = await open(folder);
    await expect(broken.embed(['images'], {})).rejects.toMatchObject({ code: 'embedder_failed' });
  });

  it.each([
    ['in this thread', undefined],
    ['in a thread of its own', builtWorkers],
  ])('compares the meanings of the default ranking, %s', async (_, workers) => {
    const root = workspaceFolder(modelTools, modelYaml('kind: onnx, path: models/tiny'));
    // With a large [CLS] in every mean, all texts would be the same.
    const quiet = table.with(1, [0, 0, 0, 0.25]);
    writeOnnxModel(join(root, 'models/tiny'), { table: quiet, words, gives: 'tokens' });
    const services = await testServices({ workers });
    await services.workspace.open({ path: root });
    const response = await answeredSearch(services, 'quux');
    expect(response.meaning_model?.message).toBe('The model in models/tiny compared the meanings.');
    expect(response.output.tools[0]?.name).toBe('cms.search_images');
    expect(await services.models.test()).toMatchObject({ model: 'onnx: models/tiny', dimensions: 4 });
  });

  it('takes the runtime from the folder of the user first, and nothing from a workspace', async () => {
    const folder = join(temporaryFolder(), 'run time');
    const installed = join(folder, 'node_modules/onnxruntime-web');
    mkdirSync(installed, { recursive: true });
    writeFileSync(join(installed, 'package.json'), '{"name": "onnxruntime-web", "main": "index.cjs"}');
    writeFileSync(join(installed, 'index.cjs'), 'module.exports = {env: {wasm: {}}, own: true};');
    expect(await loadOnnxRuntime(folder)).toMatchObject({ own: true, env: { wasm: { numThreads: 1 } } });
  });
});
