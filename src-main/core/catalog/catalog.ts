import { approvalAction, type Withheld } from '#shared/domain/approval.ts';
import type { WorkspaceConfig } from '#shared/domain/config.ts';
import { type Finding, finding } from '#shared/domain/finding.ts';
import { resolveLoadingMode } from '#shared/domain/loading-mode.ts';
import { type Source, sourceModeRules } from '#shared/domain/source.ts';
import { type CatalogTool, type Tool, withDeclaredHarm } from '#shared/domain/tool.ts';
import { PegboardError } from '#shared/errors.ts';
import type { SourceParts } from './captured/source-parts.ts';
import { maximumWorkspaceTools } from './captured/tool-size.ts';
import type { CapturedTool } from './captured-tools.ts';
import { nameConflicts } from './name-conflicts.ts';
import { applyOverlay, normaliseTool } from './normalise-tool.ts';

/** A source with the tools its file holds. */
export interface LoadedSource {
  readonly source: Source;
  readonly tools: readonly CapturedTool[];
  /** What its server offers besides; absent where nobody asked for it. */
  readonly parts?: SourceParts | undefined;
}

/** All tools of a workspace, curated, each with its effective mode. */
export interface Catalog {
  /** Sorted by name. */
  readonly tools: readonly CatalogTool[];
  readonly byName: ReadonlyMap<string, CatalogTool>;
  readonly findings: readonly Finding[];
}

/** Tools that are not as they were approved, by name, with their states. */
export type UnapprovedTools = ReadonlyMap<string, UnapprovedTool>;

interface UnapprovedTool extends Withheld {
  /** As it was approved; absent where nothing was. */
  readonly approved?: Tool | null;
}

/**
 * Builds the catalog from its sources and the workspace's overlays (R1.12, R1.21–R1.23). A tool among the `unapproved` is withheld
 * or asks before each call, as `approvals` says. Errors: `tool_name_conflict`, `reserved_tool_name`.
 */
export function buildCatalog(
  sources: readonly LoadedSource[],
  config: WorkspaceConfig,
  unapproved: UnapprovedTools,
): Catalog {
  const enabled = sources.filter(({ source }) => source.enabled);
  const upstream = enabled.flatMap(({ source, tools }) =>
    tools.map((captured) => {
      const tool = normaliseTool(captured, source);
      // Until somebody approves another one, the harm that was approved counts.
      const approved = unapproved.get(tool.name)?.approved;
      return curated(approved ? withDeclaredHarm(tool, approved) : tool, config);
    }),
  );
  const conflict = nameConflicts(upstream)[0];
  if (conflict) {
    throw new PegboardError(
      conflict.kind === 'reserved' ? 'reserved_tool_name' : 'tool_name_conflict',
      conflict.message,
      {
        hint: conflict.hint,
        data: { tool: conflict.tool, sources: conflict.sources },
      },
    );
  }
  const rules = new Map(enabled.map(({ source }) => [source.name, sourceModeRules(source)]));
  const tools = upstream
    .map((tool) => withMode(tool, rules.get(tool.source) ?? { name: tool.source }, config))
    .map((tool) => withApproval(tool, unapproved.get(tool.name), config))
    .sort((a, b) => (a.name < b.name ? -1 : 1));
  const byName = new Map(tools.map((tool) => [tool.name, tool]));
  return { tools, byName, findings: strayOverlays(config, byName) };
}

/** Refuses sources that have more tools together than a workspace reads. Error: `too_many_tools`. */
export function refuseTooMany(sources: Iterable<Pick<LoadedSource, 'tools'>>): void {
  const count = [...sources].reduce((sum, { tools }) => sum + tools.length, 0);
  if (count <= maximumWorkspaceTools) return;
  const [all, most] = [count, maximumWorkspaceTools].map((number) => number.toLocaleString('en-US'));
  throw new PegboardError(
    'too_many_tools',
    `With it the sources have ${all} tools; a workspace reads ${most} at most.`,
    {
      hint: 'Remove a source that you do not need, or keep some sources in another workspace.',
      data: { tools: count, most: maximumWorkspaceTools },
    },
  );
}

/** A tool with what the workspace says of it. */
export function curated(tool: Tool, { overlays }: Pick<WorkspaceConfig, 'overlays'>): Tool {
  const overlay = Object.hasOwn(overlays, tool.name) ? overlays[tool.name] : undefined;
  return overlay ? applyOverlay(tool, overlay) : tool;
}

function withMode(
  tool: Tool,
  rules: ReturnType<typeof sourceModeRules> | { name: string },
  config: WorkspaceConfig,
): CatalogTool {
  const { mode, reason } = resolveLoadingMode(tool, rules, config.tool_search);
  return { ...tool, mode, mode_reason: reason };
}

/** A tool that nobody approved, as the workspace wants it until somebody does. */
function withApproval(tool: CatalogTool, state: Withheld | undefined, { approvals }: WorkspaceConfig): CatalogTool {
  if (!state) return tool;
  const action = approvalAction(approvals, tool.source, state);
  if (action === 'allow') return tool;
  if (action === 'ask') return { ...tool, requires_confirmation: true };
  return { ...tool, withheld: { state: state.state, change: state.change } };
}

/** Overlays for tools that no source has: kept, since a source may be off, and told. */
function strayOverlays(config: WorkspaceConfig, byName: ReadonlyMap<string, CatalogTool>): Finding[] {
  return Object.keys(config.overlays)
    .filter((name) => !byName.has(name))
    .map((name) =>
      finding('overlay_without_tool', {
        message: `overlays has "${name}", but no enabled source has a tool of that name.`,
        path: `overlays.${name}`,
        hint: 'Correct the name, enable its source, or remove the overlay.',
      }),
    );
}
