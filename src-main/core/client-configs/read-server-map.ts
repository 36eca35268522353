import type { ClientId, DiscoveredServer } from '#shared/domain/discovered-config.ts';
import { type Finding, finding } from '#shared/domain/finding.ts';
import { noServers, type ReadConfig, type ReadContext } from './client-definition.ts';
import { type ConfigDocument, parseJsonDocument } from './config-document.ts';
import { type LostKey, readServer, type ServerEntry } from './read-server.ts';

/** How one client writes a server; what most of them have in common is the default. */
export interface Dialect {
  readonly client: ClientId;
  /** Keys of the URL, the first one present wins. */
  readonly urlKeys?: readonly string[];
  readonly headersKey?: string;
  /** Whether `envFile` names a file with more variables. */
  readonly hasEnvFile?: boolean;
  /** Keys that matter to this client only. */
  readonly clientKeys: readonly string[];
  /** Whether the servers may also be a list, each with its name. */
  readonly mayList?: boolean;
  /** Why an entry is no server that can be taken over, as what is said of it; null for one that is. */
  leftOut?(entry: Readonly<Record<string, unknown>>): string | null;
  isDisabled?(entry: Readonly<Record<string, unknown>>, name: string): boolean;
  /** Fields that this client alone has, in the words of `ServerEntry`, and the keys they were read from. */
  more?(entry: Readonly<Record<string, unknown>>): {
    readonly fields: Partial<ServerEntry>;
    readonly keys: readonly string[];
  };
}

/** Reads the object at `path` of a document, which maps names to servers. Nothing there: no servers. */
export function readServerMap(
  document: ConfigDocument,
  path: readonly string[],
  dialect: Dialect,
  context: ReadContext,
): ReadConfig {
  const map = valueAt(document.value, path);
  if (map === undefined) return noServers();
  const entries = entriesOf(map, dialect);
  if (!entries) return noServers([wrongKind(document, path, context, 'names with servers', 'config_syntax')]);
  const servers: DiscoveredServer[] = [];
  const findings = replaced(document, path, context);
  const values = new Map<DiscoveredServer, Readonly<Record<string, string>>>();
  for (const { key, name, entry } of entries) {
    if (!isRecord(entry) || name === undefined) {
      const expected = typeof key === 'number' ? 'a server with its name and keys' : 'a server with its keys';
      findings.push(wrongKind(document, [...path, key], context, expected, 'server_invalid'));
      continue;
    }
    const start = document.placeOf([...path, key]);
    const place = { client: dialect.client, context, range: start && { start } };
    const reason = dialect.leftOut?.(entry) ?? null;
    if (reason !== null) {
      findings.push(
        finding('config_loss', {
          message: `Server "${name}" ${reason}. It is not listed.`,
          path: context.path,
          ...(start ? { range: { start } } : {}),
        }),
      );
      continue;
    }
    const read = readServer(toEntry(name, entry, dialect), place);
    if ('finding' in read) findings.push(read.finding);
    else {
      servers.push(read.server);
      values.set(read.server, read.values);
    }
  }
  return { servers, findings, values, notes: new Map() };
}

/** The servers of a map, or of a list; null for anything else. */
function entriesOf(
  map: unknown,
  { mayList = false }: Dialect,
): { key: string | number; name: string | undefined; entry: unknown }[] | null {
  if (isRecord(map)) return Object.entries(map).map(([name, entry]) => ({ key: name, name, entry }));
  if (!mayList || !Array.isArray(map)) return null;
  return map.map((one: unknown, key) => {
    const { name, ...entry } = isRecord(one) ? one : {};
    return { key, name: typeof name === 'string' ? name : undefined, entry };
  });
}

/** Keys on the way to the servers, and servers, that a later one of the same name replaces. */
function replaced(document: ConfigDocument, path: readonly string[], context: ReadContext): Finding[] {
  const told = (message: string, start: { line: number; column: number }) =>
    finding('server_repeated', {
      message,
      path: context.path,
      range: { start },
      hint: 'Give one of them another name.',
    });
  return [
    ...path.flatMap((part, i) =>
      document
        .replacedKeys(path.slice(0, i))
        .filter(({ key }) => key === part)
        .map(({ start }) => told(`The key "${part}" is there again further down. Only the last one counts.`, start)),
    ),
    ...document
      .replacedKeys(path)
      .map(({ key, start }) =>
        told(`The name "${key}" is there again further down. Only the last server of that name is read.`, start),
      ),
  ];
}

