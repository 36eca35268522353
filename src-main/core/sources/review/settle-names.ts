import { connectionKind, type McpConnection } from '#shared/domain/mcp-connection.ts';
import { referenceTo, referredVariables, replaceReferences, variableName } from '../../secrets/variable-references.ts';
import type { Values } from '../../secrets/variable-values.ts';
import type { FileServer } from './file-server.ts';

/** A source of the workspace with a server behind it. */
export interface LiveSource {
  readonly name: string;
  readonly mcp: McpConnection;
}

/** A server whose variables have the names that they get in the workspace. */
export interface SettledServer extends FileServer {
  /** The source of the workspace that has this connection already. */
  readonly same: LiveSource | null;
}

export interface SettleContext {
  readonly sources: readonly LiveSource[];
  /** The values that sources of the workspace find now. */
  readonly values: Values;
  /** The name that a server would get as a source. */
  readonly nameOf: (server: FileServer) => string;
}

/**
 * Gives variables names under which no server gets the value of another one. A name with one value stays; of several values
 * the first keeps it, and the others are named after their server. A server that the workspace has keeps the names from there.
 */
export function settleNames(servers: readonly FileServer[], context: SettleContext): SettledServer[] {
  const { sources, values } = context;
  const same = servers.map((server) => sameSource(server, servers, context));
  const inWorkspace = new Set(sources.flatMap(({ mcp }) => referredVariables(JSON.stringify(mcp))));
  const added = servers.filter((_server, i) => !same[i]);
  // A reference without a value means the variable of exactly that name.
  const plain = new Set(
    added.flatMap((server) => variablesOfServer(server).filter((name) => server.held[name] === undefined)),
  );
  const taken = new Set([...inWorkspace, ...servers.flatMap(variablesOfServer)]);
  const given = new Map<string, string>();
  const nameFor = (server: FileServer, name: string): string => {
    const value = server.held[name];
    if (value === undefined) return name;
    const key = JSON.stringify([name, value]);
    const known = given.get(key);
    if (known !== undefined) return known;
    const isFree = !plain.has(name) && (!inWorkspace.has(name) || values[name] === value);
    const own = isFree ? name : ownName(server, name, taken);
    plain.add(own);
    taken.add(own);
    given.set(key, own);
    return own;
  };
  return servers.map((server, i): SettledServer => {
    const match = same[i];
    return match ? { ...server, ...match } : { ...withNames(server, (name) => nameFor(server, name)), same: null };
  });
}

/** The variables that a server refers to. */
export function variablesOfServer({ connection }: Pick<FileServer, 'connection'>): string[] {
  return referredVariables(JSON.stringify(connection));
}

function ownName({ server }: FileServer, name: string, taken: ReadonlySet<string>): string {
  const start = variableName(server.name);
  const base = name.startsWith(`${start}_`) ? name : `${start}_${name}`;
  for (let number = name === base ? 2 : 1; ; number++) {
    const own = number === 1 ? base : `${base}_${number}`;
    if (!taken.has(own)) return own;
  }
}

function withNames(server: FileServer, renamed: (name: string) => string): FileServer {
  const names = new Map(variablesOfServer(server).map((name) => [name, renamed(name)]));
  const rename = (text: string) =>
    replaceReferences(text, ({ name, fallback }) => referenceTo(names.get(name) ?? name, fallback));
  const { command, args, env, cwd, url, headers } = server.connection;
  const all = (map: Readonly<Record<string, string>>) =>
    Object.fromEntries(Object.entries(map).map(([key, value]) => [key, rename(value)]));
  return {
    ...server,
    connection: {
      ...(command === undefined ? {} : { command: rename(command) }),
      ...(args === undefined ? {} : { args: args.map(rename) }),
      ...(env === undefined ? {} : { env: all(env) }),
      ...(cwd === undefined ? {} : { cwd: rename(cwd) }),
      ...(url === undefined ? {} : { url: rename(url) }),
      ...(headers === undefined ? {} : { headers: all(headers) }),
    },
    held: byNewName(server.held, names),
    notes: byNewName(server.notes, names),
  };
}

/**
 * The source that reaches the same server in the same way, whatever its variables are called there; where several do, that of
 * the server's name. Variables and headers that the user left out of it may be missing.
 */
function sameSource(server: FileServer, servers: readonly FileServer[], { sources, values, nameOf }: SettleContext) {
  const wanted = nameOf(server);
  const found = sources.flatMap((source) => {
    const names = sameNames(server.connection, source.mcp);
    if (!names || ![...names].every(([name, stored]) => mayBeCalled(server, name, stored))) return [];
    if (source.name === wanted) return [{ source, names }];
    const stored = Object.fromEntries([...names].map(([name, there]) => [name, values[there]]));
    const namesakes = servers.filter((other) => nameOf(other) === source.name);
    const isOther = differs(server.held, stored) || namesakes.some(({ held }) => differs(server.held, held));
    return isOther ? [] : [{ source, names }];
  });
  const best = found.find(({ source }) => source.name === wanted) ?? found[0];
  if (!best) return undefined;
  const { held, notes } = server;
  const [there, described] = [byNewName(held, best.names), byNewName(notes, best.names)];
  return { same: best.source, connection: best.source.mcp, held: there, notes: described };
}

/** Whether a source may call a variable so: only one whose value is in the file gets a name of its own. */
function mayBeCalled({ held }: FileServer, name: string, stored: string): boolean {
  if (name === stored) return true;
  return held[name] !== undefined && stored.replace(/_\d+$/, '').endsWith(name);
}

function byNewName<Value>(
  values: Readonly<Record<string, Value>>,
  names: ReadonlyMap<string, string>,
): Readonly<Record<string, Value>> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [names.get(name) ?? name, value]));
}

/** Whether both know a variable, and not with the same value. */
function differs(left: Values, right: Values): boolean {
  return Object.entries(left).some(
    ([name, value]) => value !== undefined && right[name] !== undefined && right[name] !== value,
  );
}

/** The names that variables of a connection have in a stored one; null when the two do not reach the same. */
function sameNames(connection: McpConnection, stored: McpConnection): ReadonlyMap<string, string> | null {
  const [left, right] = [connectionKind(connection), connectionKind(stored)];
  const names = new Map<string, string>();
  const isSame = (a: string, b: string) => {
    if (anonymous(a) !== anonymous(b)) return false;
    const [from, to] = [references(a), references(b)];
    for (const [i, name] of from.entries()) {
      const stored = to[i] ?? name;
      if ((names.get(name) ?? stored) !== stored) return false;
      names.set(name, stored);
    }
    return true;
  };
  const covers = (a: Readonly<Record<string, string>>, b: Readonly<Record<string, string>>) =>
    Object.entries(b).every(([key, value]) => a[key] !== undefined && isSame(a[key], value));
  if (left.kind === 'http' || right.kind === 'http') {
    if (left.kind !== 'http' || right.kind !== 'http') return null;
    return isSame(left.url, right.url) && covers(left.headers, right.headers) ? names : null;
  }
  const isAlike =
    isSame(left.command, right.command) &&
    left.args.length === right.args.length &&
    left.args.every((arg, i) => isSame(arg, right.args[i] ?? '')) &&
    isSame(left.cwd ?? '.', right.cwd ?? '.') &&
    covers(left.env, right.env);
  return isAlike ? names : null;
}

function anonymous(text: string): string {
  return replaceReferences(text, ({ fallback }) => referenceTo('_', fallback));
}

function references(text: string): string[] {
  const found: string[] = [];
  replaceReferences(text, ({ name }) => {
    found.push(name);
    return '';
  });
  return found;
}
