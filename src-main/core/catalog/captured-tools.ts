import { z } from 'zod';
import type { Finding } from '#shared/domain/finding.ts';
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
  /** Where each tool stands in its file, for messages: `tools[3]`, or a line of a jsonl. */
  readonly places: readonly string[];
  readonly findings: readonly Finding[];
}

const nameSchema = z
  .string()
  .min(1, 'is empty')
  .max(256, 'is longer than 256 characters')
  .regex(/^(\S(.*\S)?)?$/s, 'starts or ends with a space');

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

/** Deepest schema that is read: real ones have about ten levels. */
export const maximumDepth = 100;

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
 * `unrecognised_format`, `source_empty`, `invalid_input` with every bad field. `trimNames` forgives spaces around names.
 */
export function parseCapturedTools(
  given: string,
  file: string,
  options: { readonly trimNames?: boolean } = {},
): CapturedSource[] {
  // Files are read without their byte-order mark; what was pasted may have one.
  const text = given.replace(/^\ufeff/, '');
  const read = looksLikeLines(text, file) ? [readLines(text, file)] : readDocument(parseJson(text, file), file);
  const sources = options.trimNames ? read.map(withTrimmedNames) : read;
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

function withTrimmedNames(source: CapturedSource): CapturedSource {
  const trimmed = (tool: CapturedTool) =>
    isObject(tool) && typeof tool.name === 'string' ? { ...tool, name: tool.name.trim() } : tool;
  return { ...source, tools: source.tools.map(trimmed) };
}

/** The tools that a live server listed. Errors: `source_empty`, `invalid_input` with every bad field. */
export function capturedFromServer(
  tools: readonly CapturedTool[],
  server: string | null,
  label: string,
): CapturedSource {
  const source: CapturedSource = {
    format: 'tools_list',
    server,
    tools,
    places: tools.map((_, i) => `tools[${i}]`),
    findings: [],
  };
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
      : { ...asSource(toolList(parseJson(text, file), file), null, file), format };
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
  const lines = text
    .split('\n')
    .map((line, i) => ({ line: line.trim(), number: i + 1 }))
    .filter(({ line }) => line !== '');
  return {
    format: 'tools_jsonl',
    server: null,
    tools: lines.map(({ line, number }) => parseJson(line, file, number) as CapturedTool),
    places: lines.map(({ number }) => `line ${number}`),
    findings: [],
  };
}

function readDocument(document: unknown, file: string): CapturedSource[] {
  if (Array.isArray(document) && document.length > 0 && document.every(isServer))
    return mergePages(document.map((value) => readServer(value, file)));
  if (isServer(document)) return [readServer(document, file)];
  return [asSource(toolList(document, file), null, file)];
}

/** Tools of one list. Tools that a provider runs itself have no definition of ours to search and are left out. */
function asSource(listed: readonly unknown[], server: string | null, file: string): CapturedSource {
  const format = formatOf(listed);
  const kept = listed.map((tool, i) => ({ tool, place: `tools[${i}]` })).filter(({ tool }) => !isProviderTool(tool));
  const skipped = listed.filter(isProviderTool).map((tool) => String(tool.name ?? tool.type));
  const finding: Finding = {
    code: 'provider_tool_skipped',
    severity: 'warning',
    message: `Left out, since the provider runs them itself: ${skipped.join(', ')}.`,
    path: file,
  };
  return {
    format,
    server,
    tools: kept.map(({ tool }) => tool as CapturedTool),
    places: kept.map(({ place }) => place),
    findings: skipped.length > 0 ? [finding] : [],
  };
}

function isProviderTool(tool: unknown): tool is Record<string, unknown> {
  if (!isObject(tool) || typeof tool.type !== 'string' || ['function', 'custom'].includes(tool.type)) return false;
  return !['inputSchema', 'input_schema', 'parameters', 'function'].some((key) => key in tool);
}

/** An object with a list of tools, with or without a JSON-RPC envelope. */
function isServer(value: unknown): value is Record<string, unknown> {
  return (
    isObject(value) && (Array.isArray(value.tools) || (isObject(value.result) && Array.isArray(value.result.tools)))
  );
}

function readServer(value: Record<string, unknown>, file: string): CapturedSource {
  const body = isObject(value.result) ? value.result : value;
  const named = [value.server, value.serverName, isObject(value.serverInfo) ? value.serverInfo.name : undefined];
  const server = named.find((name): name is string => typeof name === 'string' && name !== '') ?? null;
  const source = asSource(body.tools as readonly unknown[], server, file);
  return body.nextCursor ? { ...source, findings: [...source.findings, incomplete(file)] } : source;
}

function incomplete(file: string): Finding {
  return {
    code: 'list_incomplete',
    severity: 'warning',
    message: 'The list has a nextCursor: it is one page of several.',
    path: file,
    hint: 'Capture the other pages too and put all of them into one array.',
  };
}

/** Results without a server's name in one array are the pages of one list; only the last may promise another. */
function mergePages(sources: readonly CapturedSource[]): CapturedSource[] {
  const pages = sources.filter((source) => source.server === null);
  const named = sources.filter((source) => source.server !== null);
  const first = pages[0];
  if (!first) return named;
  const all = pages.flatMap((page, i) =>
    page.findings.filter((one) => one.code !== 'list_incomplete' || i === pages.length - 1),
  );
  const places = pages.flatMap((page, i) => page.places.map((place) => `page ${i + 1} ${place}`));
  return [...named, { ...first, tools: pages.flatMap((page) => page.tools), places, findings: all }];
}

function toolList(document: unknown, file: string): readonly unknown[] {
  if (Array.isArray(document)) return document;
  if (isServer(document)) return readServer(document, file).tools;
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
function checkTools({ format, tools, places }: CapturedSource, file: string): void {
  const problems: { path: string; message: string }[] = [];
  for (const [i, tool] of tools.entries()) {
    const place = places[i] ?? '';
    if (isDeeperThan(tool, maximumDepth)) {
      problems.push({ path: place, message: `is nested more than ${maximumDepth} levels deep` });
      continue;
    }
    const result = toolSchemas[format].safeParse(tool);
    for (const issue of result.error?.issues ?? []) {
      const path = [place, ...issue.path].join('.');
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

/** Whether a value nests more than so many levels. Looks no deeper than that. */
export function isDeeperThan(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((inner) => isDeeperThan(inner, levels - 1));
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
