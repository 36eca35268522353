import type { CatalogTool } from '#shared/domain/tool.ts';

/**
 * A tool as JSON that `pegboard import` takes again: its definition in MCP's words, then the curation it has. What is empty
 * is left out.
 */
export function toolJson(tool: CatalogTool): Record<string, unknown> {
  const { name, namespace, title, description, input_schema, output_schema, annotations, declared_mode, extra } = tool;
  const fields = {
    name,
    namespace,
    title,
    description,
    inputSchema: input_schema,
    outputSchema: output_schema,
    annotations,
    loading_mode: declared_mode === 'undeclared' ? null : declared_mode,
    side_effects: tool.side_effects,
    tags: tool.tags,
    category: tool.category,
    phrases: tool.phrases,
    hypothetical_queries: tool.hypothetical_queries,
    usage_hint: tool.usage_hint,
    related_tools: tool.related_tools,
    examples: tool.examples,
    aliases: tool.aliases,
    risk_level: tool.risk_level,
    max_result_chars: tool.max_result_chars,
    requires_confirmation: tool.requires_confirmation || null,
    extraction: tool.extraction,
    extra,
  };
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => !isEmpty(value)));
}

/** One tool as an object, several as an array, laid out for reading. */
export function toolsJson(tools: readonly CatalogTool[]): string {
  const [first, ...rest] = tools.map(toolJson);
  return JSON.stringify(rest.length === 0 ? first : [first, ...rest], null, 2);
}

function isEmpty(value: unknown): boolean {
  if (value === null || value === undefined || value === '') return true;
  return typeof value === 'object' && Object.keys(value).length === 0;
}
