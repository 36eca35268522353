import type { ClientId, DiscoveredServer, ServerTransport } from '#shared/domain/discovered-config.ts';
import type { Finding } from '#shared/domain/finding.ts';
import type { ReadContext } from './client-definition.ts';
import {
  type Referenced,
  referenceForEnv,
  referenceForHeader,
  referencesInArguments,
  referencesInText,
  referencesInUrl,
} from './secret-references.ts';

/** An entry in the words all clients share, whatever its keys are called in the file. */
export interface ServerEntry {
  readonly name: string;
  readonly command?: unknown;
  readonly args?: unknown;
  readonly env?: unknown;
  readonly cwd?: unknown;
  readonly url?: unknown;
  readonly headers?: unknown;
  readonly disabled: boolean;
  /** References that the file gives by name already. */
  readonly env_references?: Readonly<Record<string, string>>;
  readonly header_references?: Readonly<Record<string, string>>;
  /** Keys that are of use to the client only, or that we do not understand; told, not carried over. */
  readonly lost: readonly LostKey[];
}

export interface LostKey {
  readonly key: string;
  /** `client`: we know it and have no use for it; `unknown`: it may matter. */
  readonly why: 'client' | 'unknown';
}

/** Where an entry stands. */
export interface EntryPlace {
  readonly client: ClientId;
  readonly context: ReadContext;
  readonly range: Finding['range'];
}

/**
 * A server with no secret left in it, or the reason why the entry is none. Values of env and headers, and credentials in
 * URLs and arguments, are references; a finding says which variables to set.
 */
export function readServer(entry: ServerEntry, place: EntryPlace): DiscoveredServer | Finding {
  const problem = problemOf(entry);
  if (problem) {
    return {
      ...at(place),
      code: 'server_invalid',
      severity: 'error',
      message: `Server "${entry.name}" ${problem}.`,
      hint: 'It is not listed. Correct it in that program.',
    };
  }
  const variables = new Set<string>();
  const defaulted = new Set<string>();
  const note = <Found extends Omit<Referenced, 'text'>>(found: Found): Found => {
    for (const name of found.variables) variables.add(name);
    for (const name of found.defaulted) defaulted.add(name);
    return found;
  };
  const transport = transportOf(entry, note);
  return {
    client: place.client,
    scope: place.context.scope,
    config_path: place.context.path,
    name: entry.name,
    transport,
    variables: [...variables],
    disabled: entry.disabled,
    status: 'not started',
    findings: [...variableFindings(entry.name, [...variables], [...defaulted], place), ...lossFindings(entry, place)],
  };
}

type Note = <Found extends Omit<Referenced, 'text'>>(found: Found) => Found;

function transportOf(entry: ServerEntry, note: Note): ServerTransport {
  if (typeof entry.command === 'string') {
    const env = mapValues(entry.env, (name, value) => note(referenceForEnv(name, value)).text);
    return {
      type: 'stdio',
      command: note(referencesInText(entry.name, entry.command)).text,
      args: note(referencesInArguments(entry.name, (entry.args ?? []) as string[])).args,
      env: { ...env, ...mapValues(entry.env_references, (name, value) => note(referenceForEnv(name, value)).text) },
      cwd: typeof entry.cwd === 'string' ? note(referencesInText(entry.name, entry.cwd)).text : null,
    };
  }
  const headers = mapValues(entry.headers, (name, value) => note(referenceForHeader(entry.name, name, value)).text);
  const given = mapValues(
    entry.header_references,
    (name, value) => note(referenceForHeader(entry.name, name, value)).text,
  );
  return {
    type: 'http',
    url: note(referencesInUrl(entry.name, String(entry.url))).text,
    headers: { ...headers, ...given },
  };
}

/** What is wrong with an entry, or null. Never quotes a value. */
function problemOf({ command, args, env, cwd, url, headers }: ServerEntry): string | null {
  if (command === undefined && url === undefined) return 'has neither a command nor a URL';
  if (command !== undefined && (typeof command !== 'string' || command.trim() === '')) {
    return 'has a command that is no text';
  }
  if (command === undefined && (typeof url !== 'string' || url.trim() === '')) return 'has a URL that is no text';
  if (args !== undefined && !isTextList(args)) return 'has args that are no list of texts';
  if (cwd !== undefined && cwd !== null && typeof cwd !== 'string') return 'has a working directory that is no text';
  for (const [key, map] of Object.entries({ env, headers })) {
    if (map !== undefined && map !== null && !isScalarMap(map)) return `has ${key} that are no names with values`;
  }
  return null;
}

function variableFindings(
  name: string,
  variables: readonly string[],
  defaulted: readonly string[],
  place: EntryPlace,
): Finding[] {
  if (variables.length === 0) return [];
  const findings: Finding[] = [
    {
      ...at(place),
      code: 'set_variables',
      severity: 'info',
      message: `Server "${name}" needs the environment variable${variables.length === 1 ? '' : 's'} ${variables.join(', ')}.`,
      hint: 'Values are never copied from a configuration: set them where Pegboard runs before you start the server.',
    },
  ];
  if (defaulted.length > 0) {
    findings.push({
      ...at(place),
      code: 'config_loss',
      severity: 'warning',
      message: `Server "${name}" gives a default for ${defaulted.join(', ')}, which is not copied.`,
      hint: 'Set the variables yourself; the defaults are in the file.',
    });
  }
  return findings;
}

/** Everything of an entry that is in no field of the server: told, whether it matters or not. */
function lossFindings(entry: ServerEntry, place: EntryPlace): Finding[] {
  const isStdio = entry.command !== undefined;
  const idle = isStdio ? (['url', 'headers'] as const) : (['args', 'env', 'cwd'] as const);
  const unused = idle.filter((key) => entry[key] !== undefined);
  const keys = (why: LostKey['why']) => entry.lost.filter((one) => one.why === why).map(({ key }) => key);
  const told = (severity: 'info' | 'warning', list: readonly string[], words: string): Finding[] => {
    const message = `Server "${entry.name}" has ${list.join(', ')}, ${words}.`;
    return list.length === 0 ? [] : [{ ...at(place), code: 'config_loss', severity, message }];
  };
  return [
    ...told('warning', unused, `which a server with a ${isStdio ? 'command' : 'URL'} does not use`),
    ...told('warning', keys('unknown'), 'which Pegboard does not carry over'),
    ...told('info', keys('client'), 'which only matters to that program and is not carried over'),
  ];
}

function at({ context, range }: EntryPlace): Pick<Finding, 'path' | 'range'> {
  return { path: context.path, ...(range ? { range } : {}) };
}

function mapValues(map: unknown, change: (name: string, value: string) => string): Record<string, string> {
  if (typeof map !== 'object' || map === null) return {};
  return Object.fromEntries(
    Object.entries(map).map(([name, value]) => [name, change(name, value === null ? '' : String(value))]),
  );
}

function isTextList(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((item) => typeof item === 'string');
}

function isScalarMap(value: unknown): boolean {
  return (
    typeof value === 'object' &&
    value !== null &&
    !Array.isArray(value) &&
    Object.values(value).every((item) => item === null || ['string', 'number', 'boolean'].includes(typeof item))
  );
}
