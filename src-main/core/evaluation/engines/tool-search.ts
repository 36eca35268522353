import { type ToolSearchConfig, toolSearchConfigSchema } from '#shared/domain/config.ts';
import type { Ranking, ToolSearchInput } from '#shared/domain/search-request.ts';
import { toIndexRows } from '../../search/index-row.ts';
import { thesaurusWith } from '../../search/ranker/thesaurus/groups.ts';
import { rankerScope, type SearchScope } from '../../search/search-scope.ts';
import { TextAnalysis } from '../../search/text-analysis.ts';
import { ToolIndex } from '../../search/tool-index.ts';
import { searchTools } from '../../search/tool-search.ts';
import { evalDepth } from '../metrics.ts';
import type { EvalEngine, MakeEngine } from './engine.ts';

/** `tool_search` itself under one of its rankings, over an index in memory of all the tools, always loaded or not. */
export function makeToolSearch(
  ranking: Ranking,
  config: Pick<ToolSearchConfig, 'preferred_namespaces' | 'thesaurus'>,
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
      },
      ranking:
        ranking === 'pegboard'
          ? await rankerScope(tools, { thesaurus: thesaurusWith(config.thesaurus), signal })
          : { kind: ranking },
    };
    const input = { search_type: 'fts', limit: evalDepth, include_always_loaded: true } as const;
    const search = (query: string) => searchTools(scope, { ...input, query } satisfies ToolSearchInput, false);
    return {
      name: ranking,
      search: (query) => search(query).output.tools.map((tool) => tool.name),
      close() {
        analysis.close();
        index.close();
      },
    };
  };
}
