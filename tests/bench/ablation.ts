import { buildRankerIndex } from '#core/search/ranker/build-index.ts';
import { defaultParameters } from '#core/search/ranker/parameters.ts';
import { prepareQuery } from '#core/search/ranker/prepare-query.ts';
import { rankTools } from '#core/search/ranker/rank.ts';
import { thesaurusWith } from '#core/search/ranker/thesaurus/groups.ts';
import { fullUnderstanding, type UnderstandingConfig } from '#shared/domain/config.ts';
import type { RankerParameters } from '#shared/domain/ranker-explanation.ts';
import { queryMetrics } from '../support/query-metrics.ts';
import type { LabelledSet } from './labelled-sets.ts';

const { weights } = defaultParameters;
const flat = Object.fromEntries(Object.keys(weights).map((field) => [field, 1])) as RankerParameters['weights'];

/** The ranker without one of its parts: what the part is called, and what switches it off. */
const ablations: readonly (readonly [
  part: string,
  change: Partial<RankerParameters>,
  understanding?: Partial<UnderstandingConfig>,
])[] = [
  ['meaning (word vectors)', {}, { meaning: false }],
  ['other languages', {}, { languages: false }],
  ['argument fields', { weights: { ...weights, argument_names: 0, argument_descriptions: 0, enum_values: 0 } }],
  ['field weights (all 1)', { weights: flat }],
  ['thesaurus', { thesaurus: 0, thesaurus_unknown: 0 }],
  ['stem variants', { stem: 0 }],
  ['prefix variants', { prefix: 0 }],
  ['edit variants', { edit: 0 }],
  ['function words (weight .5)', { function_word: 0.5 }],
  ['request words', { request_word: 1 }],
  ['quotes and placeholders', { quoted: 1 }],
  ['repetition', { repetition: 0 }],
  ['query coverage', { query_coverage: 0 }],
  ['name coverage', { name_coverage: 0 }],
  ['namespace pooling', { namespace: 0 }],
  ['bigrams', { bigram: 0 }],
];

export interface AblationRow {
  readonly part: string;
  /** Mean of hit@1, recall@5 and ndcg@10 of each set. */
  readonly means: readonly number[];
}

/** The whole ranker first, then without each part. */
export async function measureAblation(sets: readonly LabelledSet[]): Promise<AblationRow[]> {
  const rows: AblationRow[] = [];
  for (const [part, change, understanding] of [['', {}] as const, ...ablations]) {
    const means: number[] = [];
    for (const set of sets)
      means.push(await meanOf(set, { ...defaultParameters, ...change }, { ...fullUnderstanding, ...understanding }));
    rows.push({ part, means });
  }
  return rows;
}

async function meanOf(
  { tools, queries }: LabelledSet,
  parameters: RankerParameters,
  understanding: UnderstandingConfig,
): Promise<number> {
  const index = await buildRankerIndex(tools, { parameters, thesaurus: thesaurusWith([]), understanding });
  let sum = 0;
  for (const { query, relevant } of queries) {
    const { tools: found, scores } = rankTools(index, prepareQuery(index, query));
    const metrics = queryMetrics(bestNames(found, scores, tools), relevant);
    sum += (metrics['hit@1'] + metrics['recall@5'] + metrics['ndcg@10']) / 3;
  }
  return sum / queries.length;
}

/** The ten best, ties by the length of the name and then the name, as results are ordered. */
function bestNames(found: Int32Array, scores: Float64Array, tools: LabelledSet['tools']): string[] {
  const names = Array.from(found, (id, i) => ({ name: tools[id]?.name ?? '', score: scores[i] ?? 0 }));
  names.sort((a, b) => b.score - a.score || a.name.length - b.name.length || (a.name < b.name ? -1 : 1));
  return names.slice(0, 10).map(({ name }) => name);
}
