import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { learnedScale, scaledCosine } from '#core/search/understanding/model-answer.ts';
import { matchStrength } from '#shared/domain/match-strength.ts';
import type { SearchResponse } from '#shared/domain/search-result.ts';
import { gatewayOf, hostAt } from '../../../../support/gateway.ts';
import {
  agreeToModel,
  answeredSearch,
  modelFetch,
  modelTools,
  modelVector,
  modelYaml,
  openAiAnswer,
  searchOf,
} from '../../../../support/named-model.ts';
import { wordPiece, writeStaticModel } from '../../../../support/static-model.ts';
import { servicesWith, testServices, workspaceFolder } from '../../../../support/workspace.ts';

const namesOf = ({ output }: SearchResponse) => output.tools.map(({ name }) => name);
const later = () => Promise.withResolvers<void>();

async function agreed(service: ReturnType<typeof modelFetch>, yaml = modelYaml(), more = {}) {
  const services = await servicesWith(modelTools, { yaml, fetch: service.fetch, ...more });
  await agreeToModel(services);
  return services;
}

describe('a model that the workspace names', () => {
  it('compares the meanings of the default ranking in place of the word vectors', async () => {
    const services = await agreed(modelFetch());
    const response = await answeredSearch(services, 'quux');
    expect(namesOf(response)[0]).toBe('cms.search_images');
    expect(response.meaning_model).toEqual({
      model: 'm at http://127.0.0.1:9/v1/embeddings',
      state: 'answered',
      message: 'm at http://127.0.0.1:9/v1/embeddings compared the meanings.',
    });
    expect(response.embedder_problem).toBeUndefined();
    const plain = await servicesWith(modelTools);
    expect(namesOf(await searchOf(plain, 'quux'))).toEqual([]);
  });

  it('explains the sum, the sentences that were compared and no words', async () => {
    const services = await agreed(modelFetch());
    const response = await answeredSearch(services, 'I need a quux. Resolve nothing else.');
    for (const { arithmetic } of response.hits) {
      if (arithmetic.kind !== 'pegboard' || !arithmetic.meaning) throw new Error('The hit has no meaning.');
      const { meaning, raw } = arithmetic;
      expect(meaning.words + meaning.bonus).toBeCloseTo(raw, 10);
      expect(meaning.because).toEqual([]);
      expect(meaning.model?.sentences).toHaveLength(3);
      expect(meaning.model?.sentences[0]?.asked).toBe(meaning.asked);
      expect(Math.abs(meaning.cosine)).toBeLessThanOrEqual(1);
    }
    const images = response.hits[namesOf(response).indexOf('cms.search_images')]?.arithmetic;
    expect(images).toMatchObject({ meaning: { asked: 'I need a quux.' } });
  });

  it('gets nothing before the user agreed, and words answer', async () => {
    const service = modelFetch();
    const services = await servicesWith(modelTools, { yaml: modelYaml(), fetch: service.fetch });
    const response = await searchOf(services, 'create a page');
    expect(namesOf(response)[0]).toBe('cms.create_page');
    expect(response.meaning_model?.state).toBe('no_consent');
    expect(response.embedder_problem).toMatchObject({ code: 'consent_required', data: { headers: [] } });
    expect(service.sent).toEqual([]);
  });

  it('never holds up a search while it makes vectors', async () => {
    const gate = later();
    const service = modelFetch(async (texts) => {
      await gate.promise;
      return openAiAnswer(texts.map((text) => modelVector(text)));
    });
    const services = await agreed(service, modelYaml(), { modelWaitMs: 1 });
    for (let search = 0; search < 3; search++) {
      const response = await searchOf(services, 'create a page');
      expect(namesOf(response)[0]).toBe('cms.create_page');
      expect(response.meaning_model).toMatchObject({ state: 'preparing', vectors: { done: 0, total: 4 } });
    }
    await expect.poll(() => service.sent).toHaveLength(1);
    gate.resolve();
    expect((await answeredSearch(services, 'quux')).meaning_model?.state).toBe('answered');
  });

  it('answers the same query later when its vector comes late', async () => {
    const gate = later();
    const service = modelFetch(async (texts) => {
      if (texts.includes('quux')) await gate.promise;
      return openAiAnswer(texts.map((text) => modelVector(text)));
    });
    const services = await agreed(service, modelYaml(), { modelWaitMs: 20 });
    await answeredSearch(services, 'blorp');
    expect((await searchOf(services, 'quux')).meaning_model?.state).toBe('late');
    expect((await searchOf(services, 'quux')).meaning_model?.state).toBe('late');
    gate.resolve();
    expect(namesOf(await answeredSearch(services, 'quux'))[0]).toBe('cms.search_images');
    expect(service.texts().filter((text) => text === 'quux')).toHaveLength(1);
  });

  it('owes four queries at most and is not waited for meanwhile', async () => {
    const service = modelFetch((texts) =>
      texts.some((text) => text.startsWith('hang'))
        ? new Promise<Response>(() => {})
        : openAiAnswer(texts.map((text) => modelVector(text))),
    );
    const services = await agreed(service, modelYaml(), { modelWaitMs: 20 });
    await answeredSearch(services, 'blorp');
    for (let i = 0; i < 8; i++) expect((await searchOf(services, `hang ${i}`)).meaning_model?.state).toBe('late');
    expect(service.texts().filter((text) => text.startsWith('hang'))).toHaveLength(4);
  });

  it.each([
    ['too few vectors', () => openAiAnswer([[1, 2]]), 'vectors for'],
    ['NaN', (texts: readonly string[]) => openAiAnswer(texts.map(() => [Number.NaN, 1])), 'not a number'],
    [
      'lengths that differ',
      (texts: readonly string[]) => openAiAnswer(texts.map((_, i) => [1, 2, 3].slice(i % 2))),
      'numbers, not',
    ],
    ['a page', () => new Response('<html>'), 'not JSON'],
    ['a refusal', () => new Response('no such model', { status: 404 }), 'refused (404)'],
  ])('that answers with %s leaves the search to the words and says why', async (_, answer, why) => {
    let now = 1_000_000;
    const service = modelFetch(answer);
    const services = await agreed(service, modelYaml(), { now: () => now });
    const response = await answeredSearch(services, 'create a page');
    expect(namesOf(response)[0]).toBe('cms.create_page');
    expect(response.meaning_model?.state).toBe('failed');
    expect(response.embedder_problem?.message).toContain(why);
    await searchOf(services, 'create a page');
    expect(service.sent).toHaveLength(1);
    now += 31_000;
    await answeredSearch(services, 'create a page');
    expect(service.sent).toHaveLength(2);
  });

  it('that takes all tools for the same is not believed', async () => {
    const service = modelFetch((texts) => openAiAnswer(texts.map(() => [1, 1])));
    const services = await agreed(service);
    const response = await answeredSearch(services, 'create a page');
    expect(response.meaning_model?.state).toBe('unusable');
    expect(namesOf(response)[0]).toBe('cms.create_page');
  });

  it('gets the tools of the persona alone', async () => {
    const service = modelFetch();
    const yaml = modelYaml(undefined, 'personas: [{name: writer, visible_tools: ["cms.*"]}]\n');
    const services = await agreed(service, yaml);
    const response = await answeredSearch(services, 'quux', 'writer');
    expect(response.meaning_model?.state).toBe('answered');
    expect(service.texts().join('\n')).not.toContain('domain');
  });

  it('keeps vectors of tools on disk and those of queries in memory', async () => {
    const root = workspaceFolder(modelTools, modelYaml());
    const open = async (service: ReturnType<typeof modelFetch>) => {
      const services = await testServices({ fetch: service.fetch });
      await services.workspace.open({ path: root });
      await agreeToModel(services);
      await answeredSearch(services, 'quux');
      await answeredSearch(services, 'quux');
    };
    await open(modelFetch());
    const second = modelFetch();
    await open(second);
    expect(second.texts()).toEqual(['quux']);
  });

  it('speaks the form of Ollama and gets the words that it expects before each text', async () => {
    const url = 'http://127.0.0.1:9/api/embed';
    const service = modelFetch((texts) => Response.json({ embeddings: texts.map((text) => modelVector(text)) }));
    const yaml = modelYaml(`kind: endpoint, url: "${url}", model: m, query_prefix: "ask: ", text_prefix: "tool: "`);
    const services = await servicesWith(modelTools, { yaml, fetch: service.fetch });
    await services.search.agreeToEmbedder({ url, headers: [] });
    expect(namesOf(await answeredSearch(services, 'quux'))[0]).toBe('cms.search_images');
    expect(service.sent[0]?.body).toEqual({ model: 'm', input: expect.any(Array) });
    const prefixes = new Set(service.texts().map((text) => text.slice(0, text.indexOf(':'))));
    expect([...prefixes].sort()).toEqual(['ask', 'tool']);
    expect(service.texts()).toContain('ask: quux');
  });

  it('can be a Model2Vec folder inside the workspace', async () => {
    const words = ['[UNK]', 'images', 'page', 'draft', 'domain', 'quux'];
    const axis = (at: number) => [0, 1, 2, 3].map((i) => (i === at ? 1 : 0));
    const root = workspaceFolder(modelTools, modelYaml('kind: folder, path: models/tiny'));
    const services = await testServices();
    await services.workspace.open({ path: root });
    const missing = await answeredSearch(services, 'create a page');
    expect(missing.embedder_problem).toMatchObject({ code: 'file_not_found' });
    await writeStaticModel(join(root, 'models/tiny'), {
      table: [axis(9), axis(0), axis(1), axis(2), axis(3), axis(0)],
      tokenizer: wordPiece(words),
    });
    const other = await testServices();
    await other.workspace.open({ path: root });
    expect(namesOf(await answeredSearch(other, 'quux'))[0]).toBe('cms.search_images');
  });

  it('answers the searches of MCP hosts', async () => {
    const services = await agreed(modelFetch());
    const host = await hostAt(await gatewayOf(services, { mode: 'search' }));
    const found = async () => {
      const answer = await host.callTool({ name: 'tool_search', arguments: { query: 'quux' } });
      return answer.content[0]?.text;
    };
    await expect.poll(found).toContain('search_images');
  });

  it('serves hybrid search too, unless that has an embedder of its own', async () => {
    const service = modelFetch();
    const yaml = modelYaml().replace('tool_search: {', 'tool_search: {hybrid: {enabled: true}, ');
    const services = await agreed(service, yaml);
    const found = await services.search.hybridSearch({
      input: { query: 'quux', limit: 5, include_always_loaded: false },
      caller: {},
      explain: true,
    });
    expect(found.output.tools[0]?.name).toBe('cms.search_images');
    expect(found.explanation).toMatchObject({
      embedder: { id: 'm at http://127.0.0.1:9/v1/embeddings', dimensions: 5 },
    });
  });
});

