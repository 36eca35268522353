import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { choosePath, decomposeQuery } from '#core/hybrid/choose-path.ts';
import { type AskVectors, findHybrid } from '#core/hybrid/find-hybrid.ts';
import { buildHybridIndex } from '#core/hybrid/hybrid-index.ts';
import { toolSearchConfigSchema } from '#shared/domain/config.ts';
import { hybridConfigSchema } from '#shared/domain/hybrid-config.ts';
import { type HybridRequest, hybridRequestSchema } from '#shared/domain/search-request.ts';
import { type SearchResponse, searchResponseSchema, toolSearchOutputSchema } from '#shared/domain/search-result.ts';
import type { CatalogTool } from '#shared/domain/tool.ts';
import { PegboardError } from '#shared/errors.ts';
import { servicesWith, type TestTool } from '../../../../support/workspace.ts';

const cms: TestTool[] = [
  { name: 'cms.search_images', description: 'Semantic search for images by description', phrases: ['find image'] },
  { name: 'cms.create_page', description: 'Create a new page with title and slug' },
  { name: 'cms.add_section', description: 'Add a section template such as a hero to a page' },
  { name: 'cms.publish_post', description: 'Publish a draft of a post' },
  { name: 'web.deep_research', description: 'Research a question on the web' },
];

const hybridOn = (hybrid = '') =>
  `tool_search: {enabled: true, default_loading_mode: deferred, hybrid: {enabled: true${hybrid}}}\n`;

async function ask(tools: readonly TestTool[], query: string, yaml = hybridOn(), rest: Partial<HybridRequest> = {}) {
  const services = await servicesWith(tools, { yaml });
  return services.search.hybridSearch(hybridRequestSchema.parse({ input: { query }, explain: true, ...rest }));
}

function explained({ explanation }: SearchResponse) {
  if (explanation?.ranking !== 'hybrid') throw new Error('The search was not explained as a hybrid one.');
  return explanation;
}

/** Every published score from every published number it is made of, by the definition alone (R19.09). */
function recompute(response: SearchResponse): void {
  const { lists, corpus, best_score, divisor, confidence } = explained(response);
  expect(confidence).toBeCloseTo(Math.min(best_score / divisor, 1), 12);
  for (const { arithmetic, score } of response.hits) {
    if (arithmetic.kind !== 'hybrid') throw new Error(arithmetic.kind);
    const bm25 = arithmetic.terms.reduce((sum, term) => {
      const f = corpus.name_weight * term.name + corpus.content_weight * term.content;
      const damped = corpus.k1 * (1 - corpus.b + (corpus.b * arithmetic.length) / corpus.average_length);
      const idf = Math.log(1 + (corpus.tools - term.document_frequency + 0.5) / (term.document_frequency + 0.5));
      return sum + term.count * idf * ((f * (corpus.k1 + 1)) / (f + damped));
    }, 0);
    const counted = arithmetic.parts.map(({ list, score: own, source }) => {
      const { min, max, share } = lists[list] ?? { min: 0, max: 0, share: 0 };
      if (source === 'bm25') expect(own).toBeCloseTo(bm25, 9);
      return share * (min === max ? 0.5 : (own - min) / (max - min));
    });
    expect(Math.max(...counted)).toBeCloseTo(score, 9);
  }
}

