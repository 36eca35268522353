import { describe, expect, it } from 'vitest';
import { matchStrength } from '#shared/domain/match-strength.ts';
import { searchRequestSchema } from '#shared/domain/search-request.ts';
import { guidedSearchOutputSchema } from '#shared/domain/search-result.ts';
import { names, search, searchOn, servicesWith } from '../../support/workspace.ts';

const tools = [
  { name: 'orders.refund', description: 'Refund an order.' },
  { name: 'orders.cancel', description: 'Cancel an order.' },
  { name: 'notion.read_page', description: 'Read a page as text.' },
  { name: 'notion.list_pages', description: 'List the pages of a space.' },
  { name: 'slack.list_channels', description: 'List channels.' },
];

const withPolicy = (policy: string) =>
  servicesWith(tools, { yaml: searchOn.replace('{', `{weak_results: ${policy}, `) });

/** A query that no tool answers: only a synonym of "book" and one common word are anywhere. */
const poor = 'book a meeting room and order parcel weather forecast';

describe('tool_search.weak_results', () => {
  it('keeps every result as it is unless asked', async () => {
    const { output, explanation } = await search(await servicesWith(tools), { query: poor });
    expect(output.tools.length).toBeGreaterThan(0);
    expect(JSON.stringify(output)).not.toContain('weak');
    expect(explanation?.weak_results).toBeUndefined();
  });

  it('leaves nothing out where nothing tells how well it fits: rankings of SQLite, function words alone', async () => {
    const services = await withPolicy('drop');
    for (const [query, ranking] of [
      [poor, 'rfc'],
      ['refund an order', 'rfc-literal'],
      ['an', 'pegboard'],
      ['as a of', 'pegboard'],
    ] as const) {
      const { output, hits, explanation } = await search(services, { query, ranking });
      expect(output.tools.length, query).toBeGreaterThan(0);
      expect(output.note).toBeUndefined();
      for (const hit of hits) expect(explanation && matchStrength(hit, explanation), query).toBeNull();
    }
  });

  it('marks what fits poorly, and says when nothing fits', async () => {
    const services = await withPolicy('mark');
    const { output, explanation } = await search(services, { query: poor });
    expect(output.tools.every(({ strength }) => strength === 'weak')).toBe(true);
    expect(output.note).toBe('No tool here fits this query well.');
    expect(explanation?.weak_results).toEqual({ policy: 'mark', weak: output.tools.length, left_out: 0 });
    expect(guidedSearchOutputSchema.strict().parse(output)).toEqual(output);
    const good = await search(services, { query: 'refund an order' });
    expect(good.output.tools[0]).toMatchObject({ name: 'orders.refund' });
    expect(good.output.tools[0]).not.toHaveProperty('strength');
    expect(good.output).not.toHaveProperty('note');
  });

  it('drops what fits poorly and keeps the rest in their order; the explanation counts what is left out', async () => {
    const services = await withPolicy('drop');
    const kept = await search(await servicesWith(tools), { query: 'refund the order with its parcel' });
    const dropped = await search(services, { query: 'refund the order with its parcel' });
    expect(names(dropped)).toEqual(names(kept).slice(0, dropped.output.tools.length));
    expect(dropped.hits.map(({ rank }) => rank)).toEqual(dropped.output.tools.map((_, i) => i + 1));
    const nothing = await search(services, { query: poor });
    expect(nothing.output).toMatchObject({ tools: [], note: 'No tool here fits this query well.' });
    expect(nothing.hits).toEqual([]);
    expect(nothing.explanation?.weak_results).toMatchObject({ policy: 'drop', left_out: expect.any(Number) });
    expect(nothing.explanation?.weak_results?.left_out).toBeGreaterThan(0);
  });

  it('returns the same with and without an explanation', async () => {
    for (const policy of ['mark', 'drop']) {
      const services = await withPolicy(policy);
      for (const query of [poor, 'refund an order', 'list pages', '']) {
        const ask = (explain: boolean) =>
          services.search.toolSearch(searchRequestSchema.parse({ input: { query }, explain }));
        expect((await ask(true)).output).toEqual((await ask(false)).output);
      }
    }
  });

  it('leaves a pattern and an exact name alone', async () => {
    const services = await withPolicy('drop');
    expect(names(await search(services, { query: 'page', search_type: 'regex' }))).toHaveLength(2);
    expect(names(await search(services, { query: 'orders.refund', search_type: 'exact' }))).toEqual(['orders.refund']);
  });

  it('is the reason why a tool is not returned', async () => {
    const services = await withPolicy('drop');
    const why = await services.search.whyNot({
      input: { query: poor, search_type: 'fts', limit: 8, include_always_loaded: false },
      caller: {},
      tool: 'orders.refund',
      suggest: false,
    });
    expect(why.reason).toMatchObject({ kind: 'too_weak', rank: expect.any(Number) });
  });
});
