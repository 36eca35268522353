import { type Finding, finding } from '#shared/domain/finding.ts';
import type { SourceFormat } from '#shared/domain/source.ts';
import { PegboardError } from '#shared/errors.ts';
import { hasArguments } from './captured/argument-schema.ts';
import {
  bodyOf,
  type CapturedSource,
  type CapturedTool,
  capturedName,
  isObject,
  type LeftOutTool,
} from './captured/captured-source.ts';
import { type CapturedText, readCapturedText, readJsonLines } from './captured/captured-text.ts';
import { fieldFindings, leftOutFindings, leftOutWords, type ToolNotes } from './captured/left-out.ts';
import { describeFile, nearestForm } from './captured/other-files.ts';
import { readTool } from './captured/read-tool.ts';
import { noParts, readParts, type SourceParts } from './captured/source-parts.ts';
import {
  isProviderTool,
  openEntries,
  providerToolName,
  type RawEntry,
  TooManyEntries,
} from './captured/tool-entries.ts';
import { isAnswer, listsInRow, type RawList } from './captured/tool-lists.ts';
import { maximumTools } from './captured/tool-size.ts';
import { readYamlText } from './captured/yaml-text.ts';
import { isApiDocument, readOpenApi } from './openapi/read-openapi.ts';

export {
  type CapturedSource,
  type CapturedTool,
  capturedName,
  storedExtension,
  storedText,
} from './captured/captured-source.ts';

const captureAgain = 'Capture the list again while the server is running, or leave this file out.';

/**
 * Reads a captured file of any accepted shape. A tool that cannot be read is left out and reported; the others are read.
 * Errors: `invalid_json`, `invalid_yaml`, `unrecognised_format` with what the file is, `source_empty`, `file_too_large`, `invalid_input`
 * for an empty file and where no tool is left.
 */
export function parseCapturedTools(text: string, file: string): CapturedSource[] {
  if (text.trim() === '') {
    throw new PegboardError('invalid_input', `${file} is empty.`, { hint: captureAgain, data: { file } });
  }
  return bounded(file, () => {
    const read = readYamlText(text, file) ?? readCapturedText(text, file);
    const lists = listsOf(read, file);
    const sources = lists.map((list) => readList(list, { file, format: list.format }));
    const kept = sources.filter(({ tools }) => tools.length > 0);
    if (kept.length === 0) throw nothingLeft(sources, file);
    const others = sources.filter(({ tools }) => tools.length === 0);
    const [first, ...more] = kept;
    const lost = others.flatMap((source) => [...source.findings, ...emptyList(source, file)]);
    return first ? [{ ...first, findings: [...read.findings, ...first.findings, ...lost] }, ...more] : [];
  });
}

/** What a live server listed, with what was left out already as too large. */
interface ServerList {
  readonly values: readonly unknown[];
  readonly places: readonly string[];
  readonly tooLarge: readonly LeftOutTool[];
}

/** The tools that a live server listed. Errors: `source_empty`, unless it offers something else; `invalid_input` where no tool can be read. */
export function capturedFromServer(
  { values, places, tooLarge }: ServerList,
  {
    server,
    label,
    mayBeEmpty,
    parts = noParts,
  }: {
    readonly server: string | null;
    readonly label: string;
    readonly mayBeEmpty: boolean;
    readonly parts?: SourceParts;
  },
): CapturedSource {
  const entries = values.map((value, i) => ({ value, place: places[i] ?? '' }));
  const source = readEntries(entries, { file: label, format: 'tools_list' }, tooLarge);
  if (source.tools.length === 0 && source.leftOut.length === 0) {
    if (mayBeEmpty) return { ...source, server, parts };
    throw new PegboardError('source_empty', `${label} lists no tools.`, {
      hint: 'Pegboard imports tools and skills, and no other parts, such as resources.',
    });
  }
  if (source.tools.length === 0) throw nothingLeft([source], label);
  return { ...source, server, parts };
}

/**
 * The tools of a file whose format is known: the workspace's own copy. Errors: `invalid_json`, `unrecognised_format`,
 * `file_too_large`, `invalid_input` where no tool can be read.
 */