describe('which way a hybrid search takes', () => {
  const facts = { query: 'make a page and publish it', matches: 3, tools: 50 };
  const takes = (config: object, confidence: number, tools = 50, matches = 3) => {
    const chosen = choosePath(hybridConfigSchema.parse(config), { ...facts, confidence, tools, matches });
    return [chosen.taken, chosen.embedded.length];
  };

  it('is decided by the confidence, thresholds being exceeded only by more than them', () => {
    expect(takes({}, 0.81)).toEqual(['bm25', 0]);
    expect(takes({}, 0.8)).toEqual(['blend', 1]);
    expect(takes({}, 0.31)).toEqual(['blend', 1]);
    expect(takes({}, 0.3)).toEqual(['vector', 1]);
    expect(takes({ blend_confidence: 0 }, 0.5, 50, 0)).toEqual(['vector', 1]);
    expect(takes({ high_confidence: 0.5 }, 0.6)).toEqual(['bm25', 0]);
  });

  it('is decided by the number of tools under tool_count, and takes the query apart where there are many (R17.13)', async () => {
    const strategy = { strategy: 'tool_count' };
    expect(takes(strategy, 0.71, 99)).toEqual(['bm25', 0]);
    expect(takes(strategy, 0.7, 99)).toEqual(['vector', 1]);
    expect(takes(strategy, 0.99, 100)).toEqual(['blend', 1]);
    expect(takes(strategy, 0.01, 499)).toEqual(['blend', 1]);
    expect(takes(strategy, 0.99, 500)).toEqual(['vector', 2]);

    // In a search, for as many tools as the caller may use.
    const query = 'create page and publish post';
    const waysOf = async (bounds: string) => {
      const { taken, lists } = explained(await ask(cms, query, hybridOn(`, strategy: tool_count, ${bounds}`)));
      return [taken, lists.map((list) => `${list.source} ${list.query}`)];
    };
    const whole = ['bm25', 'vector'].map((source) => `${source} ${query}`);
    expect(await waysOf('merge_from: 6, confidence_divisor: 0.1')).toEqual(['bm25', whole.slice(0, 1)]);
    expect(await waysOf('merge_from: 6, confidence_divisor: 1000')).toEqual(['vector', whole.slice(1)]);
    expect(await waysOf('merge_from: 5, decompose_from: 6, confidence_divisor: 0.1')).toEqual(['blend', whole]);
    expect(await waysOf('merge_from: 4, decompose_from: 5')).toEqual([
      'vector',
      ['vector create page', 'vector publish post'],
    ]);
  });

  it('splits a compound query at commas and conjunctions, each part once', () => {
    expect(decomposeQuery('create page, add section and publish; create page')).toEqual([
      'create page',
      'add section',
      'publish',
    ]);
    expect(decomposeQuery('znajdź zdjęcie oraz utwórz stronę')).toEqual(['znajdź zdjęcie', 'utwórz stronę']);
    expect(decomposeQuery('ページを作成、画像を検索')).toEqual(['ページを作成', '画像を検索']);
    expect(decomposeQuery('brand sandbox')).toEqual(['brand sandbox']);
    expect(decomposeQuery(' , and ')).toEqual([', and']);
    expect(decomposeQuery('a1,'.repeat(900)).length).toBe(1);
    expect(decomposeQuery(Array.from({ length: 20 }, (_, i) => `part${i}`).join(', '))).toHaveLength(8);
  });
});

