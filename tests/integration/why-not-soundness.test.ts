import { describe, expect, it } from 'vitest';
import { toIndexRows } from '#core/search/index-row.ts';
import { thesaurusWith } from '#core/search/ranker/thesaurus/groups.ts';
import { rankerScope, type SearchScope } from '#core/search/search-scope.ts';
import { TextAnalysis } from '#core/search/text-analysis.ts';
import { ToolIndex } from '#core/search/tool-index.ts';
import { applyEdit } from '#core/why-not/apply-edit.ts';
import { goldenRanks, type LabelledQuery } from '#core/why-not/golden-cost.ts';
import { OverlayTrials } from '#core/why-not/overlay-trials.ts';
import { toolRankOf } from '#core/why-not/tool-rank.ts';
import { explainTool } from '#core/why-not/why-not.ts';
import { fullUnderstanding, toolSearchConfigSchema } from '#shared/domain/config.ts';
import type { Ranking, ToolSearchInput } from '#shared/domain/search-request.ts';
import type { CatalogTool } from '#shared/domain/tool.ts';
import type { Suggestion } from '#shared/domain/why-not.ts';
import { readLabelledSets } from '../bench/labelled-sets.ts';
import { demoWorkspace } from '../support/demo-catalog.ts';
import { casesOf } from '../support/depth.ts';

interface LabelledTools {
  readonly name: string;
  readonly tools: readonly CatalogTool[];
  readonly queries: readonly LabelledQuery[];
}

/** The labelled set with the fewest tools and the most misses; without it, what the demo's tools say of themselves. */
async function labelledTools(): Promise<LabelledTools> {
  const [set] = readLabelledSets();
  if (set) return { ...set, queries: set.queries.filter((_, i) => i % 4 === 0) };
  const { tools } = (await demoWorkspace()).catalog;
  const queries = tools.flatMap(({ name, description }) => {
    const later = description.split('. ').slice(1).join(' ').split(/\s+/).slice(0, 3).join(' ');
    return later === '' ? [] : [{ query: later, relevant: [[name]] }];
  });
  return { name: 'the demo, asked by its own descriptions: ../shared/data is absent', tools, queries };
}

const thesaurus = thesaurusWith([]);

/** A search over tools, indexed from nothing. */
async function scopeOf(tools: readonly CatalogTool[], ranking: Ranking): Promise<SearchScope> {
  const index = new ToolIndex({ path: null, fts: 'detect', now: () => 0 });
  if (ranking !== 'pegboard') index.sync(await toIndexRows(tools));
  return {
    tools: new Map(tools.map((tool) => [tool.name, tool])),
    index,
    analysis: ranking === 'pegboard' ? null : new TextAnalysis(),
    config: toolSearchConfigSchema.parse({ enabled: true }),
    ranking:
      ranking === 'pegboard'
        ? await rankerScope(tools, { thesaurus, understanding: fullUnderstanding })
        : { kind: ranking },
  };
}

/** Every so many-th, so that `count` are left. */
function spread<Item>(items: readonly Item[], count: number): Item[] {
  const step = Math.max(1, items.length / count);
  return Array.from({ length: Math.min(count, items.length) }, (_, i) => items[Math.floor(i * step)] as Item);
}

const inputOf = (query: string): ToolSearchInput => ({
  query,
  search_type: 'fts',
  limit: 8,
  include_always_loaded: true,
});

/** The first suggestion for each miss, with the rank that an index built anew gives the tool. */
async function firstSuggestions(
  { tools, queries }: LabelledTools,
  { ranking, count, costs }: { readonly ranking: Ranking; readonly count: number; readonly costs: number },
) {
  const scope = await scopeOf(tools, ranking);
  const trials = new OverlayTrials(scope, await toIndexRows(tools));
  const ranks = await goldenRanks(scope, queries);
  const misses = spread(
    queries.filter((_, i) => ranks[i] !== 1),
    count,
  );
  const others = spread(queries, costs);
  const golden = { queries: others, ranks: await goldenRanks(scope, others), problems: [] };
  const suggested: { query: string; suggestion: Suggestion; rebuilt: number | null }[] = [];
  for (const { query, relevant } of misses) {
    const tool = scope.tools.get(relevant[0]?.[0] ?? '');
    if (!tool) continue;
    const input = inputOf(query);
    const answer = await explainTool(trials, { input, suggest: true }, { tool, golden, base: '' });
    const [suggestion] = answer.suggestions;
    if (!suggestion) continue;
    const edited = tools.map((one) => (one === tool ? applyEdit(one, suggestion.edit) : one));
    const rebuilt = toolRankOf(await scopeOf(edited, ranking), input, tool.name).rank;
    suggested.push({ query, suggestion, rebuilt });
  }
  return { misses: misses.length, suggested, hits: ranks.filter((rank) => rank === 1).length };
}

const share = (part: number, whole: number) => (part / whole).toFixed(3);

describe('suggestions of "why not?" are sound', () => {
  it('misses: each reaches the promised rank, and all at once lose no first place', async () => {
    const set = await labelledTools();
    const { misses, suggested, hits } = await firstSuggestions(set, {
      ranking: 'pegboard',
      count: casesOf(100),
      costs: 25,
    });
    for (const { query, suggestion, rebuilt } of suggested) {
      expect({ query, rank: rebuilt }).toEqual({ query, rank: suggestion.rank.after });
      expect(suggestion.words.length).toBeLessThanOrEqual(3);
    }
    const lifted = suggested.filter(({ suggestion }) => suggestion.rank.after === 1).length;
    const tools = new Map(set.tools.map((tool) => [tool.name, tool]));
    for (const { suggestion } of suggested) {
      const tool = tools.get(suggestion.edit.tool);
      if (tool) tools.set(tool.name, applyEdit(tool, suggestion.edit));
    }
    const after = await goldenRanks(await scopeOf([...tools.values()], 'pegboard'), set.queries);
    const hitsAfter = after.filter((rank) => rank === 1).length;
    const of = set.queries.length;
    process.stdout.write(
      `Why not: of ${misses} misses in ${set.name} ${lifted} come first; hit@1 ${share(hits, of)} → ${share(hitsAfter, of)}\n`,
    );
    expect(suggested.length).toBeGreaterThanOrEqual(misses * 0.8);
    expect(lifted).toBeGreaterThanOrEqual(misses * 0.6);
    expect(hitsAfter).toBeGreaterThanOrEqual(hits);
  }, 300_000);

  it.each(['rfc', 'rfc-literal'] as const)('under %s too', async (ranking) => {
    const set = await labelledTools();
    const fewer = { ...set, queries: spread(set.queries, 100) };
    const { suggested, misses } = await firstSuggestions(fewer, { ranking, count: 8, costs: 8 });
    expect(misses).toBeGreaterThan(0);
    for (const { query, suggestion, rebuilt } of suggested) {
      expect({ query, rank: rebuilt }).toEqual({ query, rank: suggestion.rank.after });
    }
  });
});
