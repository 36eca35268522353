import { describe, expect, it } from 'vitest';
import { missingFromBest } from '#shared/domain/match-strength.ts';
import { searchRequestSchema } from '#shared/domain/search-request.ts';
import { searchResponseSchema } from '#shared/domain/search-result.ts';
import { summaryOf } from '#shared/domain/search-summary.ts';
import { servicesWith, type TestTool } from '../../support/workspace.ts';

const tools: readonly TestTool[] = [
  { name: 'orders.refund', description: 'Refund an order.', tags: ['order'] },
  { name: 'orders.cancel', description: 'Cancel an order.' },
  ...Array.from({ length: 20 }, (_, i) => ({
    name: `orders.list_${i}`,
    description: 'List orders by the page, the newest order first.',
  })),
];

const asked = async (input: { query: string; search_type?: 'fts' | 'regex' | 'exact' }, ranking?: 'rfc') => {
  const services = await servicesWith(tools);
  return (explain: boolean | 'summary') =>
    services.search.toolSearch(searchRequestSchema.parse({ input, explain, ...(ranking && { ranking }) }));
};

const searches = [
  [{ query: 'refund an order' }, undefined],
  [{ query: 'refund an order' }, 'rfc'],
  [{ query: 'weather in the mountains, order' }, undefined],
  [{ query: 'orders\\.(refund|cancel)', search_type: 'regex' }, undefined],
  [{ query: 'orders.refund', search_type: 'exact' }, undefined],
  [{ query: 'zzz' }, undefined],
  [{ query: ' ' }, undefined],
] as const;

describe('the summary of a search', () => {
  it.each(searches)('says of %j by %s what the explanation of the same search says', async (input, ranking) => {
    const run = await asked(input, ranking);
    const [short, whole] = [await run('summary'), await run(true)];
    expect(short.summary).toEqual(summaryOf(whole));
    expect(short.output).toEqual(whole.output);
    expect(short.summary?.hits.map(({ rank }) => rank)).toEqual(whole.hits.map(({ rank }) => rank));
    expect(short.summary?.hits.map(({ side_effects }) => side_effects)).toEqual(
      whole.hits.map(({ order }) => order.side_effects),
    );
    expect(short.summary?.missing).toEqual(missingFromBest(whole));
    expect(short).toMatchObject({ explanation: null, hits: [] });
    expect(searchResponseSchema.parse(short)).toEqual(short);
  });

  it('is a fraction of the explanation, and comes only where it is asked for', async () => {
    const run = await asked({ query: 'list the newest orders by page' });
    const sizeOf = (value: unknown) => JSON.stringify(value).length;
    const [short, whole, bare] = [await run('summary'), await run(true), await run(false)];
    expect(sizeOf(short.summary) * 4).toBeLessThan(sizeOf([whole.explanation, whole.hits]));
    expect([whole.summary, bare.summary]).toEqual([undefined, undefined]);
  });

  it('has parts that add up to the score they are drawn for', async () => {
    const run = await asked({ query: 'refund an order' });
    const { summary, hits } = { summary: (await run('summary')).summary, hits: (await run(true)).hits };
    for (const [i, hit] of hits.entries()) {
      const sum = summary?.hits[i]?.parts.reduce((total, { value }) => total + value, 0);
      const of = hit.arithmetic;
      expect(of.kind === 'pegboard' && of.sum + (of.meaning?.bonus ?? 0)).toBeCloseTo(sum ?? -1);
      expect(of.kind === 'pegboard' && of.raw).toBe(summary?.hits[i]?.value);
    }
  });
});
