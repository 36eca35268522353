import { createHash } from 'node:crypto';
import { z } from 'zod';
import { canonicalJson } from '#shared/canonical-json.ts';
import { extractionSchema } from '#shared/domain/extraction.ts';
import { loadingModeSchema } from '#shared/domain/loading-mode.ts';
import type { Source } from '#shared/domain/source.ts';
import type { CatalogTool } from '#shared/domain/tool.ts';
import {
  namespaceOf,
  sideEffectsFromAnnotations,
  type Tool,
  type ToolCuration,
  type ToolOverlay,
  toolCurationSchema,
  toolExampleSchema,
} from '#shared/domain/tool.ts';
import { shorterSchema } from '../json/shorter-schema.ts';
import { otherSchemaKeys, readArguments, schemaKeys } from './captured/argument-schema.ts';
import { bodyOf, type CapturedTool, capturedName, exactName } from './captured/captured-source.ts';
import { readAnnotations, readOutputSchema } from './captured/tool-fields.ts';
import { readHostHints } from './host-hints.ts';

/** Keys that become fields of a tool; all others go to `extra`. */
const knownKeys = new Set([
  'name',
  'title',
  'description',
  ...schemaKeys,
  ...otherSchemaKeys,
  'outputSchema',
  'annotations',
  'namespace',
  'function',
  'type',
  'extra',
  'defer_loading',
  'hypotheticalQueries',
  'usageHint',
  'relatedTools',
  'riskLevel',
  'requiresConfirmation',
  'maxResultChars',
  ...Object.keys(toolCurationSchema.shape),
]);

/** A captured tool as a tool of the catalog, before overlays (R1.03–R1.07, R1.16–R1.18, R7.02, R7.03). */
export function normaliseTool(captured: CapturedTool, source: Source): Tool {
  const body = bodyOf(captured);
  const upstreamName = exactName(captured);
  const name = catalogName(captured, source);
  const annotations = readAnnotations(body.annotations).value;
  const curation = curationOf(body);
  const extra = isRecord(body.extra) ? body.extra : {};
  const read = readArguments(body);
  const details = {
    ...Object.fromEntries(Object.entries(body).filter(([key, value]) => !knownKeys.has(key) && value !== null)),
    ...extra,
  };
  const hints = readHostHints(details._meta);
  const maxResultChars = curation.max_result_chars ?? hints.maxResultChars;
  const inputSchema = 'problem' in read ? { type: 'object' } : read.schema;
  return {
    name,
    upstream_name: upstreamName,
    namespace: namespaceFor(name, body, source),
    source: source.name,
    title: curation.title ?? annotations?.title ?? null,
    description: curation.description ?? '',
    input_schema: inputSchema,
    output_schema: readOutputSchema(body.outputSchema).value,
    annotations,
    side_effects: curation.side_effects ?? sideEffectsFromAnnotations(annotations),
    tags: curation.tags ?? [],
    category: curation.category ?? null,
    phrases: curation.phrases ?? [...hints.phrases],
    hypothetical_queries: curation.hypothetical_queries ?? [],
    usage_hint: curation.usage_hint ?? null,
    related_tools: curation.related_tools ?? [],
    examples:
      examplesFromSource(source, [upstreamName, name]) ?? curation.examples ?? examplesFromSchema(source, inputSchema),
    aliases: curation.aliases ?? [],
    risk_level: curation.risk_level ?? null,
    requires_confirmation: curation.requires_confirmation ?? false,
    extraction: curation.extraction ?? null,
    ...(maxResultChars === null ? {} : { max_result_chars: maxResultChars }),
    ...(hints.alwaysLoad ? { always_load_hint: true as const } : {}),
    extra: details,
    declared_mode: curation.loading_mode ?? 'undeclared',
  };
}

