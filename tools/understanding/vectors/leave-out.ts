import { readEvalTools } from '#core/evaluation/run-evaluation.ts';
import { buildRankerIndex } from '#core/search/ranker/build-index.ts';
import { defaultParameters } from '#core/search/ranker/parameters.ts';
import { prepareQuery } from '#core/search/ranker/prepare-query.ts';
import { rankTools } from '#core/search/ranker/rank.ts';
import { thesaurusWith } from '#core/search/ranker/thesaurus/groups.ts';
import { readWordVectors, writeWordVectors } from '#core/search/understanding/vectors/word-vectors.ts';
import { fullUnderstanding } from '#shared/domain/config.ts';
import type { Beginnings } from './beginnings.ts';
import { type Capability, englishStyles } from './read-corpus.ts';
import { type TrainingOptions, trainVectors } from './train-vectors.ts';

/** How often the right tool came first, and among the first five, by style; `all` counts every query. */
export type Hits = ReadonlyMap<string, { count: number; first: number; five: number }>;

/**
 * Trains on all domains but a fold's and searches that fold's capabilities, a catalog of their own: by words alone, then with the
 * meaning too. What a model is worth for tools that it never saw.
 */
export async function leaveOut(
  beginnings: Beginnings,
  corpus: readonly Capability[],
  options: TrainingOptions & { readonly folds: number; readonly fold: number },
): Promise<{ readonly words: Hits; readonly meaning: Hits }> {
  const domains = [...new Set(corpus.map(({ domain }) => domain))].sort();
  const left = new Set(domains.filter((_, i) => i % options.folds === options.fold));
  const seen = corpus.filter(({ domain }) => !left.has(domain));
  const unseen = corpus.filter(({ domain }) => left.has(domain));
  const wordVectors = readWordVectors(writeWordVectors(trainVectors(beginnings, seen, options)));
  return { words: await search(unseen, null), meaning: await search(unseen, wordVectors) };
}

async function search(capabilities: readonly Capability[], wordVectors: ReturnType<typeof readWordVectors> | null) {
  const lines = capabilities.map(({ definition }, i) => JSON.stringify({ name: `t${i}`, description: definition }));
  const read = readEvalTools(lines.join('\n'), 'corpus');
  const placeOf = new Map(read.map((tool, place) => [Number(tool.name.slice(1)), place]));
  const tools = read.map((tool) => ({ ...tool, name: capabilities[Number(tool.name.slice(1))]?.name ?? tool.name }));
  const index = await buildRankerIndex(tools, {
    parameters: defaultParameters,
    thesaurus: thesaurusWith([]),
    understanding: { ...fullUnderstanding, meaning: wordVectors !== null },
    ...(wordVectors ? { wordVectors } : {}),
  });
  const hits = new Map<string, { count: number; first: number; five: number }>();
  for (const [i, { queries }] of capabilities.entries()) {
    const right = placeOf.get(i) as number;
    for (const { style, text } of queries) {
      if (!(englishStyles as readonly string[]).includes(style)) continue;
      const { tools: found, scores } = rankTools(index, prepareQuery(index, text));
      const place = found.indexOf(right);
      const better = place < 0 ? found.length + 5 : scores.filter((score) => score > (scores[place] as number)).length;
      for (const key of ['all', style]) {
        const hit = hits.get(key) ?? { count: 0, first: 0, five: 0 };
        hit.count++;
        if (better < 1) hit.first++;
        if (better < 5) hit.five++;
        hits.set(key, hit);
      }
    }
  }
  return hits;
}