export function readStoredTools(
  text: string,
  file: string,
  format: SourceFormat,
): Pick<CapturedSource, 'tools' | 'findings'> & { readonly parts: SourceParts } {
  return bounded(file, () => {
    const read = format === 'tools_jsonl' ? readJsonLines(text, file) : readCapturedText(text, file);
    const list = { ...noList, entries: storedEntries(read, file, format), broken: read.broken };
    const source = readList(list, { file, format });
    if (source.tools.length === 0 && source.leftOut.length > 0) throw nothingLeft([source], file);
    const parts = format === 'tools_list' && read.values.length === 1 ? readParts(read.values[0]?.value) : noParts;
    return { tools: source.tools, parts, findings: [...read.findings, ...source.findings].filter(isLasting) };
  });
}

/** The entries of a copy: that it holds tools is known, whatever they look like. */
function storedEntries(read: CapturedText, file: string, format: SourceFormat): readonly RawEntry[] {
  if (format === 'tools_jsonl') return read.values;
  const [only] = read.values;
  const isPlainList = read.values.length === 1 && Array.isArray(only?.value) && !only.value.every(isAnswer);
  if (isPlainList && Array.isArray(only?.value)) return openEntries(only.value, '');
  return listsOf(read, file).flatMap((list) => list.entries);
}

/** Text that was read in another way was reported at the import. */
function isLasting({ severity }: Finding): boolean {
  return severity !== 'info';
}

/** Refuses sources that lost a tool, where all or nothing is wanted. Error: `invalid_input` with every place. */
export function refuseLeftOut(sources: readonly CapturedSource[], file: string): void {
  const leftOut = sources.flatMap((source) => source.leftOut);
  if (leftOut.length > 0) throw unreadable(leftOut, file, `${leftOut.length} of its tools cannot be read`);
}

interface ReadableList extends RawList {
  readonly format: SourceFormat;
  readonly broken: readonly LeftOutTool[];
}

const noList: ReadableList = {
  format: 'tools_jsonl',
  server: null,
  entries: [],
  goesOn: false,
  findings: [],
  broken: [],
};

function bounded<Result>(file: string, read: () => Result): Result {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof TooManyEntries)) throw error;
    throw new PegboardError(
      'file_too_large',
      `${file} lists ${error.count.toLocaleString('en-US')} tools; ${maximumTools.toLocaleString('en-US')} is the limit.`,
      { hint: 'Split the list into one file per server.', data: { file, tools: error.count, maximumTools } },
    );
  }
}

/** The lists of a file. Error: `unrecognised_format` where it holds none. */
function listsOf(read: CapturedText, file: string): ReadableList[] {
  if (read.isLines && !read.values.some(({ value }) => isAnswer(value))) {
    const first = read.values[0]?.value;
    const isOfTools = read.values.some(({ value }) => isObject(value) && isLineOfTools(value));
    if (!isOfTools && first !== undefined) throw unrecognised(`is lines, the first is ${describeFile(first)}`, file);
    return [{ ...noList, entries: read.values, broken: read.broken }];
  }
  const [only] = read.values;
  if (read.values.length === 1 && isApiDocument(only?.value))
    return [{ ...readOpenApi(only.value, file), format: 'tools_list', broken: read.broken }];
  const lists = listsInRow(read.values);
  const total = lists.reduce((sum, { entries }) => sum + entries.length, 0);
  if (total > maximumTools) throw new TooManyEntries(total);
  if (lists.length === 0) {
    const [first, ...more] = read.values;
    const value = more.length > 0 ? read.values.map((one) => one.value) : first?.value;
    throw unrecognised(nearestForm(value) ?? `is ${describeFile(value)}`, file);
  }
  return lists.map((list, i) => ({ ...list, format: formatOf(list.entries), broken: i === 0 ? read.broken : [] }));
}

/** Our own lines may have a name only; lines with the keys of another format are not ours. */
function isLineOfTools(value: Readonly<Record<string, unknown>>): boolean {
  const body = bodyOf(value);
  return hasArguments(body) || (typeof body.name === 'string' && !('role' in value) && !('query' in value));
}

function unrecognised(what: string, file: string): PegboardError {
  return new PegboardError('unrecognised_format', `${file} does not contain a list of tools. It ${what}.`, {
    hint: 'Pegboard reads tools/list results of MCP servers, tools of OpenAI, Anthropic, Gemini, Bedrock, Cohere, LangChain and the AI SDK, OpenAPI documents, and tools.jsonl.',
    data: { file, is: what.replace(/^is /, '') },
  });
}

