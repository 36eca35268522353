import { type BuiltinTool, builtinTools, guidedSearchOutput, skillTools } from '#shared/domain/builtin-tools.ts';
import type { WorkspaceConfig } from '#shared/domain/config.ts';
import type { CatalogTool } from '#shared/domain/tool.ts';

/** The discovery tools as tools of the catalog: always there while tool search is on, whatever the patterns say (R4.01). */
export const builtinCatalog: readonly CatalogTool[] = builtinTools.map(asCatalogTool);

/** The tools for skills as tools of the catalog, there while skills are on (R4.19). */
export const skillsCatalog: readonly CatalogTool[] = skillTools.map(asCatalogTool);

/**
 * Whether an agent of this workspace has one discovery tool and a working memory (seed 004). Nothing of it works without search,
 * and in history mode the messages are the only memory.
 */
export function hasOneDiscoveryTool({ planner, tool_search }: WorkspaceConfig): boolean {
  return tool_search.enabled && !tool_search.history.enabled && planner.style === 'one_discovery_tool';
}

/**
 * Those of an agent with tool search, as a prompt names them: tool_search alone in the style with one; with guidance on, results
 * have further fields, and its schema says so (R17.01).
 */
export function builtinDiscovery(config: WorkspaceConfig): readonly CatalogTool[] {
  const { hints, related_tools, workflow } = config.tool_search.guidance;
  const output_schema = guidedSearchOutput as CatalogTool['output_schema'];
  const told =
    hints || related_tools || workflow
      ? builtinCatalog.map((tool) => (tool.name === 'tool_search' ? { ...tool, output_schema } : tool))
      : builtinCatalog;
  return hasOneDiscoveryTool(config) ? told.filter(({ name }) => name === 'tool_search') : told;
}

/** Names that end a run; `finish` is an alias. */
export const terminalNames: ReadonlySet<string> = new Set(['final_response', 'finish']);

function asCatalogTool(tool: BuiltinTool): CatalogTool {
  return {
    name: tool.name,
    upstream_name: tool.name,
    namespace: null,
    source: 'pegboard',
    title: null,
    description: tool.description,
    input_schema: tool.input_schema as CatalogTool['input_schema'],
    output_schema: tool.output_schema as CatalogTool['output_schema'],
    annotations: null,
    side_effects: tool.side_effects,
    tags: [...tool.tags],
    category: null,
    phrases: [],
    hypothetical_queries: [],
    usage_hint: null,
    related_tools: [],
    examples: tool.examples,
    aliases: [],
    risk_level: null,
    requires_confirmation: false,
    extraction: null,
    extra: {},
    declared_mode: 'always',
    mode: 'always',
    mode_reason: { rule: 'declaration', detail: 'a tool of Pegboard, always there while what it serves is on' },
  };
}