describe('the cosines of a model', () => {
  const strengths = async (shared: number) => {
    const service = modelFetch((texts) => openAiAnswer(texts.map((text) => modelVector(text, shared))));
    const response = await answeredSearch(await agreed(service), 'publish a draft quux');
    const { explanation } = response;
    if (!explanation) throw new Error('The search has no explanation.');
    return response.hits.map((hit, i) => [namesOf(response)[i], matchStrength(hit, explanation)]);
  };

  it('are moved to the range that the strength was learned on, wherever the model has them', async () => {
    // With a large shared number all cosines of the model lie close to 1.
    const wide = await strengths(0.1);
    expect(wide[0]).toEqual(['cms.publish_post', 'strong']);
    expect(await strengths(3)).toEqual(wide);
  });

  it('keep their order and stay between −1 and 1, whatever the model gives', () => {
    const number = fc.double({ min: -1, max: 1, noNaN: true });
    const scale = fc.tuple(number, fc.double({ min: 0.02, max: 1, noNaN: true }));
    fc.assert(
      fc.property(number, number, scale, (a, b, [background, spread]) => {
        const scaled = [a, b].map((cosine) => scaledCosine(cosine, { background, match: background + spread }));
        expect(scaled.every((one) => Math.abs(one) <= 1)).toBe(true);
        if (a <= b) expect(scaled[0]).toBeLessThanOrEqual(scaled[1] as number);
      }),
    );
    expect(scaledCosine(0.7, { background: 0.7, match: 0.9 })).toBeCloseTo(learnedScale.background, 10);
    expect(scaledCosine(0.9, { background: 0.7, match: 0.9 })).toBeCloseTo(learnedScale.match, 10);
    expect(scaledCosine(Number.NaN, { background: 0.7, match: 0.9 })).toBe(0);
  });
});
