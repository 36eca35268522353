import { expect, it } from 'vitest';
import { buildSeedBm25 } from '#core/search/seed-bm25/build-seed-bm25.ts';
import { searchSeedBm25 } from '#core/search/seed-bm25/search-seed-bm25.ts';
import { engineTool } from '../support/engine-tool.ts';
import { agree } from './reference/compare.ts';
import { randomCatalog, randomRankerQuery } from './reference/random-catalogs.ts';
import { referenceSeedScores } from './reference/reference-seed-bm25.ts';
import { SeededRandom } from './reference/seeded-random.ts';

it("scores of seed 004's BM25 agree with an independent reference on random catalogs (R17.02)", async () => {
  const random = new SeededRandom(4004);
  let compared = 0;
  for (let i = 0; i < 60; i++) {
    const tools = randomCatalog(random).map((tool) => ({
      ...tool,
      tags: [],
      phrases: [...(tool.phrases ?? [])],
      hypothetical_queries: random.chance(0.4) ? [randomRankerQuery(random)] : [],
      usage_hint: random.chance(0.3) ? randomRankerQuery(random) : '',
      category: random.pick(['', 'pages', 'Łódź']),
    }));
    const parameters = { k1: random.pick([1.2, 1.5, 2]), b: random.pick([0, 0.4, 0.75, 1]) };
    const index = await buildSeedBm25(
      tools.map(({ inputSchema: _schema, title: _title, ...tool }) => engineTool(tool)),
      { parameters },
    );
    for (let q = 0; q < 12; q++) {
      const query = randomRankerQuery(random);
      const { hits, matches, confidence } = searchSeedBm25(index, query, { limit: 100 });
      const expected = referenceSeedScores(tools, query, parameters);
      agree(matches, expected.size, 'matches');
      agree(confidence, Math.min(Math.max(0, ...expected.values()) / 10, 1), 'confidence');
      for (const { name, score, terms } of hits) {
        agree(score, expected.get(name), `score of ${name} for ${JSON.stringify(query)}`);
        agree(
          terms.reduce((sum, { contribution }) => sum + contribution, 0),
          score,
          `sum of the terms of ${name}`,
        );
        compared++;
      }
    }
  }
  expect(compared).toBeGreaterThan(1000);
});
