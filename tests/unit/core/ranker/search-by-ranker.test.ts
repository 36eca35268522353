import { describe, expect, it } from 'vitest';
import type { RankerScore } from '#shared/domain/ranker-explanation.ts';
import type { SearchResponse } from '#shared/domain/search-result.ts';
import { names, search, searchOn, servicesWith } from '../../../support/workspace.ts';

const tools = [
  { name: 'github.create_pull_request', description: 'Open a new pull request in a repository.' },
  { name: 'github.list_issues', description: 'List the issues of a repository.' },
  { name: 'k8s.get_pods', description: 'List the pods of a cluster.' },
  {
    name: 'weather.forecast',
    description: 'What the sky brings.',
    inputSchema: {
      type: 'object',
      properties: { city: { type: 'string' }, units: { enum: ['celsius', 'fahrenheit'] } },
    },
  },
  { name: 'billing.transfer', description: 'Move money between two accounts.' },
];

/** The arithmetic of the first result. */
function first({ hits }: SearchResponse): RankerScore {
  const arithmetic = hits[0]?.arithmetic;
  if (arithmetic?.kind !== 'pegboard') throw new Error('The first result has no arithmetic of our own ranker.');
  return arithmetic;
}

/** How the first result matched a word of the query. */
function wayOf(response: SearchResponse, term: string) {
  const { kind, word, through } = first(response).terms.find((share) => share.term === term)?.variant ?? {};
  return { kind, word, through };
}

describe('our own ranker finds', () => {
  it('a tool by a stem, by the start of a word, with a letter missing or two swapped, by the name in one piece', async () => {
    const services = await servicesWith(tools);
    const ways = [
      ['listing issue', 'github.list_issues', 'issue', { kind: 'stem', word: 'issues', through: null }],
      ['forecasts', 'weather.forecast', 'forecasts', { kind: 'stem', word: 'forecast', through: null }],
      ['repos', 'github.list_issues', 'repos', { kind: 'thesaurus', word: 'repository', through: 'repository' }],
      ['fahren', 'weather.forecast', 'fahren', { kind: 'prefix', word: 'fahrenheit', through: null }],
      ['forcast', 'weather.forecast', 'forcast', { kind: 'edit', word: 'forecast', through: null }],
      ['tranfser', 'billing.transfer', 'tranfser', { kind: 'edit', word: 'transfer', through: null }],
      [
        'createpullrequest',
        'github.create_pull_request',
        'createpullrequest',
        { kind: 'exact', word: 'createpullrequest', through: null },
      ],
    ] as const;
    for (const [query, name, term, way] of ways) {
      const response = await search(services, { query });
      expect([query, names(response)[0], wayOf(response, term)]).toEqual([query, name, way]);
    }
  });

  it('a phrase by its short form and a short form by its phrase, and says through which entry', async () => {
    const services = await servicesWith([
      { name: 'open_pr', description: 'Opens it' },
      { name: 'kubernetes_status', description: 'State' },
      { name: 'other', description: 'Another' },
    ]);
    const phrase = await search(services, { query: 'pull request' });
    expect([names(phrase)[0], wayOf(phrase, 'pull')]).toEqual([
      'open_pr',
      { kind: 'thesaurus', word: 'pr', through: 'pr' },
    ]);
    const short = await search(services, { query: 'k8s' });
    expect(names(short)[0]).toBe('kubernetes_status');
  });

  it('a tool by the names, values and descriptions of its arguments', async () => {
    const services = await servicesWith(tools);
    expect(names(await search(services, { query: 'city in celsius' }))).toEqual(['weather.forecast']);
  });

  it('a tool by groups of the workspace’s own thesaurus, of any script', async () => {
    const yaml = `${searchOn.replace('}', ', thesaurus: [[SKU, article number, 品番]]}')}`;
    const services = await servicesWith([{ name: 'stock.by_sku', description: 'Look up' }, ...tools], { yaml });
    for (const query of ['article numbers', '品番を調べる']) {
      expect([query, ...names(await search(services, { query }))]).toEqual([query, 'stock.by_sku']);
    }
  });

  it('and lists the words that match nothing and those it leaves out', async () => {
    const services = await servicesWith(tools);
    const { explanation } = await search(services, { query: 'the forecast for qqqqq' });
    if (explanation?.ranking !== 'pegboard') throw new Error('Not by our own ranker.');
    const facts = explanation.terms.map(({ text, variant_count, dropped }) => [text, variant_count, dropped]);
    expect(facts).toEqual([
      ['forecast', 2, null],
      ['qqqqq', 0, null],
      ['the', 0, 'common word'],
      ['for', 0, 'common word'],
    ]);
  });

  it('and lights up the words that matched, in every form', async () => {
    const services = await servicesWith(tools);
    const { hits } = await search(services, { query: 'issue repo' });
    expect(hits[0]?.highlights).toEqual([
      { field: 'name', start: 12, end: 18, term: 'issue' },
      { field: 'description', start: 9, end: 15, term: 'issue' },
      { field: 'description', start: 21, end: 31, term: 'repo' },
    ]);
  });
});

