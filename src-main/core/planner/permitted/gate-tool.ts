import type { CatalogTool } from '#shared/domain/tool.ts';
import type { NameGate } from '../../catalog/name-gate.ts';
import { gateSchema } from './gate-schema.ts';
import { gateValue, mentionsName } from './gate-value.ts';

/**
 * A tool as a model may read it: no text of it names a tool that the run may not use. Its own name and the names of its
 * arguments stay, since a call needs them. Examples, tags and aliases with such a name are left out: part of one means nothing.
 */
export function gateTool(tool: CatalogTool, gate: NameGate): CatalogTool {
  const list = (texts: readonly string[]) => texts.filter((text) => !gate.mentions(text));
  return {
    ...tool,
    title: tool.title === null ? null : gate.text(tool.title),
    description: gate.text(tool.description),
    input_schema: gateSchema(tool.input_schema, gate) as CatalogTool['input_schema'],
    output_schema: tool.output_schema && (gateSchema(tool.output_schema, gate) as CatalogTool['output_schema']),
    annotations: tool.annotations && (gateValue(tool.annotations, gate) as CatalogTool['annotations']),
    tags: list(tool.tags),
    category: tool.category === null ? null : gate.text(tool.category),
    phrases: list(tool.phrases),
    hypothetical_queries: list(tool.hypothetical_queries),
    usage_hint: tool.usage_hint === null ? null : gate.text(tool.usage_hint),
    related_tools: list(tool.related_tools),
    examples: tool.examples
      .filter(({ args }) => !mentionsName(args, gate))
      .map((example) => ({
        ...example,
        description: example.description && gate.text(example.description),
        tags: list(example.tags),
      })),
    aliases: list(tool.aliases),
    extra: gateValue(tool.extra, gate) as CatalogTool['extra'],
  };
}
