import { describe, expect, it } from 'vitest';
import { matchFacts, matchStrength, missingFromBest } from '#shared/domain/match-strength.ts';
import type { SearchResponse } from '#shared/domain/search-result.ts';
import { search, servicesWith } from '../../support/workspace.ts';

const tools = [
  { name: 'orders.refund', description: 'Refund an order.' },
  { name: 'orders.cancel', description: 'Cancel an order.' },
  { name: 'notion.read_page', description: 'Read a page as text.' },
  { name: 'notion.list_pages', description: 'List the pages of a space.' },
  { name: 'github.list_issues', description: 'List issues of a repository.' },
  { name: 'github.create_issue', description: 'Create an issue in a repository.' },
  { name: 'slack.list_channels', description: 'List channels.' },
];

async function asked(): Promise<(query: string, more?: object) => Promise<SearchResponse>> {
  const services = await servicesWith(tools);
  return (query, more = {}) => search(services, { query, ...more });
}

const strengthOf = ({ hits: [best], explanation }: SearchResponse) =>
  best && explanation ? matchStrength(best, explanation) : null;

describe('poor results are said to be poor', () => {
  it('where the best lacks most of the words; those that no tool has are told apart', async () => {
    const run = await asked();
    const missing = async (query: string) => missingFromBest(await run(query));
    expect(await missing('refund an order')).toBeNull();
    expect(await missing('please refund the order now')).toBeNull();
    expect(await missing('create an issue')).toBeNull();
    expect(await missing('order parcel weather forecast')).toEqual({
      fromCatalog: ['parcel', 'weather', 'forecast'],
      fromBest: [],
    });
    expect(await missing('refund pages channels parcel')).toMatchObject({ fromCatalog: ['parcel'] });
    expect((await missing('refund pages channels parcel'))?.fromBest.length).toBeGreaterThan(0);
  });

  it('where only a common word of two is there', async () => {
    const run = await asked();
    expect(missingFromBest(await run('list pods'))).toEqual({ fromCatalog: ['pods'], fromBest: [] });
  });

  it('where only a synonym brought the best, whose relative score is 1', async () => {
    const run = await asked();
    const response = await run('book a meeting room');
    expect(response.output.tools[0]?.score).toBe(1);
    expect(response.hits[0]?.arithmetic).toMatchObject({
      terms: expect.arrayContaining([
        expect.objectContaining({ variant: expect.objectContaining({ kind: 'thesaurus' }) }),
      ]),
    });
    expect(missingFromBest(response)?.fromCatalog).toEqual(['book', 'meeting', 'room']);
    expect(strengthOf(response)).toBe('weak');
  });

  it('and not where nothing was found at all', async () => {
    expect(missingFromBest(await (await asked())('weather forecast'))).toBeNull();
  });
});

describe('a search that meaning helps', () => {
  it('says which tools only their meaning found', async () => {
    const weather = { name: 'weather_forecast', description: 'Get the weather forecast for a city for the next days.' };
    const services = await servicesWith([...tools, weather]);
    const { explanation, output } = await search(services, { query: 'umbrella and raincoat' });
    expect(output.tools[0]?.name).toBe('weather_forecast');
    expect(explanation?.path.map(({ step }) => step)).toEqual(['ranker', 'meaning']);
    expect(explanation?.path[0]?.candidates).toBe(0);
    expect(explanation?.path[1]?.candidates).toBe(output.tools.length);
    const byWords = await search(services, { query: 'weather forecast' });
    expect(byWords.explanation?.path.map(({ step }) => step)).toEqual(['ranker']);
  });
});

describe('the strength of a match', () => {
  it('and what is missing agree: a strong match lacks nothing', async () => {
    const run = await asked();
    for (const query of ['refund order', 'erstatte der Kundin die Bestellung', 'refund pages parcel', 'list pods']) {
      const response = await run(query);
      if (strengthOf(response) === 'strong') expect(missingFromBest(response)).toBeNull();
    }
    expect(strengthOf(await run('refund order'))).toBe('strong');
  });

  it('is by what of the query the tool has, whatever the others are', async () => {
    const run = await asked();
    expect(strengthOf(await run('refund an order'))).toBe('strong');
    expect(strengthOf(await run('create a github issue'))).toBe('strong');
    expect(strengthOf(await run('refund parcel weather'))).toBe('fair');
    expect(strengthOf(await run('list parcel weather'))).toBe('weak');
  });

  it('rests on a share of the query between 0 and 1, and 1 where every word is there', async () => {
    const { hits, explanation } = await (await asked())('refund order');
    const shares = hits.map(({ arithmetic }) => {
      if (arithmetic.kind !== 'pegboard' || explanation?.ranking !== 'pegboard') throw new Error('another ranking');
      return matchFacts(arithmetic, explanation.terms)?.direct ?? -1;
    });
    expect(Math.min(...shares)).toBeGreaterThanOrEqual(0);
    expect([shares[0], Math.max(...shares)]).toEqual([1, 1]);
  });

  it('is there for an exact name, and not for a pattern or the rankings of SQLite', async () => {
    const services = await servicesWith(tools);
    const run = (query: string, search_type: 'fts' | 'exact' | 'regex', ranking?: 'rfc') =>
      services.search.toolSearch({
        input: { query, search_type, limit: 5, include_always_loaded: false },
        caller: {},
        explain: true,
        ...(ranking ? { ranking } : {}),
      });
    expect(strengthOf(await run('refund order', 'fts', 'rfc'))).toBeNull();
    expect(strengthOf(await run('orders.refund', 'exact'))).toBe('strong');
    expect(strengthOf(await run('orders.*', 'regex'))).toBeNull();
  });
});
