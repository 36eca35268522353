import { buildRankerIndex } from '#core/search/ranker/build-index.ts';
import { explainRankerScore, explainRankerTerms } from '#core/search/ranker/explain-score.ts';
import { defaultParameters } from '#core/search/ranker/parameters.ts';
import { prepareQuery } from '#core/search/ranker/prepare-query.ts';
import { rankTools } from '#core/search/ranker/rank.ts';
import type { RankerIndex } from '#core/search/ranker/ranker-index.ts';
import { thesaurusWith } from '#core/search/ranker/thesaurus/groups.ts';
import { chanceBounds, chanceOfMatch, type MatchFacts, matchFacts } from '#shared/domain/match-strength.ts';
import type { CatalogTool } from '#shared/domain/tool.ts';
import { readLabelledSets, sampled } from './labelled-sets.ts';
import { count, print, table } from './table.ts';
import { readServerCatalog, readUnderstandingQueries } from './understanding-sets.ts';

/** One of the best results of a query: what its strength is computed from, and whether it is right. */
interface Judged {
  readonly set: string;
  /** Whether the expected tools were removed from the catalog, so that every result is wrong. */
  readonly without: boolean;
  readonly right: boolean;
  /** Whether it is the first result. */
  readonly first: boolean;
  readonly facts: MatchFacts;
}

/** How the strengths of the first results of one set came out, by weights that were learned without it. */
export interface StrengthRow {
  readonly set: string;
  readonly without: boolean;
  readonly queries: number;
  /** Shares of the queries whose best result is of each strength, and of those the share that is right. */
  readonly strong: number;
  readonly strongRight: number;
  readonly weak: number;
  readonly weakRight: number;
}

type Weights = readonly [constant: number, words: number, direct: number, cosine: number];

const queriesOfSet = 1200;

/** Results of a query that are learned from: most are wrong, and must not look strong beside the right one. */
const resultsOfQuery = 5;

async function judgedOf(
  set: string,
  tools: readonly CatalogTool[],
  queries: readonly { readonly query: string; readonly relevant: readonly string[] }[],
): Promise<Judged[]> {
  const understanding = { languages: true, meaning: true };
  const index = await buildRankerIndex(tools, {
    parameters: defaultParameters,
    thesaurus: thesaurusWith([]),
    understanding,
  });
  return queries.flatMap(({ query, relevant }) => {
    const ranked = ranking(index, query);
    const right = new Set(relevant);
    return [false, true].flatMap((without) =>
      ranked
        .best((name) => !without || !right.has(name))
        .map(({ name, facts }, i): Judged => ({ set, without, right: right.has(name), first: i === 0, facts })),
    );
  });
}

function ranking(index: RankerIndex, text: string) {
  const query = prepareQuery(index, text);
  const scores = rankTools(index, query);
  const terms = explainRankerTerms(index, query);
  const order = [...scores.tools.keys()].sort((a, b) => (scores.scores[b] ?? 0) - (scores.scores[a] ?? 0));
  const nameAt = (place: number) => index.tools[scores.tools[place] ?? 0]?.name ?? '';
  return {
    best(matches: (name: string) => boolean): { name: string; facts: MatchFacts }[] {
      const places = order.filter((place) => matches(nameAt(place))).slice(0, resultsOfQuery);
      return places.flatMap((place) => {
        const name = nameAt(place);
        const facts = matchFacts(explainRankerScore({ kind: 'pegboard', index, query, scores }, name), terms);
        return facts ? [{ name, facts }] : [];
      });
    },
  };
}

/** The best results of all sets; none where `../shared/data` is absent. */
async function allJudged(): Promise<Judged[]> {
  const judged: Judged[] = [];
  for (const whole of readLabelledSets()) {
    const { name, tools, queries } = sampled(whole, queriesOfSet);
    const flat = queries.map(({ query, relevant }) => ({ query, relevant: relevant.flat() }));
    judged.push(...(await judgedOf(name, tools, flat)));
  }
  const tools = readServerCatalog();
  if (tools) judged.push(...(await judgedOf('servers', tools, readUnderstandingQueries('dev'))));
  return judged;
}

const factsOf = ({ facts: { words, direct, cosine } }: Judged) => [1, words, direct, cosine];

