import type { CatalogTool } from '#shared/domain/tool.ts';
import type { NameGate } from './name-gate.ts';

/** How deep a value is read; captured schemas have a hundred levels at most. */
const maximumDepth = 200;

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
    input_schema: gateValue(tool.input_schema, gate) as CatalogTool['input_schema'],
    output_schema: tool.output_schema && (gateValue(tool.output_schema, gate) as CatalogTool['output_schema']),
    tags: list(tool.tags),
    category: tool.category === null ? null : gate.text(tool.category),
    phrases: list(tool.phrases),
    hypothetical_queries: list(tool.hypothetical_queries),
    usage_hint: tool.usage_hint === null ? null : gate.text(tool.usage_hint),
    related_tools: list(tool.related_tools),
    examples: tool.examples
      .filter(({ args }) => !gate.mentions(JSON.stringify(args)))
      .map((example) => ({
        ...example,
        description: example.description && gate.text(example.description),
        tags: list(example.tags),
      })),
    aliases: list(tool.aliases),
    extra: Object.fromEntries(
      Object.entries(tool.extra)
        .filter(([key]) => !gate.mentions(key))
        .map(([key, value]) => [key, gateValue(value, gate)]),
    ),
  };
}

/** A JSON value with its texts gated; a list loses the texts that name such a tool, as the values of an enum. */
export function gateValue(value: unknown, gate: NameGate, depth = 0): unknown {
  if (typeof value === 'string') return gate.text(value);
  if (typeof value !== 'object' || value === null) return value;
  if (depth > maximumDepth) return null;
  if (Array.isArray(value)) {
    return value
      .filter((item) => typeof item !== 'string' || !gate.mentions(item))
      .map((item) => gateValue(item, gate, depth + 1));
  }
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, gateValue(member, gate, depth + 1)]));
}