/**
 * Reads JSON that has its servers under `mcpServers`. Keys other than these and `known` are reported as loss; null for a file
 * of a program that keeps more in it.
 */
export function readMcpServers(
  text: string,
  context: ReadContext,
  { known, ...dialect }: Dialect & { readonly known: readonly string[] | null },
): ReadConfig {
  const { document, mistake } = parseJsonDocument(text, context.path);
  if (!document) return noServers([mistake]);
  const read = readServerMap(document, ['mcpServers'], dialect, context);
  const stray = known ? strayKeys(document, ['mcpServers', ...known], context) : [];
  return { ...read, findings: [...stray, ...read.findings] };
}

/** Keys of the whole file that we do not understand: told, since they may matter. For files that hold nothing but servers. */
export function strayKeys(document: ConfigDocument, known: readonly string[], context: ReadContext): Finding[] {
  if (!isRecord(document.value)) return [wrongKind(document, [], context, 'keys with values', 'config_syntax')];
  const stray = Object.keys(document.value).filter((key) => !known.includes(key));
  if (stray.length === 0) return [];
  const start = document.placeOf([stray[0] ?? '']);
  return [
    finding('config_loss', {
      message: `The file has ${stray.join(', ')}, which Pegboard does not understand and does not carry over.`,
      path: context.path,
      ...(start ? { range: { start } } : {}),
    }),
  ];
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The value below these keys; undefined where a key is missing. */
export function valueAt(value: unknown, path: readonly string[]): unknown {
  let found = value;
  for (const key of path) found = isRecord(found) && Object.hasOwn(found, key) ? found[key] : undefined;
  return found;
}

function toEntry(name: string, entry: Readonly<Record<string, unknown>>, dialect: Dialect): ServerEntry {
  const urlKey = (dialect.urlKeys ?? ['url']).find((key) => entry[key] !== undefined) ?? 'url';
  const headersKey = dialect.headersKey ?? 'headers';
  const more = dialect.more?.(entry) ?? { fields: {}, keys: [] };
  const used = new Set(['command', 'args', 'env', 'cwd', 'type', 'disabled', urlKey, headersKey, ...more.keys]);
  if (dialect.hasEnvFile && typeof entry.envFile === 'string') used.add('envFile');
  const lost = Object.keys(entry)
    .filter((key) => !used.has(key))
    .map((key): LostKey => ({ key, why: dialect.clientKeys.includes(key) ? 'client' : 'unknown' }));
  return {
    name,
    command: entry.command,
    args: entry.args,
    env: entry.env,
    cwd: entry.cwd,
    url: entry[urlKey],
    headers: entry[headersKey],
    type: entry.type,
    envFile: dialect.hasEnvFile ? entry.envFile : undefined,
    disabled: dialect.isDisabled?.(entry, name) ?? entry.disabled === true,
    lost: [...lost, ...lostTransport('type' in more.fields ? more.fields.type : entry.type)],
    ...more.fields,
  };
}

/** A transport that is neither stdio nor streamable HTTP: the server may not answer us. */
function lostTransport(type: unknown): LostKey[] {
  const known: readonly unknown[] = [
    undefined,
    'stdio',
    'sse',
    'http',
    'streamable-http',
    'streamableHttp',
    'streamable_http',
  ];
  if (known.includes(type)) return [];
  return [
    { key: typeof type === 'string' ? `type "${type.slice(0, 40)}"` : 'a type that is not text', why: 'unknown' },
  ];
}

function wrongKind(
  document: ConfigDocument,
  path: readonly (string | number)[],
  context: ReadContext,
  expected: string,
  code: 'config_syntax' | 'server_invalid',
): Finding {
  const start = document.placeOf([...path]);
  return finding(code, {
    message: `${path.length === 0 ? 'The file' : path.join('.')} must hold ${expected}.`,
    path: context.path,
    ...(start ? { range: { start } } : {}),
    hint: 'Correct it in that program.',
  });
}
