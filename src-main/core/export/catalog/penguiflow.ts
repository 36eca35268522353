import { canonicalJson } from '#shared/canonical-json.ts';
import { toolSearchConfigSchema } from '#shared/domain/config.ts';
import { type Finding, finding } from '#shared/domain/finding.ts';
import type { LoadingMode } from '#shared/domain/loading-mode.ts';
import type { CatalogTool } from '#shared/domain/tool.ts';
import type { CatalogWriter, ToolLoss, WrittenCatalog } from './catalog-format.ts';
import type { CatalogView } from './catalog-view.ts';
import { fieldsLost } from './tool-fields.ts';

/** What the planner's documents leave open, and what this file takes for granted. */
const assumptions = [
  'The file is JSON. Pass its parts to the constructors yourself; the planner does not read such a file.',
  'tool_policy is the argument of the planner that takes the ToolPolicy; the documents name the class only.',
  'tool_nodes are fields of ExternalToolConfig, one for each MCP server; transport and connection stay where they are.',
  'nodes are fields of NodeSpec by name, for tools of no MCP server; desc, side_effects and tags are fields of it, loading_mode and examples are in extra.',
];

/**
 * The configuration of a planner, under the names of seeds 000, 001 and 003. Each tool gets the mode there that it has here.
 */
export const penguiflow: CatalogWriter = (view) => {
  const { config, sources, tools } = view;
  const servers = sources.filter(({ format }) => format === 'tools_list');
  const isServer = new Set(servers.map(({ name }) => name));
  const ofServers = tools.filter(({ source }) => isServer.has(source));
  const others = tools.filter(({ source }) => !isServer.has(source));
  return {
    document: {
      assumed: assumptions,
      tool_search: searchConfig(view),
      tool_examples: config.tool_examples,
      tool_policy: policyOf(view),
      tool_nodes: servers.map(({ name }) => toolNode(name, ofServers, view)),
      nodes: Object.fromEntries(others.map((tool) => [tool.name, node(tool, view)])),
    },
    names: Object.fromEntries(tools.map(({ name }) => [name, name])),
    losses: [
      ...fieldsLost(ofServers, new Set(['examples', 'title', 'annotations', 'output_schema']), ofItsServer),
      ...fieldsLost(others, new Set(['description', 'side_effects', 'tags', 'examples'])),
    ].filter((loss) => !isAsServed(loss, view)),
    wholeLosses: wholeLosses(view),
    findings: assumptions.map((message): Finding => finding('export_assumed', { message })),
  };
};

const ofItsServer = 'the planner takes it from the server and ignores the overlay of the workspace';

/** What a server says itself arrives without this file; only what the workspace wrote over it is lost. */
function isAsServed({ name, message, field }: ToolLoss, { config: { overlays } }: CatalogView): boolean {
  if (message !== ofItsServer) return false;
  return !(Object.hasOwn(overlays, name) && Object.hasOwn(overlays[name] ?? {}, field));
}

/** `cache_dir` is left out: each program keeps an index of its own. */
function searchConfig({ config: { tool_search }, patterns, gate }: CatalogView): Record<string, unknown> {
  const { directory } = tool_search;
  // The planner shows groups in its prompt: no text of one may name a hidden tool.
  const groups = directory.groups.map((group) =>
    Object.fromEntries(
      Object.entries(group).map(([field, value]) => [
        field,
        typeof value === 'string' ? gate.text(value) : value.filter((entry) => !gate.mentions(entry)),
      ]),
    ),
  );
  return {
    enabled: tool_search.enabled,
    default_loading_mode: tool_search.default_loading_mode,
    always_loaded_patterns: patterns,
    activation_scope: tool_search.activation_scope,
    preferred_namespaces: tool_search.preferred_namespaces,
    fts_fallback_to_regex: tool_search.fts_fallback_to_regex,
    enable_incremental_index: tool_search.enable_incremental_index,
    rebuild_cache_on_init: tool_search.rebuild_cache_on_init,
    max_search_results: tool_search.max_search_results,
    hints: tool_search.hints,
    directory: { ...directory, groups },
  };
}

/** What a persona may use is a list of names there; the globs of one are code in the planner (`ToolVisibilityPolicy`). */
function policyOf({ config: { policy }, persona, tools }: CatalogView): Record<string, unknown> {
  return persona ? { allowed_tools: tools.map(({ name }) => name), denied_tools: [], require_tags: [] } : policy;
}

/** A server's tools as the server names them. What a pattern decides is left to the pattern. */
function toolNode(source: string, tools: readonly CatalogTool[], view: CatalogView): Record<string, unknown> {
  const mine = tools.filter((tool) => tool.source === source);
  const inMode = (mode: LoadingMode) =>
    mine.filter((tool) => tool.mode === mode && !isByPattern(tool, view)).map((tool) => tool.upstream_name);
  const always = inMode('always');
  const isDeferred = inMode('deferred').length > 0;
  const examples = mine.filter((tool) => tool.examples.length > 0);
  return {
    name: source,
    default_loading_mode: isDeferred ? 'deferred' : 'always',
    always_loaded_tools: isDeferred ? always : [],
    deferred_tools: null,
    tool_examples: Object.fromEntries(examples.map((tool) => [tool.upstream_name, tool.examples])),
  };
}

/** Whether a pattern that the file has decides; one that names a hidden tool is not in it. */
function isByPattern({ mode_reason }: CatalogTool, { patterns }: CatalogView): boolean {
  return mode_reason.rule === 'pattern' && patterns.includes(mode_reason.pattern ?? '');
}

function node(tool: CatalogTool, view: CatalogView): Record<string, unknown> {
  const { description, side_effects, tags, mode, examples } = tool;
  return {
    desc: description,
    ...(side_effects === null ? {} : { side_effects }),
    ...(tags.length === 0 ? {} : { tags }),
    extra: {
      ...(isByPattern(tool, view) ? {} : { loading_mode: mode }),
      ...(examples.length === 0 ? {} : { examples }),
    },
  };
}

function wholeLosses({ config, persona }: CatalogView): WrittenCatalog['wholeLosses'] {
  const ours = ['ranking', 'thesaurus', 'understanding', 'hybrid', 'guidance', 'history'] as const;
  const defaults = toolSearchConfigSchema.parse({});
  const changed = ours.filter((key) => canonicalJson(config.tool_search[key]) !== canonicalJson(defaults[key]));
  return [
    ...changed.map((key) => ({
      field: `tool_search.${key}`,
      kind: 'lost' as const,
      message: 'the planner has no such field',
    })),
    ...(persona
      ? [
          {
            field: 'personas',
            kind: 'changed' as const,
            message: `tool_policy.allowed_tools lists what ${persona.name} may use; it does not include tools that you add later`,
          },
        ]
      : []),
    ...(config.tool_search.enabled
      ? []
      : [
          {
            field: 'loading_mode',
            kind: 'changed' as const,
            message: 'tool search is off, so every tool is written as always loaded',
          },
        ]),
  ];
}
