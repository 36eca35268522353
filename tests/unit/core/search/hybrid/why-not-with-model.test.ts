import { describe, expect, it } from 'vitest';
import { whyNotRequestSchema } from '#shared/domain/why-not.ts';
import { agreeToModel, answeredSearch, modelFetch, modelTools, modelYaml } from '../../../../support/named-model.ts';
import { builtWorkers, servicesWith } from '../../../../support/workspace.ts';

describe('why not, with a model that the workspace names', () => {
  it.each([
    ['in this thread', undefined],
    ['in a thread of its own', builtWorkers],
  ])('explains the rank by the model that the search asked, %s', async (_, workers) => {
    const services = await servicesWith(modelTools, { yaml: modelYaml(), fetch: modelFetch().fetch, workers });
    await agreeToModel(services);
    await answeredSearch(services, 'quux');
    const ask = (tool: string) => services.search.whyNot(whyNotRequestSchema.parse({ input: { query: 'quux' }, tool }));
    const found = await ask('cms.search_images');
    expect(found.reason).toEqual({ kind: 'found', rank: 1 });
    expect(found.meaning_model?.state).toBe('answered');
    expect(found.arithmetic).toMatchObject({
      meaning: { asked: 'quux', because: [], model: { id: 'm at http://127.0.0.1:9/v1/embeddings' } },
    });
    expect((await ask('net.resolve')).reason).toEqual({ kind: 'no_common_term' });
  });

  it('tries edits with the vectors that there are', async () => {
    const services = await servicesWith(modelTools, { yaml: modelYaml(), fetch: modelFetch().fetch });
    await agreeToModel(services);
    await answeredSearch(services, 'quux domain');
    const answer = await services.search.whyNot(
      whyNotRequestSchema.parse({ input: { query: 'quux domain', limit: 1 }, tool: 'cms.search_images' }),
    );
    expect(answer.reason.kind).toBe('cut_by_limit');
    expect(answer.suggestions.length).toBeGreaterThan(0);
    for (const { rank } of answer.suggestions) expect(rank.after).toBeLessThanOrEqual(rank.before ?? 99);
  });
});