describe('a hybrid search', () => {
  /** What is asked of an embedder by a search with this divisor. */
  async function askedBy(query: string, confidence_divisor: number): Promise<string[]> {
    const services = await servicesWith(cms);
    const tools: readonly CatalogTool[] = await services.catalog.getMany({ names: cms.map(({ name }) => name) });
    const asked: string[] = [];
    const answer: AskVectors = async (texts) => {
      asked.push(...texts);
      return {
        id: 'test',
        dimensions: 2,
        found: texts.map((text) => ({ text, cosines: new Float64Array(5).fill(0.1) })),
      };
    };
    const config = toolSearchConfigSchema.parse({ enabled: true, hybrid: { enabled: true, confidence_divisor } });
    await findHybrid(await buildHybridIndex(tools, config), { query, limit: 5, include_always_loaded: true }, answer);
    return asked;
  }

  it('does not ask the embedder when the words are sure enough, and asks it once when they are not', async () => {
    expect(await askedBy('deep web research question', 4)).toEqual([]);
    expect(await askedBy('page', 4)).toEqual(['page']);
  });

  it.each([
    [0.801, 'bm25', ['bm25']],
    [0.799, 'blend', ['bm25', 'vector']],
    [0.301, 'blend', ['bm25', 'vector']],
    [0.299, 'vector', ['vector']],
  ])('at the confidence %d goes by %s and takes %j (R17.06, R17.07, R17.08)', async (confidence, taken, sources) => {
    const query = 'deep web research page';
    const { best_score } = explained(await ask(cms, query));
    const response = await ask(cms, query, hybridOn(`, confidence_divisor: ${best_score / confidence}`));
    const found = explained(response);
    expect(found.confidence).toBeCloseTo(confidence, 9);
    expect([found.taken, found.lists.map(({ source }) => source)]).toEqual([taken, sources]);
    expect(found.embedder === null).toBe(taken === 'bm25');
    expect(await askedBy(query, best_score / confidence)).toEqual(taken === 'bm25' ? [] : [query]);
    recompute(response);
    if (taken !== 'blend') return;
    // A threshold that is reached is not exceeded.
    const exactly = async (threshold: string) => {
      const options = `, confidence_divisor: ${best_score / confidence}, ${threshold}: ${found.confidence}`;
      return explained(await ask(cms, query, hybridOn(options))).taken;
    };
    expect(await exactly('high_confidence')).toBe('blend');
    expect(await exactly('blend_confidence')).toBe('vector');
  });

  it('takes the vectors for a query in another language (R17.09)', async () => {
    const query = 'znajdź zdjęcie bohatera';
    const response = await ask(cms, query);
    expect(explained(response)).toMatchObject({
      taken: 'vector',
      confidence: 0,
      best_score: 0,
      lists: [{ source: 'vector', query }],
      embedder: { dimensions: expect.any(Number) },
    });
    expect(response.output.confidence).toBe(0);
    expect(await askedBy(query, 10)).toEqual([query]);
    recompute(response);
  });

  it('blends both, shows what each says, names each tool once, and can be computed again (R17.10)', async () => {
    const response = await ask(cms, 'find image page', hybridOn(', blend_confidence: 0, vector_share: 0.9'));
    const { taken, lists, path } = explained(response);
    expect(taken).toBe('blend');
    expect(lists.map(({ source, share }) => [source, share])).toEqual([
      ['bm25', 1],
      ['vector', 0.9],
    ]);
    expect(path.map(({ step }) => step)).toEqual(['bm25', 'vector', 'blend']);
    const names = response.output.tools.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    const sources = response.hits.map(({ arithmetic }) => {
      if (arithmetic.kind !== 'hybrid') throw new Error(arithmetic.kind);
      expect(arithmetic.parts.map(({ source }) => source)).toEqual(
        arithmetic.terms.length > 0 ? ['bm25', 'vector'] : ['vector'],
      );
      return arithmetic.parts.length;
    });
    expect(new Set(sources)).toEqual(new Set([1, 2]));
    recompute(response);
    expect(searchResponseSchema.parse(response).output).toEqual(response.output);
    expect(await ask(cms, 'find image page', hybridOn(', blend_confidence: 0, vector_share: 0.9'))).toMatchObject({
      output: response.output,
    });
  });

  it('gives numbers that add up whatever the catalog, the query and the way', async () => {
    const word = fc.constantFrom('page', 'image', 'hero', 'create', 'find', 'list', 'zdjęcie', '画像');
    const text = fc.array(word, { minLength: 1, maxLength: 6 }).map((words) => words.join(' '));
    await fc.assert(
      fc.asyncProperty(
        fc.array(text, { minLength: 1, maxLength: 8 }),
        text,
        fc.boolean(),
        async (texts, query, scale) => {
          const tools = texts.map((description, i) => ({ name: `t${i}.run`, description }));
          const strategy = scale ? ', strategy: tool_count, merge_from: 3, decompose_from: 6' : '';
          recompute(await ask(tools, query, hybridOn(`, confidence_divisor: 2${strategy}`)));
        },
      ),
      { numRuns: 15 },
    );
  });

  it('keeps the limit out of the score and the always loaded out of results and bounds', async () => {
    const tools = [...cms, { name: 'x.image', description: 'image image find hero', loading_mode: 'always' }];
    const one = await ask(tools, 'find hero image', hybridOn(), {
      input: { query: 'find hero image', limit: 1, include_always_loaded: false },
    });
    const many = await ask(tools, 'find hero image');
    expect(one.output.tools).toEqual(many.output.tools.slice(0, 1));
    expect(many.output.tools.map(({ name }) => name)).not.toContain('x.image');
    expect(many.always_loaded_matches).toBe(1);
    expect(explained(many).best_score).toBe(explained(await ask(tools, 'find hero image')).best_score);
  });

  it('leaves the schema of tool_search valid, and is off by default with an error that says how to switch it on', async () => {
    const response = await ask(cms, 'find image');
    expect(toolSearchOutputSchema.safeParse(response.output).success).toBe(true);
    await expect(ask(cms, 'find', 'tool_search: {enabled: true}\n')).rejects.toMatchObject({
      code: 'hybrid_not_configured',
    });
    await expect(ask(cms, 'find', '')).rejects.toMatchObject({ code: 'tool_search_not_configured' });
    const blank = await ask(cms, '   ');
    expect(blank.output).toMatchObject({ tools: [], confidence: 0 });
  });

  it('falls back to the words when the embedder fails, and says why; a cancelled search is cancelled', async () => {
    const services = await servicesWith(cms);
    const index = await buildHybridIndex(
      await services.catalog.getMany({ names: cms.map(({ name }) => name) }),
      toolSearchConfigSchema.parse({ enabled: true, hybrid: { enabled: true } }),
    );
    const input = { query: 'page', limit: 5, include_always_loaded: true };
    const failing = (code: 'embedder_failed' | 'cancelled') => () =>
      Promise.reject(new PegboardError(code, 'It is down.'));
    const found = await findHybrid(index, input, failing('embedder_failed'));
    expect(found.problem).toMatchObject({ code: 'embedder_failed', message: 'It is down.' });
    expect(found.lists.map(({ source }) => source)).toEqual(['bm25']);
    expect(found.path.at(-1)?.reason).toContain('It is down. Only words were used');
    await expect(findHybrid(index, input, failing('cancelled'))).rejects.toMatchObject({ code: 'cancelled' });
  });
});

