import { z } from 'zod';
import type { SourceFormat } from '#shared/domain/source.ts';
import { jsonSchemaSchema, toolAnnotationsSchema, toolCurationSchema } from '#shared/domain/tool.ts';
import { PegboardError } from '#shared/errors.ts';
import { parseJson } from './parse-json.ts';

/** A tool as its source wrote it, with every key it had. */
export type CapturedTool = Readonly<Record<string, unknown>> & { readonly name: string };

/** The tools of one source, and how their file was written. */
export interface CapturedSource {
  readonly format: SourceFormat;
  /** What the file itself calls the server; null when it does not say. */
  readonly server: string | null;
  readonly tools: readonly CapturedTool[];
}

const nameSchema = z
  .string()
  .min(1, 'is empty')
  .max(256, 'is longer than 256 characters')
  .regex(/^\S(.*\S)?$/s, 'starts or ends with a space');

const mcpToolSchema = z.looseObject({
  name: nameSchema,
  title: z.string().nullish(),
  description: z.string().nullish(),
  inputSchema: jsonSchemaSchema.nullish(),
  outputSchema: jsonSchemaSchema.nullish(),
  annotations: toolAnnotationsSchema.nullish(),
});
const openaiFunctionSchema = z.looseObject({
  name: nameSchema,
  description: z.string().nullish(),
  parameters: jsonSchemaSchema.nullish(),
});
const anthropicToolSchema = z.looseObject({
  name: nameSchema,
  description: z.string().nullish(),
  input_schema: jsonSchemaSchema,
});
const jsonlToolSchema = mcpToolSchema.extend({
  namespace: z.string().nullish(),
  ...toolCurationSchema.shape,
  description: z.string().nullish(),
  title: z.string().nullish(),
});

/** How each format's tools are checked. Fields that are not listed are kept as they are. */
const toolSchemas: Readonly<Record<SourceFormat, z.ZodType>> = {
  tools_list: mcpToolSchema,
  openai: z.union([
    z.looseObject({ type: z.literal('function'), function: openaiFunctionSchema }),
    openaiFunctionSchema,
  ]),
  anthropic: anthropicToolSchema,
  tools_jsonl: jsonlToolSchema,
};

/**
 * Reads a captured file: a `tools/list` result (alone, with its JSON-RPC envelope, as an array of them, or an array of
 * tools), an OpenAI or Anthropic tools array or request body, or a `tools.jsonl`. Errors: `invalid_json`,
 * `unrecognised_format`, `source_empty`, `invalid_input` with every bad field.
 */
export function parseCapturedTools(text: string, file: string): CapturedSource[] {
  const sources = looksLikeLines(text, file) ? [readLines(text, file)] : readDocument(parseJson(text, file), file);
  for (const source of sources) {
    if (source.tools.length === 0) {
      throw new PegboardError('source_empty', `${file}${source.server ? ` (${source.server})` : ''} lists no tools.`, {
        hint: 'Capture the list again while the server is running, or leave this file out.',
        data: { file },
      });
    }
    checkTools(source, file);
  }
  return sources;
}

/** The tools that a live server listed. Errors: `source_empty`, `invalid_input` with every bad field. */
export function capturedFromServer(
  tools: readonly CapturedTool[],
  server: string | null,
  label: string,
): CapturedSource {
  const source: CapturedSource = { format: 'tools_list', server, tools };
  if (tools.length === 0) {
    throw new PegboardError('source_empty', `${label} lists no tools.`, {
      hint: 'Its other parts, such as resources, are not for a catalog of tools.',
    });
  }
  checkTools(source, label);
  return source;
}

/** The tools of a file whose format is known: the workspace's own copy. */
export function readStoredTools(text: string, file: string, format: SourceFormat): readonly CapturedTool[] {
  const source =
    format === 'tools_jsonl'
      ? readLines(text, file)
      : { format, server: null, tools: toolList(parseJson(text, file), file) as readonly CapturedTool[] };
  checkTools(source, file);
  return source.tools;
}

/** The text in which the workspace keeps these tools: made to differ little when they do. */
export function storedText(format: SourceFormat, tools: readonly CapturedTool[]): string {
  if (format === 'tools_jsonl') return `${tools.map((tool) => JSON.stringify(tool)).join('\n')}\n`;
  return `${JSON.stringify(format === 'tools_list' ? { tools } : tools, null, 2)}\n`;
}

