import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { evalRequestSchema } from '#shared/domain/eval-set.ts';
import { agreeToModel, modelFetch, modelTools, modelYaml, openAiAnswer } from '../../../support/named-model.ts';
import { builtWorkers, testServices, workspaceFolder, write } from '../../../support/workspace.ts';

/** Queries in words that only the model knows, and one in words of the tools. */
const golden = [
  { query: 'quux', relevant: ['cms.search_images'] },
  { query: 'blorp', relevant: ['cms.create_page'] },
  { query: 'frotz please', relevant: ['cms.publish_post'] },
  { query: 'resolve a domain', relevant: ['net.resolve'] },
];

const request = evalRequestSchema.parse({ queries: null, tools: null, engines: ['pegboard', 'pegboard+model'] });

async function workspace(yaml = modelYaml(), service = modelFetch(), workers?: URL) {
  const root = workspaceFolder(modelTools, yaml);
  write(root, join('evals', 'golden.jsonl'), golden.map((line) => JSON.stringify(line)).join('\n'));
  const services = await testServices({ fetch: service.fetch, workers });
  await services.workspace.open({ path: root });
  return { services, service };
}

describe('an evaluation with the model of the workspace', () => {
  it.each([
    ['in this thread', undefined],
    ['in a thread of its own', builtWorkers],
  ])('says what the model is worth, query by query, with intervals, %s', async (_, workers) => {
    const { services } = await workspace(modelYaml(), modelFetch(), workers);
    await agreeToModel(services);
    const { report } = await services.evaluation.evaluate(request);
    const [without, model] = report.engines;
    expect([without?.['hit@1'], model?.['hit@1']]).toEqual([0.25, 1]);
    expect(without?.gain).toBeUndefined();
    expect(model?.gain?.over).toBe('pegboard');
    expect(model?.gain?.means['hit@1']).toBeCloseTo(0.75, 10);
    const [low, high] = model?.gain?.intervals['hit@1'] ?? [0, 0];
    expect(low).toBeGreaterThan(0);
    expect(high).toBeLessThanOrEqual(1);
  });

  it('compares any two engines on the same queries when intervals are asked for', async () => {
    const { services } = await workspace();
    const same = { ...request, engines: ['pegboard', 'rfc'] as const, intervals: true };
    const { report } = await services.evaluation.evaluate(same);
    const { means, intervals } = report.engines[1]?.gain ?? {};
    const [pegboard, rfc] = report.engines;
    expect(means?.['mrr@10']).toBeCloseTo((rfc?.['mrr@10'] ?? 0) - (pegboard?.['mrr@10'] ?? 0), 10);
    expect(intervals?.['mrr@10']).toHaveLength(2);
  });

  it('needs consent, a model, and one that tells tools apart', async () => {
    const { services, service } = await workspace();
    await expect(services.evaluation.evaluate(request)).rejects.toMatchObject({ code: 'consent_required' });
    expect(service.sent).toEqual([]);
    const none = await workspace('tool_search: {enabled: true}\n');
    await expect(none.services.evaluation.evaluate(request)).rejects.toMatchObject({
      code: 'config_invalid',
      hint: expect.stringContaining('tool_search.understanding.model'),
    });
    const flat = await workspace(
      modelYaml(),
      modelFetch((texts) => openAiAnswer(texts.map(() => [1, 1]))),
    );
    await agreeToModel(flat.services);
    await expect(flat.services.evaluation.evaluate(request)).rejects.toMatchObject({ code: 'embedder_failed' });
  });
});
