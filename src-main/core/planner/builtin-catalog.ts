import { type BuiltinTool, builtinTools, guidedSearchOutput } from '#shared/domain/builtin-tools.ts';
import type { GuidanceConfig } from '#shared/domain/config.ts';
import type { CatalogTool } from '#shared/domain/tool.ts';

/** The discovery tools as tools of the catalog: always there while tool search is on, whatever the patterns say (R4.01). */
export const builtinCatalog: readonly CatalogTool[] = builtinTools.map(asCatalogTool);

/** The same as a prompt names them: with guidance on, the results have further fields, and the schema says so (R17.01). */
export function promptedBuiltins(guidance: GuidanceConfig): readonly CatalogTool[] {
  const isGuided = guidance.hints || guidance.related_tools || guidance.workflow;
  if (!isGuided) return builtinCatalog;
  const output_schema = guidedSearchOutput as CatalogTool['output_schema'];
  return builtinCatalog.map((tool) => (tool.name === 'tool_search' ? { ...tool, output_schema } : tool));
}

/** Names that end a run; `finish` is an alias (C19). */
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
    mode_reason: { rule: 'declaration', detail: 'a discovery tool, always there while tool search is on' },
  };
}
