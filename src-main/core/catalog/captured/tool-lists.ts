import { type Finding, finding } from '#shared/domain/finding.ts';
import { descriptionForm } from '../../client-configs/described/described-servers.ts';
import { hasArguments } from './argument-schema.ts';
import { isObject } from './captured-source.ts';
import { knownFile } from './other-files.ts';
import { isProviderTool, looksLikeTool, openEntries, openMap, type RawEntry, refuseTooMany } from './tool-entries.ts';

/** A list in a file: its content and its server, before any entry is read. */
export interface RawList {
  readonly server: string | null;
  readonly entries: readonly RawEntry[];
  /** Whether another page follows it. */
  readonly goesOn: boolean;
  readonly findings: readonly Finding[];
}

/** A JSON value of a file, and where it stands: `''` for the whole file. */
export interface PlacedValue {
  readonly value: unknown;
  readonly place: string;
}

type Json = Readonly<Record<string, unknown>>;

/** Keys of an object under which formats keep their list, besides `tools`. */
const listKeys = ['functions', 'functionDeclarations', 'function_declarations', 'data', 'items'] as const;

/** The lists of one JSON value; none where it holds no tools. */
export function listsIn({ value, place }: PlacedValue): RawList[] {
  if (Array.isArray(value)) return listsInArray(value, place);
  if (!isObject(value)) return [];
  return listsInObject(value, place);
}

/** Several answers of a file in a row: pages become one list, and a server's own words name what follows. */
export function listsInRow(values: readonly PlacedValue[]): RawList[] {
  let server: string | null = null;
  const lists: RawList[] = [];
  for (const value of values) {
    server = initialisedServer(value.value) ?? server;
    for (const list of listsIn(value)) lists.push(list.server === null ? { ...list, server } : list);
  }
  return mergePages(lists);
}

/** Whether a value is an answer or a notification of JSON-RPC, or holds a list of tools itself. */
export function isAnswer(value: unknown): boolean {
  return isObject(value) && (value.jsonrpc === '2.0' || isObject(value.result) || Array.isArray(value.tools));
}

function listsInArray(values: readonly unknown[], place: string): RawList[] {
  refuseTooMany(values.length);
  const placed = values.map((value, i) => ({ value, place: `${place}[${i}]` }));
  if (values.length > 0 && values.every((value) => isAnswer(value) || isServer(value))) return listsInRow(placed);
  const entries = openEntries(values, place);
  const isOfTools = entries.some(({ value }) => looksLikeTool(value) || isProviderTool(value));
  if (values.length === 0) return [listOf([], null)];
  return isOfTools && knownFile(values) === null ? [listOf(entries, null)] : [];
}

function listsInObject(value: Json, place: string): RawList[] {
  // Endlessly nested wrappers are not a list.
  if (place.length > 1_000) return [];
  const at = (key: string) => (place === '' ? key : `${place}.${key}`);
  // It may name its tools, but it is how to start their server.
  if (place === '' && descriptionForm(value) !== null) return [];
  if (isObject(value.result)) return withServer(listsInObject(value.result, at('result')), serverOf(value));
  if (Array.isArray(value.result)) return listsInArray(value.result, at('result'));
  const { tools } = value;
  if (Array.isArray(tools))
    return [{ ...listOf(openEntries(tools, at('tools')), serverOf(value)), goesOn: goesOn(value) }];
  if (isObject(tools)) return [listOf(openMap(tools, at('tools')), serverOf(value))];
  if (isObject(value.toolConfig)) return listsInObject(value.toolConfig, at('toolConfig'));
  if (isObject(value.tool_config)) return listsInObject(value.tool_config, at('tool_config'));
  for (const key of ['servers', 'mcpServers']) {
    const servers = value[key];
    if (Array.isArray(servers) && servers.some(isServer)) return listsInServers(servers, at(key));
    if (isObject(servers) && Object.values(servers).some(isServer)) return listsInServerMap(servers, at(key));
  }
  for (const key of listKeys) {
    const list = value[key];
    if (!Array.isArray(list)) continue;
    if (key.startsWith('function')) return [listOf(openEntries(list, at(key)), serverOf(value))];
    const found = listsInArray(list, at(key));
    if (found.some(({ entries }) => entries.length > 0)) return found;
  }
  if (knownFile(value) !== null) return [];
  return listsInMap(value, place);
}

