import type { WorkspaceConfig } from '#shared/domain/config.ts';
import type { Ranking } from '#shared/domain/search-request.ts';
import type { CatalogTool } from '#shared/domain/tool.ts';
import { type IndexRow, toIndexRows } from '../search/index-row.ts';
import { thesaurusWith } from '../search/ranker/thesaurus/groups.ts';
import { rankerScope, type SearchScope } from '../search/search-scope.ts';
import { TextAnalysis } from '../search/text-analysis.ts';
import { ToolIndex } from '../search/tool-index.ts';

/** A scope over exactly these tools, with an index in memory that is nobody else's. `closeScope` frees it. Error: `cancelled`. */
export async function scopeOfTools(
  tools: ReadonlyMap<string, CatalogTool>,
  config: WorkspaceConfig['tool_search'],
  options: {
    /** In place of the one of the configuration. */
    readonly ranking?: Ranking | undefined;
    readonly fts: 'detect' | 'off';
    readonly signal?: AbortSignal | undefined;
  },
): Promise<{ readonly scope: SearchScope; readonly rows: readonly IndexRow[] }> {
  const { signal } = options;
  const all = [...tools.values()];
  const rows = await toIndexRows(all, { signal });
  const kind = options.ranking ?? config.ranking;
  const { understanding } = config;
  const ranking =
    kind === 'pegboard'
      ? await rankerScope(all, { thesaurus: thesaurusWith(config.thesaurus), understanding, signal })
      : { kind };
  const index = new ToolIndex({ path: null, fts: options.fts, now: () => 0 });
  index.sync(rows);
  const analysis = index.ftsAvailable ? new TextAnalysis() : null;
  return { scope: { tools, index, analysis, config, ranking }, rows };
}

export function closeScope({ index, analysis }: SearchScope): void {
  index.close();
  analysis?.close();
}