describe('what a caller may not use', () => {
  const secret: TestTool[] = [
    { name: 'hr.fire_person', description: 'zzyx quux image hero page' },
    { name: 'hr.salary_image', description: 'zzyx image of a page' },
  ];
  const yaml = (hybrid = '') => `${hybridOn(hybrid)}personas: [{name: guest, hidden_tools: ['hr.*']}]\n`;

  it('moves no score, no count, no vector and no word of a hybrid search, in any of its ways, whether a persona or a policy keeps it back (R17.12)', async () => {
    const ways = [
      '',
      ', blend_confidence: 0',
      ', high_confidence: 0',
      ', strategy: tool_count, merge_from: 1, decompose_from: 2',
    ];
    for (const way of ways) {
      const both = await Promise.all(
        [[...cms, ...secret], cms].map((tools) => servicesWith(tools, { yaml: yaml(way) })),
      );
      for (const query of ['image page', 'zzyx quux', 'znajdź zdjęcie']) {
        const request = hybridRequestSchema.parse({ input: { query }, caller: { persona: 'guest' }, explain: true });
        const [withThem, without] = await Promise.all(
          both.map(async ({ search }) => ({ ...(await search.hybridSearch(request)), elapsed_ms: 0 })),
        );
        expect(withThem, `${way} ${query}`).toEqual(without);
        expect(JSON.stringify(withThem)).not.toMatch(/hr\.|salary|fire_person/);
      }
    }

    const denied = await ask(
      [...cms, ...secret],
      'zzyx',
      `${hybridOn()}policy: {denied_tools: [hr.fire_person, hr.salary_image]}\n`,
    );
    const policy = { allowed_tools: null, denied_tools: ['hr.fire_person', 'hr.salary_image'], require_tags: [] };
    const asked = await ask([...cms, ...secret], 'zzyx', hybridOn(), { caller: { policy } });
    for (const response of [denied, asked]) expect(JSON.stringify(response)).not.toContain('hr.');
    expect(asked.output).toEqual(denied.output);
    const namesBy = async (only: object) =>
      (await ask(cms, 'page', hybridOn(), { caller: { policy: { ...policy, ...only } } })).output.tools.map(
        ({ name }) => name,
      );
    expect(await namesBy({ allowed_tools: ['cms.publish_post'] })).toEqual(['cms.publish_post']);
    expect(await namesBy({ require_tags: ['none has it'] })).toEqual([]);
  });
});
