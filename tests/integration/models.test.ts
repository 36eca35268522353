import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { modelPreparationSchema, modelsReportSchema, modelTestSchema } from '#shared/domain/model-report.ts';
import { sendJson } from '../support/embedding-answers.ts';
import { modelService } from '../support/model-services.ts';
import { modelTools, modelVector, modelYaml } from '../support/named-model.ts';
import { runCli } from '../support/run-cli.ts';
import { wordPiece, writeStaticModel } from '../support/static-model.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { workspaceFolder } from '../support/workspace.ts';

/** A service on loopback that speaks the form of OpenAI. */
async function service() {
  const made = await modelService((response) => {
    const texts = made.requests.at(-1)?.body.input as string[];
    sendJson(response, { data: texts.map((text, index) => ({ index, embedding: modelVector(text) })) });
  });
  const texts = () => made.requests.flatMap(({ body }) => body.input as string[]);
  return { texts, address: `${made.url}/embeddings` };
}

describe('pegboard models', () => {
  it('lists models with their licences and the commands that fetch them, also without a workspace', async () => {
    const run = await runCli(['models'], { cwd: temporaryFolder(), env: { PEGBOARD_HOME: temporaryFolder() } });
    const report = modelsReportSchema.parse(run.result);
    expect([run.code, report.named]).toEqual([0, null]);
    for (const { licence, fetch } of report.known) {
      expect(licence).not.toBe('');
      expect(fetch).toMatch(/^(hf download|ollama pull) /);
    }
  });

  it('takes what it lists as the configuration of a workspace', async () => {
    const env = { PEGBOARD_HOME: temporaryFolder() };
    const { known } = modelsReportSchema.parse((await runCli(['models'], { cwd: temporaryFolder(), env })).result);
    for (const { config } of known) {
      const cwd = workspaceFolder(modelTools, modelYaml(JSON.stringify(config).slice(1, -1)));
      const run = await runCli(['models'], { cwd, env });
      expect(run.code, run.stderr).toBe(0);
      expect(modelsReportSchema.parse(run.result).named?.meaning).toContain(String(config.path ?? config.model));
    }
  });

  it('tests the named model with sentences of its own, after consent', async () => {
    const { address, texts } = await service();
    const cwd = workspaceFolder(modelTools, modelYaml(`kind: endpoint, url: "${address}", model: m`));
    const env = { PEGBOARD_HOME: temporaryFolder() };
    const refused = await runCli(['models', 'test'], { cwd, env });
    expect([refused.code, refused.error]).toMatchObject([2, { code: 'consent_required' }]);
    expect(texts()).toEqual([]);
    const run = await runCli(['models', 'test', '--yes'], { cwd, env });
    expect(modelTestSchema.parse(run.result)).toMatchObject({ model: `m at ${address}`, dimensions: 5 });
    for (const { name, description } of modelTools) {
      expect(texts().join('\n')).not.toContain(name);
      expect(texts().join('\n')).not.toContain(description);
    }
  });

  it('makes the vectors of the tools, so that the next search is answered by the model', async () => {
    const { address, texts } = await service();
    const cwd = workspaceFolder(modelTools, modelYaml(`kind: endpoint, url: "${address}", model: m`));
    const env = { PEGBOARD_HOME: temporaryFolder() };
    const run = await runCli(['models', 'prepare', '--yes'], { cwd, env });
    expect(modelPreparationSchema.parse(run.result)).toMatchObject({ tools: 4, dimensions: 5 });
    const sent = texts().length;
    const search = await runCli(['search', 'quux', '--explain'], { cwd, env });
    expect(search.result).toMatchObject({
      meaning_model: { state: 'answered' },
      tools: [
        { name: 'cms.search_images', explanation: { arithmetic: { meaning: { model: { id: `m at ${address}` } } } } },
      ],
    });
    expect(texts().slice(sent)).toEqual(['quux']);
    const human = await runCli(['search', 'quux', '--explain', '--format', 'human'], { cwd, env });
    expect(human.stdout).toContain(`by m at ${address}, whose own cosines are`);
  });

  it('says what a folder lacks, and how to name a model where none is named', async () => {
    const env = { PEGBOARD_HOME: temporaryFolder() };
    const none = await runCli(['models', 'test'], { cwd: workspaceFolder(modelTools), env });
    expect([none.code, none.error]).toMatchObject([2, { code: 'config_invalid' }]);
    const cwd = workspaceFolder(modelTools, modelYaml('kind: folder, path: models/tiny'));
    expect((await runCli(['models', 'test'], { cwd, env })).error).toMatchObject({ code: 'file_not_found' });
    const words = ['[UNK]', 'money', 'payment', 'mountains'];
    await writeStaticModel(join(cwd, 'models/tiny'), {
      table: [
        [0, 0],
        [1, 0],
        [0.9, 0.1],
        [0, 1],
      ],
      tokenizer: wordPiece(words),
    });
    const run = await runCli(['models', 'test'], { cwd, env });
    expect(modelTestSchema.parse(run.result).cosines.same).toBeGreaterThan(0.9);
    expect(modelTestSchema.parse(run.result).cosines.other).toBeLessThan(0.1);
    expect((await runCli(['models', 'fetch'], { cwd, env })).error).toMatchObject({ code: 'usage' });
  });
});
