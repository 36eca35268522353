import type { CatalogTool } from '#shared/domain/tool.ts';
import type { ToolLoss } from './catalog-format.ts';

/** The curated fields of a tool in their order, without those that say nothing. */
export function givenFields(tool: CatalogTool): Record<string, unknown> {
  const fields = {
    title: tool.title,
    description: tool.description,
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
    requires_confirmation: tool.requires_confirmation,
    extraction: tool.extraction,
    output_schema: tool.output_schema,
    annotations: tool.annotations,
  };
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => saysSomething(value)));
}

/** A loss for each field of these tools that says something and that a format does not have. */
export function fieldsLost(
  tools: readonly CatalogTool[],
  kept: ReadonlySet<string>,
  message = 'the format has no place for it',
): ToolLoss[] {
  return tools.flatMap((tool) =>
    Object.keys(givenFields(tool))
      .filter((field) => !kept.has(field))
      .map((field): ToolLoss => ({ name: tool.name, field, kind: 'lost', message })),
  );
}

function saysSomething(value: unknown): boolean {
  if (value === null || value === undefined || value === '' || value === false) return false;
  return !Array.isArray(value) || value.length > 0;
}