/** Logistic regression by Newton's method, where right and wrong results of each set weigh the same. */
function learn(judged: readonly Judged[]): Weights {
  const groups = Map.groupBy(judged, ({ set, right }) => `${set} ${right}`);
  const weights = [0, 0, 0, 0];
  for (let step = 0; step < 25; step++) {
    const gradient = [0, 0, 0, 0];
    const curvature: number[][] = weights.map((_, i) => weights.map((__, j) => (i === j ? 1e-3 : 0)));
    for (const group of groups.values()) {
      for (const one of group) {
        const x = factsOf(one);
        const chance = 1 / (1 + Math.exp(-x.reduce((sum, value, i) => sum + value * (weights[i] ?? 0), 0)));
        for (const [i, value] of x.entries()) {
          gradient[i] = (gradient[i] ?? 0) + (value * (Number(one.right) - chance)) / group.length;
          const row = curvature[i] ?? [];
          for (const [j, other] of x.entries()) {
            row[j] = (row[j] ?? 0) + (value * other * chance * (1 - chance)) / group.length;
          }
        }
      }
    }
    const change = solved(curvature, gradient);
    for (const [i, value] of change.entries()) weights[i] = (weights[i] ?? 0) + value;
  }
  return weights as unknown as Weights;
}

/** Solves a small system of linear equations by elimination; the diagonal is positive. */
function solved(matrix: readonly (readonly number[])[], right: readonly number[]): number[] {
  const rows = matrix.map((row, i) => [...row, right[i] ?? 0]);
  for (const [i, pivot] of rows.entries()) {
    for (const [j, row] of rows.entries()) {
      if (i === j) continue;
      const factor = (row[i] ?? 0) / (pivot[i] ?? 1);
      for (const [k, value] of pivot.entries()) row[k] = (row[k] ?? 0) - factor * value;
    }
  }
  return rows.map((row, i) => (row.at(-1) ?? 0) / (row[i] ?? 1));
}

function rowsOf(judged: readonly Judged[], chanceOf: (one: Judged) => number): StrengthRow[] {
  const firsts = judged.filter((one) => one.first);
  return [...Map.groupBy(firsts, ({ set, without }) => `${set} ${without}`).values()].flatMap((group) => {
    const [any] = group;
    if (!any) return [];
    const strong = group.filter((one) => chanceOf(one) >= chanceBounds.strong);
    const weak = group.filter((one) => chanceOf(one) < chanceBounds.fair);
    const rightOf = (some: readonly Judged[]) => some.filter(({ right }) => right).length / Math.max(1, some.length);
    const share = (some: readonly Judged[]) => some.length / group.length;
    const { set, without } = any;
    return {
      ...{ set, without, queries: group.length, strong: share(strong), strongRight: rightOf(strong) },
      ...{ weak: share(weak), weakRight: rightOf(weak) },
    };
  });
}

/** How often strengths are right on each set, by weights that were learned on the others. */
export async function measureStrength(): Promise<StrengthRow[]> {
  const judged = await allJudged();
  return [...new Set(judged.map(({ set }) => set))].flatMap((set) => {
    const weights = learn(judged.filter((one) => one.set !== set));
    const chance = (one: Judged) =>
      1 / (1 + Math.exp(-factsOf(one).reduce((sum, value, i) => sum + value * (weights[i] ?? 0), 0)));
    return rowsOf(
      judged.filter((one) => one.set === set),
      chance,
    );
  });
}

// npm run understanding:strength: what all sets say the weights are, beside those of the code.
if (process.argv[1] === import.meta.filename) {
  const judged = await allJudged();
  const [constant, words, direct, cosine] = learn(judged).map((value) => value.toFixed(2));
  print(`learned: constant ${constant}, words ${words}, direct ${direct}, cosine ${cosine}`);
  const rows = rowsOf(judged, ({ facts }) => chanceOfMatch(facts));
  const share = (value: number) => value.toFixed(2);
  print(
    table(
      ['set', 'queries', 'strong', 'right', 'weak', 'right'],
      rows.map((row) => [
        `${row.set}${row.without ? ', expected tools removed' : ''}`,
        count(row.queries),
        ...[row.strong, row.strongRight, row.weak, row.weakRight].map(share),
      ]),
    ),
  );
}