describe('languages', () => {
  const world = [
    { name: 'zdjecia.znajdz', description: 'Znajduje zdjęcia na dysku.' },
    { name: 'pogoda', description: 'Prognoza pogody dla miasta.' },
    { name: 'tenki', description: '天気予報を取得する' },
    { name: 'photo_search', description: '写真を検索する' },
    { name: 'other', description: 'Something else' },
  ];

  it.each([
    ['znajdź zdjęcie', 'zdjecia.znajdz'],
    ['ZNAJDŹ ZDJĘCIA'.normalize('NFD'), 'zdjecia.znajdz'],
    ['prognoza pogody', 'pogoda'],
    ['明日の天気', 'tenki'],
    ['写真の検索', 'photo_search'],
    ['ｐｈｏｔｏ　ｓｅａｒｃｈ', 'photo_search'],
    ['🌦️ 天気 🌦️', 'tenki'],
  ])('%j finds %j', async (query, name) => {
    const services = await servicesWith(world);
    expect(names(await search(services, { query }))[0]).toBe(name);
  });
});

describe('the worst cases are answered', () => {
  const inBounds = ({ output, explanation }: SearchResponse) => {
    for (const { score } of output.tools) expect(score >= 0 && score <= 1).toBe(true);
    expect(explanation?.normalisation.min).toBeLessThanOrEqual(explanation?.normalisation.max ?? 0);
  };

  it('a query of 18 kB, of which 2,000 characters are read', async () => {
    const services = await servicesWith(tools);
    const beyond = `${'stranger '.repeat(2000)} forecast`;
    expect(names(await search(services, { query: beyond }))).toEqual([]);
    const within = await search(services, { query: `forecast ${beyond}` });
    expect(names(within)[0]).toBe('weather.forecast');
    inBounds(within);
  });

  it('ten thousand tools of one word each', async () => {
    const many = Array.from({ length: 10_000 }, (_, i) => ({ name: `word${i.toString(36)}` }));
    const services = await servicesWith(many);
    const response = await search(services, { query: 'word word7q wordzz9 wor' });
    expect(names(response)[0]).toBe('word7q');
    inBounds(response);
  });

  it('a description of a megabyte, of words or of one', async () => {
    const services = await servicesWith([
      { name: 'long', description: 'forecast of the weather '.repeat(45_000) },
      { name: 'run', description: 'a'.repeat(1_000_000) },
      { name: 'camel', description: 'aB'.repeat(500_000) },
      ...tools,
    ]);
    const response = await search(services, { query: 'weather forecast' });
    expect(names(response)).toContain('weather.forecast');
    inBounds(response);
  });

  it('tools that all say the same: equal scores, in the order of the other keys', async () => {
    const same = Array.from({ length: 50 }, (_, i) => ({
      name: `t${String(i).padStart(2, '0')}`,
      description: 'Get it',
    }));
    const response = await search(await servicesWith(same), { query: 'get it', limit: 3 });
    expect(response.output.tools.map(({ name, score }) => [name, score])).toEqual([
      ['t00', 0.5],
      ['t01', 0.5],
      ['t02', 0.5],
    ]);
  });

  it.each(['the of and', '?!… — ()', '   ', '"', '(a+)+$', '\u0000', '{{{{{{', '🎉🎉'])(
    'the query %j',
    async (query) => {
      const services = await servicesWith([{ name: 'the_of', description: 'The and of' }, ...tools]);
      inBounds(await search(services, { query }));
    },
  );

  it('a query of nothing but function words, which is taken at its word', async () => {
    const services = await servicesWith([{ name: 'whats_on_now', description: 'Shows' }, ...tools]);
    expect(names(await search(services, { query: 'what is on now' }))[0]).toBe('whats_on_now');
  });

  it('a regular expression of 5,000 characters, and one that backtracks for ever elsewhere', async () => {
    const services = await servicesWith([{ name: 'a'.repeat(200), description: `${'a'.repeat(5000)}!` }, ...tools]);
    const nested = await search(services, { query: '(a+)+$', search_type: 'regex' });
    expect(nested.output.search_type).toBe('regex');
    const long = await search(services, { query: '(a|b)*'.repeat(834), search_type: 'regex' });
    expect(long.explanation?.fallback_reason).toContain('2000 characters');
  });
});
