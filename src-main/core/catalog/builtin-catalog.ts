import { type BuiltinTool, builtinTools, guidedSearchOutput, skillTools } from '#shared/domain/builtin-tools.ts';
import type { WorkspaceConfig } from '#shared/domain/config.ts';
import type { CatalogTool } from '#shared/domain/tool.ts';

/** The discovery tools as tools of the catalog: always there while tool search is on, whatever the patterns say (R4.01). */
export const builtinCatalog: readonly CatalogTool[] = builtinTools.map(asCatalogTool);

/** The tools for skills as tools of the catalog, there while skills are on (R4.19). */
export const skillsCatalog: readonly CatalogTool[] = skillTools.map(asCatalogTool);

/** How an agent finds tools: by two discovery tools, from the messages alone, or by one discovery tool and a working memory. */
export type AgentStyleName = 'standard' | 'history' | 'one_discovery';

/** The style of a workspace's agent. Without tool search there is but one; in history mode the messages are the only memory. */
export function agentStyleName({ planner, tool_search }: WorkspaceConfig): AgentStyleName {
  if (!tool_search.enabled) return 'standard';
  if (tool_search.history.enabled) return 'history';
  return planner.style === 'one_discovery_tool' ? 'one_discovery' : 'standard';
}

/**
 * Those of an agent with tool search, as a prompt names them: tool_search alone in the style with one; with guidance on, results
 * have further fields, and its schema says so (R17.01).
 */
export function builtinDiscovery(config: WorkspaceConfig): readonly CatalogTool[] {
  const { hints, related_tools, workflow } = config.tool_search.guidance;
  const told = hints || related_tools || workflow ? builtinCatalog.map(withGuidance) : builtinCatalog;
  return agentStyleName(config) === 'one_discovery' ? told.filter(({ name }) => name === 'tool_search') : told;
}

function withGuidance(tool: CatalogTool): CatalogTool {
  if (tool.name !== 'tool_search') return tool;
  return { ...tool, output_schema: guidedSearchOutput() as CatalogTool['output_schema'] };
}

interface ToolsByName {
  readonly tools: ReadonlyMap<string, CatalogTool>;
}

/**
 * Our discovery tools for a run: both while tool search is on (R4.01); in history mode the search tool alone, by the name it is
 * given, where anything is deferred (R18.07, R18.08).
 */
export function discoveryTools(view: ToolsByName, config: WorkspaceConfig): readonly CatalogTool[] {
  const { tool_search } = config;
  if (!tool_search.enabled) return [];
  const ours = builtinDiscovery(config);
  if (agentStyleName(config) !== 'history') return ours;
  const hasDeferred = [...view.tools.values()].some(({ mode }) => mode === 'deferred');
  const [search] = ours;
  return hasDeferred && search ? [{ ...search, name: tool_search.history.tool_name }] : [];
}

/** Names of those, the search first. */
export function discoveryNames(tools: ToolsByName['tools'], config: WorkspaceConfig): string[] {
  return discoveryTools({ tools }, config).map(({ name }) => name);
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
    get input_schema() {
      return tool.input_schema as CatalogTool['input_schema'];
    },
    get output_schema() {
      return tool.output_schema as CatalogTool['output_schema'];
    },
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
    mode_reason: { rule: 'declaration', detail: 'a tool of Pegboard; it is always loaded while its feature is on' },
  };
}