/** What the catalog calls a captured tool: `<source>.<tool>` for an MCP server's, else the name it has. */
export function catalogName(captured: CapturedTool, source: Pick<Source, 'name' | 'format'>): string {
  const name = capturedName(captured);
  return source.format === 'tools_list' ? `${source.name}.${name}` : name;
}

/** A tool with an overlay's fields in place of its own; what the overlay leaves out stays. */
export function applyOverlay(tool: Tool, overlay: ToolOverlay): Tool {
  const { loading_mode, extraction, shorter_schema: form, ...fields } = overlay;
  const given = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
  return {
    ...tool,
    ...given,
    // The form is written, and not its result: the schema of the source may change.
    ...(form && { input_schema: shorterSchema(tool.input_schema, { tool: tool.upstream_name, form }).schema }),
    extraction: extraction === undefined ? tool.extraction : extraction,
    declared_mode: loading_mode ?? tool.declared_mode,
  };
}

function examplesFromSource({ tool_examples }: Source, names: readonly string[]): Tool['examples'] | undefined {
  const name = names.find((one) => Object.hasOwn(tool_examples, one));
  return name === undefined ? undefined : tool_examples[name];
}

/** The argument objects that a schema itself gives as examples (R7.04). */
function examplesFromSchema({ inherit_from_schema }: Source, schema: Tool['input_schema']): Tool['examples'] {
  if (!inherit_from_schema || !Array.isArray(schema?.examples)) return [];
  return schema.examples.filter(isRecord).map((args) => ({ args, tags: [] }));
}

function namespaceFor(name: string, body: Readonly<Record<string, unknown>>, source: Source): string | null {
  if (typeof body.namespace === 'string' && body.namespace !== '') return body.namespace;
  if (source.format === 'tools_list') return source.name;
  return namespaceOf(name);
}

/** Both spellings of the curation fields. One of a wrong type is passed over; the import tells of it. */
function curationOf(body: Readonly<Record<string, unknown>>): ToolCuration {
  const extra = isRecord(body.extra) ? body.extra : {};
  const read = <Value>(schema: z.ZodType<Value>, ...values: readonly unknown[]): Value | undefined => {
    for (const value of values) {
      if (value === undefined || value === null) continue;
      const parsed = schema.safeParse(value);
      if (parsed.success) return parsed.data;
    }
    return undefined;
  };
  const { shape } = toolCurationSchema;
  const deferred = body.defer_loading === true ? 'deferred' : undefined;
  return {
    loading_mode: read(loadingModeSchema, body.loading_mode, extra.loading_mode, deferred),
    side_effects: read(shape.side_effects, body.side_effects),
    description: read(shape.description, body.description),
    title: read(shape.title, body.title),
    tags: read(shape.tags, body.tags),
    category: read(shape.category, body.category),
    phrases: read(shape.phrases, body.phrases),
    hypothetical_queries: read(shape.hypothetical_queries, body.hypothetical_queries, body.hypotheticalQueries),
    usage_hint: read(shape.usage_hint, body.usage_hint, body.usageHint),
    related_tools: read(shape.related_tools, body.related_tools, body.relatedTools),
    examples: read(z.array(toolExampleSchema), extra.examples, body.examples),
    aliases: read(shape.aliases, body.aliases),
    risk_level: read(shape.risk_level, body.risk_level, body.riskLevel),
    requires_confirmation: read(shape.requires_confirmation, body.requires_confirmation, body.requiresConfirmation),
    extraction: read(extractionSchema, body.extraction),
    max_result_chars: read(shape.max_result_chars, body.max_result_chars, body.maxResultChars),
  };
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * SHA-256, in hex, of the canonical JSON of everything a tool says of itself: schemas and examples too, so that editing
 * one reindexes the tool (R2.12–R2.14).
 */
export function toolRecordHash(tool: Tool): string {
  const { mode: _mode, mode_reason: _reason, withheld: _withheld, ...record } = tool as Tool & Partial<CatalogTool>;
  return createHash('sha256').update(canonicalJson(record)).digest('hex');
}
