import { type ToolSearchConfig, toolSearchConfigSchema } from '#shared/domain/config.ts';
import { isScoredEngine, type ScoredEngineName } from '#shared/domain/engine-facts.ts';
import type { EvalEngineName } from '#shared/domain/eval-set.ts';
import type { Ranking, ToolSearchInput } from '#shared/domain/search-request.ts';
import type { CatalogTool } from '#shared/domain/tool.ts';
import { scoredEngines } from '../engines/engines.ts';
import { makeHybrid } from '../engines/hybrid.ts';
import { toIndexRows } from '../search/index-row.ts';
import { thesaurusWith } from '../search/ranker/thesaurus/groups.ts';
import { rankerScope, type SearchScope } from '../search/search-scope.ts';
import { TextAnalysis } from '../search/text-analysis.ts';
import { ToolIndex } from '../search/tool-index.ts';
import { searchTools } from '../search/tool-search.ts';
import type { ModelAnswer } from '../search/understanding/model-answer.ts';
import { evalDepth } from './metrics.ts';

/** A search engine under measurement, with its index built. */
export interface EvalEngine {
  readonly name: EvalEngineName;
  /** Names of the best tools, best first, as many as the metrics look at; synchronous, so that its time is its own. */
  search(query: string): readonly string[];
  close(): void;
}

/** Builds an engine over some tools. */
export type MakeEngine = (
  tools: readonly CatalogTool[],
  options: { readonly signal?: AbortSignal | undefined },
) => Promise<EvalEngine>;

/** How an engine is built, by its name. */
export function engineMaker(
  name: EvalEngineName,
  config: Pick<ToolSearchConfig, 'preferred_namespaces' | 'thesaurus' | 'understanding' | 'weak_results' | 'hybrid'>,
  answers: ModelAnswers = new Map(),
): MakeEngine {
  if (name === 'hybrid' || name === 'vector') return makeScored(name, makeHybrid(name, config.hybrid));
  if (name === 'pegboard+model') return makeToolSearch('pegboard', config, { name, answers });
  return isScoredEngine(name) ? makeScored(name) : makeToolSearch(name, config);
}

/** An engine beside `tool_search`, asked for as many tools as the metrics look at. */
function makeScored(name: ScoredEngineName, make = scoredEngines[name]): MakeEngine {
  return async (tools, options) => {
    const engine = await make(tools, options);
    return {
      name,
      search: (query) => engine.search(query, evalDepth).hits.map((hit) => hit.name),
      close: () => {},
    };
  };
}

/** What the model that the workspace names says of each query, over the tools in their order. */
export type ModelAnswers = ReadonlyMap<string, ModelAnswer>;

function withAnswer(scope: SearchScope, answer: ModelAnswer | undefined): SearchScope {
  const { ranking } = scope;
  if (!answer || ranking.kind !== 'pegboard') return scope;
  const status = { model: answer.model, state: 'answered', message: '' } as const;
  return { ...scope, ranking: { ...ranking, model: { status, answer, problem: null } } };
}

/** `tool_search` itself under one of its rankings, over an index in memory of all the tools, always loaded or not. */
export function makeToolSearch(
  ranking: Ranking,
  config: Pick<ToolSearchConfig, 'preferred_namespaces' | 'thesaurus' | 'understanding' | 'weak_results'>,
  { name, answers }: { readonly name: EvalEngineName; readonly answers: ModelAnswers } = {
    name: ranking,
    answers: new Map(),
  },
): MakeEngine {
  return async (tools, { signal }): Promise<EvalEngine> => {
    const index = new ToolIndex({ path: null, fts: 'detect', now: () => 0 });
    index.sync(await toIndexRows(tools, { signal }));
    const analysis = new TextAnalysis();
    const scope: SearchScope = {
      tools: new Map(tools.map((tool) => [tool.name, tool])),
      index,
      analysis,
      config: {
        ...toolSearchConfigSchema.parse({ enabled: true, max_search_results: evalDepth }),
        preferred_namespaces: config.preferred_namespaces,
        weak_results: config.weak_results,
      },
      ranking:
        ranking === 'pegboard'
          ? await rankerScope(tools, {
              thesaurus: thesaurusWith(config.thesaurus),
              understanding: config.understanding,
              signal,
            })
          : { kind: ranking },
    };
    const input = { search_type: 'fts', limit: evalDepth, include_always_loaded: true } as const;
    const search = (query: string) =>
      searchTools(withAnswer(scope, answers.get(query)), { ...input, query } satisfies ToolSearchInput, 'nothing');
    return {
      name,
      search: (query) => search(query).output.tools.map((tool) => tool.name),
      close() {
        analysis.close();
        index.close();
      },
    };
  };
}