/** Extension of the workspace's copy. */
export function storedExtension(format: SourceFormat): string {
  return format === 'tools_jsonl' ? 'jsonl' : 'json';
}

/** What a captured tool is called by its source. */
export function capturedName(tool: Readonly<Record<string, unknown>>): string {
  const inner = isObject(tool.function) ? tool.function : tool;
  return typeof inner.name === 'string' ? inner.name : '';
}

function looksLikeLines(text: string, file: string): boolean {
  if (/\.jsonl$|\.ndjson$/i.test(file)) return true;
  const lines = text
    .trimStart()
    .split('\n', 3)
    .filter((line) => line.trim() !== '');
  return lines.length > 1 && lines.slice(0, 2).every((line) => /^\{.*\}\s*$/.test(line));
}

function readLines(text: string, file: string): CapturedSource {
  const tools = text
    .split('\n')
    .map((line, i) => ({ line: line.trim(), number: i + 1 }))
    .filter(({ line }) => line !== '')
    .map(({ line, number }) => parseJson(line, file, number) as CapturedTool);
  return { format: 'tools_jsonl', server: null, tools };
}

function readDocument(document: unknown, file: string): CapturedSource[] {
  if (Array.isArray(document) && document.length > 0 && document.every(isServer))
    return mergePages(document.map(readServer));
  if (isServer(document)) return [readServer(document)];
  const tools = toolList(document, file);
  return [{ format: formatOf(tools), server: null, tools: tools as readonly CapturedTool[] }];
}

/** An object with a list of tools, with or without a JSON-RPC envelope. */
function isServer(value: unknown): value is Record<string, unknown> {
  return (
    isObject(value) && (Array.isArray(value.tools) || (isObject(value.result) && Array.isArray(value.result.tools)))
  );
}

function readServer(value: Record<string, unknown>): CapturedSource {
  const body = isObject(value.result) ? value.result : value;
  const tools = body.tools as readonly unknown[];
  const named = [value.server, value.serverName, isObject(value.serverInfo) ? value.serverInfo.name : undefined];
  const server = named.find((name): name is string => typeof name === 'string' && name !== '') ?? null;
  return { format: formatOf(tools), server, tools: tools as readonly CapturedTool[] };
}

/** Results without a server's name in one array are the pages of one list. */
function mergePages(sources: readonly CapturedSource[]): CapturedSource[] {
  const pages = sources.filter((source) => source.server === null);
  const named = sources.filter((source) => source.server !== null);
  const first = pages[0];
  return first ? [...named, { ...first, tools: pages.flatMap((page) => page.tools) }] : named;
}

function toolList(document: unknown, file: string): readonly unknown[] {
  if (Array.isArray(document)) return document;
  if (isServer(document)) return readServer(document).tools;
  if (isObject(document) && typeof document.name === 'string') return [document];
  throw new PegboardError('unrecognised_format', `${file} holds no list of tools.`, {
    hint: 'Expected one of: a tools/list result {"tools":[…]}, an array of those, an OpenAI or Anthropic tools array, a tools.jsonl.',
    data: { file },
  });
}

/** The format by the keys of the tools: each provider has one that the others do not. */
function formatOf(tools: readonly unknown[]): SourceFormat {
  const has = (key: string) => tools.some((tool) => isObject(tool) && key in tool);
  if (has('inputSchema')) return 'tools_list';
  if (has('input_schema')) return 'anthropic';
  if (has('function') || has('parameters')) return 'openai';
  return 'tools_list';
}

/** Every field that is wrong, at most ten of them in the message. */
function checkTools({ format, tools }: CapturedSource, file: string): void {
  const problems: { path: string; message: string }[] = [];
  for (const [i, tool] of tools.entries()) {
    const result = toolSchemas[format].safeParse(tool);
    for (const issue of result.error?.issues ?? []) {
      const path = [`tools[${i}]`, ...issue.path].join('.');
      problems.push({ path, message: issue.message });
    }
  }
  if (problems.length === 0) return;
  const shown = problems.slice(0, 10).map(({ path, message }) => `${path}: ${message}`);
  const more = problems.length > shown.length ? ` (and ${problems.length - shown.length} more)` : '';
  throw new PegboardError('invalid_input', `${file}: ${shown.join('; ')}${more}`, {
    hint: 'Every tool needs a name; its schema must be an object.',
    data: { file, issues: problems.slice(0, 100) },
  });
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
