import type { CatalogTool } from '#shared/domain/tool.ts';
import type { GoldenCost } from '#shared/domain/why-not.ts';
import type { ToolState } from '../approval/tool-states.ts';
import { curated } from '../catalog/catalog.ts';
import { goldenSet, readGoldenTexts } from '../evaluation/golden/read-golden.ts';
import type { Files } from '../files/files.ts';
import { goldenCost, goldenRanks } from '../why-not/golden-cost.ts';
import { closeScope, scopeOfTools } from '../why-not/scope-of-tools.ts';
import type { LoadedWorkspace } from '../workspace/load-workspace.ts';
import { approvedTool, presentTool } from './review-items.ts';

/** Golden queries that a review tries, the first ones: a review must stay quick. */
const triedQueries = 300;

/**
 * What the golden queries of the workspace gain and lose with every state approved, beside the tools as they were approved. Null
 * without golden queries. Error: `cancelled`.
 */
export async function reviewGolden(
  loaded: LoadedWorkspace,
  states: readonly ToolState[],
  { files, fts, signal }: { files: Files; fts: 'detect' | 'off'; signal?: AbortSignal | undefined },
): Promise<GoldenCost | null> {
  const { texts } = await readGoldenTexts(loaded.root, files);
  const queries = goldenSet(texts, new Set(loaded.catalog.byName.keys())).queries.slice(0, triedQueries);
  if (queries.length === 0) return null;
  const { before, after } = toolsBeforeAndAfter(loaded, states);
  const ranksOf = async (tools: ReadonlyMap<string, CatalogTool>) => {
    const { scope } = await scopeOfTools(tools, loaded.file.config.tool_search, { fts, signal });
    try {
      return await goldenRanks(scope, queries, signal);
    } finally {
      closeScope(scope);
    }
  };
  return goldenCost(queries, { before: await ranksOf(before), after: await ranksOf(after), except: '' });
}

/** The tools that a search would find as they were approved, and as they are now. */
function toolsBeforeAndAfter(loaded: LoadedWorkspace, states: readonly ToolState[]) {
  const { catalog, registry, file } = loaded;
  const before = new Map(registry);
  const after = new Map(registry);
  for (const state of states) {
    const now = catalog.byName.get(state.name);
    const was = approvedTool(loaded, state.entry);
    const present = presentTool(loaded, state);
    before.delete(state.name);
    after.delete(state.name);
    const rest = { mode: now?.mode ?? 'deferred', mode_reason: now?.mode_reason ?? removedReason } as const;
    if (was) before.set(was.name, { ...curated(was, file.config), ...rest });
    if (present) after.set(present.name, { ...curated(present, file.config), ...rest });
  }
  return { before, after };
}

const removedReason = { rule: 'workspace_default', detail: 'the tool is gone' } as const;
