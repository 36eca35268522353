import { expect, it } from 'vitest';
import { functionWords, requestWords } from '#core/search/ranker/stop-words.ts';
import { ownGroups } from '#core/search/ranker/thesaurus/groups.ts';
import type { Services } from '#core/services.ts';
import type { SearchResponse } from '#shared/domain/search-result.ts';
import { casesOf } from '../support/depth.ts';
import { search, searchOn, servicesWith } from '../support/workspace.ts';
import { agree } from './reference/compare.ts';
import { randomCatalog, randomRankerQuery } from './reference/random-catalogs.ts';
import { recomputeRanker } from './reference/recompute-ranker.ts';
import { type Numbers, ReferenceRanker } from './reference/reference-ranker.ts';
import { SeededRandom } from './reference/seeded-random.ts';

const vocabulary = { functionWords, requestWords, thesaurus: ownGroups };
const catalogs = casesOf(80);
const queriesEach = 12;

/** The weights and factors, as an explanation has them. */
async function publishedNumbers(services: Services): Promise<Numbers> {
  const { explanation } = await search(services, { query: 'numbers' });
  if (explanation?.ranking !== 'pegboard') throw new Error('There is no explanation of our own ranker.');
  return explanation.corpus.parameters;
}

/** Throws unless a response agrees with the reference's S of every tool; returns the ways to match that its hits show. */
function compareWithReference({ explanation, hits }: SearchResponse, expected: ReadonlyMap<string, number>): string[] {
  if (explanation?.ranking !== 'pegboard') throw new Error('There is no explanation of our own ranker.');
  agree(explanation.candidates, expected.size, 'candidates');
  if (expected.size === 0) return [];
  const bounded = [...expected.values()].map((raw) => raw / (1 + raw));
  const [min, max] = [Math.min(...bounded), Math.max(...bounded)];
  agree(explanation.normalisation.min, min, 'min');
  agree(explanation.normalisation.max, max, 'max');
  const kinds: string[] = [];
  for (const { arithmetic, order, score } of hits) {
    if (arithmetic.kind !== 'pegboard') throw new Error('The arithmetic is not that of our own ranker.');
    const raw = expected.get(order.name) ?? Number.NaN;
    agree(arithmetic.raw, raw, `S of ${order.name}`);
    // Within the last bits all may be equal for one and not for the other.
    if (max - min > 1e-9) agree(score, (raw / (1 + raw) - min) / (max - min), `score of ${order.name}`);
    kinds.push(...arithmetic.terms.flatMap((term) => term.variant?.kind ?? []));
    if (arithmetic.pairs.length > 0) kinds.push('pair');
    if (arithmetic.namespace.bonus > 0) kinds.push('namespace');
  }
  return kinds;
}

it('scores of our own ranker agree with an independent reference on random catalogs', async () => {
  const random = new SeededRandom(4711);
  const met = new Map<string, number>();
  for (let i = 0; i < catalogs; i++) {
    const tools = randomCatalog(random);
    const servicesOf = (understanding: string) =>
      servicesWith(
        tools.map((tool) => ({ ...tool })),
        { yaml: searchOn.replace('}', `, understanding: {languages: false, meaning: ${understanding}}}`) },
      );
    // The reference reads the words of English only.
    const services = await servicesOf('false');
    const withMeaning = await servicesOf('true');
    const reference = new ReferenceRanker(tools, await publishedNumbers(services), vocabulary);
    for (let q = 0; q < queriesEach; q++) {
      const query = randomRankerQuery(random);
      const response = await search(services, { query, limit: 20 });
      try {
        recomputeRanker(response);
        const meant = await search(withMeaning, { query, limit: 20 });
        recomputeRanker(meant);
        if (meant.hits.some(({ arithmetic }) => arithmetic.kind === 'pegboard' && arithmetic.meaning))
          met.set('meaning', 1);
        for (const kind of compareWithReference(response, reference.scores(query)))
          met.set(kind, (met.get(kind) ?? 0) + 1);
      } catch (error) {
        throw new Error(`${JSON.stringify(query)} over ${JSON.stringify(tools)}: ${String(error)}`, { cause: error });
      }
    }
  }
  // Every way to match was met, or the test would say nothing of it.
  expect([...met.keys()].sort()).toEqual([
    'edit',
    'exact',
    'meaning',
    'namespace',
    'pair',
    'prefix',
    'stem',
    'thesaurus',
  ]);
}, 300_000);

it('scores of translated queries follow from the numbers that are published', async () => {
  const random = new SeededRandom(815);
  const queries = [
    '請求書を作成する',
    '天気予報',
    'Zahlungslink für den Benutzer löschen',
    'znajdź zdjęcie',
    'supprimer le dépôt',
    'удалить файл',
  ];
  let translated = 0;
  for (let i = 0; i < catalogs; i++) {
    const services = await servicesWith(randomCatalog(random).map((tool) => ({ ...tool })));
    for (const query of queries) {
      const response = await search(services, { query, limit: 20 });
      recomputeRanker(response);
      const terms = response.hits.flatMap(({ arithmetic }) => (arithmetic.kind === 'pegboard' ? arithmetic.terms : []));
      translated += terms.filter(({ variant }) => variant?.translation).length;
    }
  }
  expect(translated).toBeGreaterThan(catalogs * 2.5);
}, 300_000);