interface ReadOptions {
  readonly file: string;
  readonly format: SourceFormat;
}

function readList(list: ReadableList, options: ReadOptions): CapturedSource {
  const { file } = options;
  const skipped = list.entries.filter(({ value }) => isProviderTool(value));
  const entries = skipped.length === 0 ? list.entries : list.entries.filter(({ value }) => !isProviderTool(value));
  const source = readEntries(entries, options, list.broken);
  const findings = [
    ...list.findings,
    ...(skipped.length > 0 ? [providerFinding(skipped, file)] : []),
    ...(list.goesOn ? [incomplete(file)] : []),
    ...source.findings,
  ];
  return { ...source, server: list.server, findings };
}

/** Each entry for itself; of tools with one name the first counts. */
function readEntries(
  entries: readonly RawEntry[],
  { file, format }: ReadOptions,
  broken: readonly LeftOutTool[] = [],
): CapturedSource {
  const tools: CapturedTool[] = [];
  const places: string[] = [];
  const leftOut: LeftOutTool[] = [...broken];
  const notes: ToolNotes[] = [];
  const placeOf = new Map<string, string>();
  for (const { value, place } of entries) {
    const read = readTool(value, format);
    if ('reason' in read) {
      leftOut.push({ place, name: read.name, reason: read.reason });
      continue;
    }
    const name = capturedName(read.tool);
    const first = placeOf.get(name);
    if (first !== undefined) {
      leftOut.push({ place, name, reason: `has the same name as ${first}, which was kept`, twinAt: first });
      continue;
    }
    placeOf.set(name, place);
    tools.push(read.tool);
    places.push(place);
    if (read.ignored.length + read.converted.length > 0) notes.push({ ...read, place, name });
  }
  const findings = [...leftOutFindings(leftOut, file), ...fieldFindings(notes, file)];
  return { format, server: null, tools, places, leftOut, findings };
}

/** The error for a file without one tool that can be used. */
function nothingLeft(sources: readonly CapturedSource[], file: string): PegboardError {
  const leftOut = sources.flatMap((source) => source.leftOut);
  if (leftOut.length > 0) return unreadable(leftOut, file, 'none of its tools can be read');
  const [only] = sources;
  const server = sources.length === 1 && only?.server ? ` (${only.server})` : '';
  return new PegboardError('source_empty', `${file}${server} lists no tools.`, {
    hint: captureAgain,
    data: { file },
  });
}

function unreadable(leftOut: readonly LeftOutTool[], file: string, what: string): PegboardError {
  const shown = leftOut.slice(0, 10).map(leftOutWords);
  const more = leftOut.length > shown.length ? ` (and ${leftOut.length - shown.length} more)` : '';
  return new PegboardError('invalid_input', `${file}: ${what}: ${shown.join('; ')}${more}`, {
    hint: 'Correct them at these places, or ask the authors of the server to correct them.',
    data: { file, issues: leftOut.slice(0, 100).map(({ place, reason }) => ({ path: place, message: reason })) },
  });
}

function emptyList({ server, findings }: CapturedSource, file: string): Finding[] {
  if (findings.length > 0 || server === null) return [];
  return [finding('source_empty', { message: `${server} lists no tools and was left out.`, path: file })];
}

function providerFinding(skipped: readonly RawEntry[], file: string): Finding {
  const names = skipped.map(({ value }) => (isObject(value) ? providerToolName(value) : 'a tool'));
  return finding('provider_tool_skipped', {
    message: `Left out, since the provider runs them itself: ${names.slice(0, 20).join(', ')}${names.length > 20 ? ` and ${names.length - 20} more` : ''}.`,
    path: file,
  });
}

function incomplete(file: string): Finding {
  return finding('list_incomplete', {
    message: 'The list has a nextCursor: it is one page of several.',
    path: file,
    hint: 'Capture the other pages too and put all of them into one array.',
  });
}

/** The format by the keys of the tools: each provider has one that the others do not. */
function formatOf(entries: readonly RawEntry[]): SourceFormat {
  const bodies = entries.map(({ value }) => value).filter(isObject);
  if (bodies.some((body) => 'inputSchema' in body)) return 'tools_list';
  if (bodies.some((body) => 'input_schema' in body)) return 'anthropic';
  if (bodies.some((body) => isObject(body.function) || hasArguments(body) || body.type === 'custom')) return 'openai';
  return 'tools_list';
}