/** An object that is a tool itself, a map of servers, or a map of tools. */
function listsInMap(value: Json, place: string): RawList[] {
  const members = Object.values(value);
  if (members.some(isServer) && members.every((one) => isServer(one) || isFailure(one)))
    return listsInServerMap(value, place);
  const [single] = openEntries([value], place);
  if (single && (looksLikeTool(single.value) || isObject(value.toolSpec)))
    return [listOf([{ value: single.value, place: place === '' ? 'the tool' : place }], null)];
  const isMap = members.length > 0 && members.every((one) => isObject(one) && isDefinition(one));
  return isMap && members.some((one) => isObject(one) && hasArguments(one))
    ? [listOf(openMap(value, place), null)]
    : [];
}

/** A tool's definition without its name, as maps from names have them. */
function isDefinition(value: Json): boolean {
  return hasArguments(value) || typeof value.description === 'string';
}

function listsInServers(servers: readonly unknown[], place: string): RawList[] {
  refuseTooMany(servers.length);
  return mergePages(
    servers.flatMap((server, i) => {
      const at = `${place}[${i}]`;
      if (isServer(server)) return listsInObject(server, at);
      return [{ ...listOf([], null), findings: [failure((isObject(server) ? serverOf(server) : null) ?? at, at)] }];
    }),
  );
}

function listsInServerMap(servers: Json, place: string): RawList[] {
  return Object.entries(servers).flatMap(([name, server]) => {
    const at = place === '' ? name : `${place}.${name}`;
    if (isServer(server)) return withServer(listsInObject(server, at), name);
    return [{ ...listOf([], name), findings: [failure(name, at)] }];
  });
}

function failure(name: string, path: string): Finding {
  return finding('server_without_tools', {
    message: `${name}: the capture has no list of tools of this server.`,
    path,
    hint: 'Capture its tools again while the server is running.',
  });
}

function isFailure(value: unknown): boolean {
  return value === null || (isObject(value) && ('error' in value || 'command' in value || 'url' in value));
}

/** An object with a list of tools, with or without a JSON-RPC envelope. */
function isServer(value: unknown): value is Record<string, unknown> {
  if (!isObject(value)) return false;
  const body = isObject(value.result) ? value.result : value;
  if (Array.isArray(body.tools)) return !Array.isArray(body.messages) || body.tools.length > 0;
  return isObject(body.tools) && Object.values(body.tools).every((tool) => isObject(tool) && isDefinition(tool));
}

function serverOf(value: Json): string | null {
  const info = isObject(value.serverInfo) ? value.serverInfo.name : undefined;
  const server = isObject(value.server) ? value.server.name : value.server;
  const named = [server, value.serverName, value.server_name, value.server_label, info, value.name];
  return named.find((name): name is string => typeof name === 'string' && name !== '') ?? null;
}

function initialisedServer(value: unknown): string | null {
  if (!isObject(value) || !isObject(value.result)) return null;
  return isObject(value.result.serverInfo) ? serverOf({ serverInfo: value.result.serverInfo }) : null;
}

function withServer(lists: readonly RawList[], server: string | null): RawList[] {
  return lists.map((list) => (list.server === null ? { ...list, server } : list));
}

function goesOn({ nextCursor }: Json): boolean {
  return typeof nextCursor === 'string' && nextCursor !== '';
}

function listOf(entries: readonly RawEntry[], server: string | null): RawList {
  return { server, entries, goesOn: false, findings: [] };
}

/** Lists without a server's name, and those that follow a page of their server, are one list. */
function mergePages(lists: readonly RawList[]): RawList[] {
  const merged: { list: RawList; pages: RawList[] }[] = [];
  for (const list of lists) {
    const last = merged.find(({ list: { server, goesOn } }) => server === list.server && (server === null || goesOn));
    if (!last) merged.push({ list, pages: [list] });
    else {
      last.pages.push(list);
      last.list = list;
    }
  }
  return merged.map(({ list, pages }) => ({
    ...list,
    entries: pages.flatMap(({ entries }) => entries),
    findings: pages.flatMap(({ findings }) => findings),
  }));
}
