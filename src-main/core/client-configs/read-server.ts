import type { ClientId, DiscoveredServer, ServerTransport } from '#shared/domain/discovered-config.ts';
import type { Finding } from '#shared/domain/finding.ts';
import { SecretExtractor } from '../secrets/extract-secrets.ts';
import { isHostVariable } from '../secrets/host-variables.ts';
import { neededVariables, referenceTo, referredVariables } from '../secrets/variable-references.ts';
import type { EnvFile, ReadContext } from './client-definition.ts';
import { clientText } from './client-references.ts';

/** An entry in the words all clients share, whatever its keys are called in the file. */
export interface ServerEntry {
  readonly name: string;
  readonly command?: unknown;
  readonly args?: unknown;
  readonly env?: unknown;
  readonly cwd?: unknown;
  readonly url?: unknown;
  readonly headers?: unknown;
  /** The transport that the file names. */
  readonly type?: unknown;
  /** A file with more variables. */
  readonly envFile?: unknown;
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
 * A server without secrets, or the reason why the entry is not a server. Values of env and headers, and credentials in
 * URLs and arguments, are references; a finding says which variables to set. `values` are what was taken out, by variable.
 */
export function readServer(
  entry: ServerEntry,
  place: EntryPlace,
): { readonly server: DiscoveredServer; readonly values: Readonly<Record<string, string>> } | { finding: Finding } {
  const problem = problemOf(entry);
  if (problem) {
    const finding: Finding = {
      ...at(place),
      code: 'server_invalid',
      severity: 'error',
      message: `Server "${entry.name}" ${problem}.`,
      hint: 'It is not listed. Correct it in that program.',
    };
    return { finding };
  }
  const notes: Notes = { taken: new Map(), defaulted: new Set(), unfilled: new Set(), unnameable: new Set() };
  const file = typeof entry.envFile === 'string' ? place.context.envFile?.(entry.envFile) : undefined;
  const texts = inOurForm(entry, notes, file && 'values' in file ? file.values : {});
  const taker = new SecretExtractor(entry.name, new Set(referredVariables(JSON.stringify(texts))));
  const transport = transportOf(texts, taker);
  const variables = neededVariables(JSON.stringify(transport)).filter((name) => !isHostVariable(name));
  const server: DiscoveredServer = {
    client: place.client,
    scope: place.context.scope,
    config_path: place.context.path,
    name: entry.name,
    transport,
    variables,
    disabled: entry.disabled,
    status: 'not started',
    findings: [
      ...variableFindings(entry.name, variables, notes, place),
      ...envFileFindings(entry, file, place),
      ...transportFindings(entry, place),
      ...lossFindings(entry, place),
    ],
  };
  return { server, values: Object.fromEntries([...notes.taken, ...taker.values]) };
}

/** The references of an entry that are not carried over. */
interface Notes {
  /** Defaults by variable that look like secrets. */
  readonly taken: Map<string, string>;
  /** Variables that keep their default. */
  readonly defaulted: Set<string>;
  readonly unfilled: Set<string>;
  /** Variables and headers with invalid names. */
  readonly unnameable: Set<string>;
}

const variableForm = /^[A-Za-z_][A-Za-z0-9_]*$/;
const headerForm = /^[!#$%&'*+.^_`|~\w-]+$/;

/** The texts of an entry, references in our form, secrets still in them. */
type EntryTexts =
  | {
      readonly command: string;
      readonly args: readonly string[];
      readonly env: Readonly<Record<string, string>>;
      readonly cwd: string | null;
    }
  | { readonly url: string; readonly headers: Readonly<Record<string, string>> };

function inOurForm(entry: ServerEntry, notes: Notes, fileValues: Readonly<Record<string, string>>): EntryTexts {
  const text = (given: string): string => {
    const found = clientText(given);
    for (const name of found.defaulted) notes.defaulted.add(name);
    for (const [name, value] of found.taken) notes.taken.set(name, value);
    return found.text;
  };
  // The value of a variable or a header becomes one reference, which the user sets.
  const shown = (given: string): string => {
    for (const name of clientText(given).unfilled) notes.unfilled.add(name);
    return text(given);
  };
  const all = (map: unknown, form: RegExp) => {
    const named = Object.entries(mapValues(map, (_name, value) => text(value)));
    for (const [name] of named) if (!form.test(name)) notes.unnameable.add(name);
    return Object.fromEntries(named.filter(([name]) => form.test(name)));
  };
  if (typeof entry.command === 'string') {
    return {
      command: shown(entry.command),
      args: ((entry.args ?? []) as string[]).map(shown),
      env: withoutRepeats({
        ...fileValues,
        ...all(entry.env, variableForm),
        ...all(entry.env_references, variableForm),
      }),
      cwd: typeof entry.cwd === 'string' ? shown(entry.cwd) : null,
    };
  }
  const headers = { ...all(entry.headers, headerForm), ...all(entry.header_references, headerForm) };
  return { url: shown(String(entry.url)), headers };
}

/** Without variables of the computer that only repeat its value, such as `PATH: ${PATH}`: every server gets them anyway. */
function withoutRepeats(env: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(env).filter(([name, value]) => !isHostVariable(name) || value !== referenceTo(name)),
  );
}

function transportOf(texts: EntryTexts, taker: SecretExtractor): ServerTransport {
  if ('command' in texts) {
    return {
      type: 'stdio',
      command: taker.text(texts.command),
      args: taker.arguments(texts.args, texts.command),
      env: mapValues(texts.env, (name, value) => taker.variable(name, value)),
      cwd: texts.cwd === null ? null : taker.text(texts.cwd),
    };
  }
  return {
    type: 'http',
    url: taker.address(texts.url),
    headers: mapValues(texts.headers, (name, value) => taker.header(name, value)),
  };
}

/** What is wrong with an entry, or null. Never quotes a value. */
function problemOf({ command, args, env, cwd, url, headers }: ServerEntry): string | null {
  if (command === undefined && url === undefined) return 'has neither a command nor a URL';
  if (command !== undefined && (typeof command !== 'string' || command.trim() === '')) {
    return 'has a command that is not text';
  }
  if (command === undefined && (typeof url !== 'string' || url.trim() === '')) return 'has a URL that is not text';
  if (args !== undefined && !isTextList(args)) return 'has args that are not a list of texts';
  if (cwd !== undefined && cwd !== null && typeof cwd !== 'string') return 'has a working directory that is not text';
  for (const [key, map] of Object.entries({ env, headers })) {
    if (map !== undefined && map !== null && !isScalarMap(map)) return `has ${key} that are not names with values`;
  }
  return null;
}

/** What a finding says of placeholders in a command or an address. */
export const unfilledWords = 'which only that program fills in';

function variableFindings(
  name: string,
  variables: readonly string[],
  { taken, defaulted, unfilled, unnameable }: Notes,
  place: EntryPlace,
): Finding[] {
  const findings: Finding[] = [];
  if (variables.length > 0) {
    findings.push({
      ...at(place),
      code: 'set_variables',
      severity: 'info',
      message: `Server "${name}" needs the environment variable${variables.length === 1 ? '' : 's'} ${variables.join(', ')}.`,
      hint: 'Values are never copied from a configuration: set them where Pegboard runs before you start the server.',
    });
  }
  if (defaulted.size > 0) {
    findings.push({
      ...at(place),
      code: 'default_kept',
      severity: 'info',
      message: `Server "${name}" works without ${[...defaulted].join(', ')}: the configuration gives a default.`,
      hint: 'Set the variable where Pegboard runs to use another value.',
    });
  }
  if (taken.size > 0) {
    findings.push({
      ...at(place),
      code: 'config_loss',
      severity: 'warning',
      message: `Server "${name}" gives a default for ${[...taken.keys()].join(', ')} that may be a secret, so it is not copied.`,
      hint: 'Set the variable yourself, or take its value from the file when you add the server.',
    });
  }
  if (unfilled.size > 0) {
    findings.push({
      ...at(place),
      code: 'config_loss',
      severity: 'warning',
      message: `Server "${name}" uses ${[...unfilled].slice(0, 10).join(', ')}, ${unfilledWords}.`,
      hint: 'Replace it with its value, such as the path itself, before you start the server.',
    });
  }
  if (unnameable.size > 0) {
    findings.push({
      ...at(place),
      code: 'config_loss',
      severity: 'warning',
      message: `Server "${name}" gives values to ${listed([...unnameable])}, but Pegboard cannot carry over such a name.`,
      hint: 'A variable has letters, digits and "_" in its name; a header has no spaces.',
    });
  }
  return findings;
}

function envFileFindings({ name, envFile }: ServerEntry, file: EnvFile | undefined, place: EntryPlace): Finding[] {
  if (typeof envFile !== 'string') return [];
  if (file && 'values' in file) {
    const names = Object.keys(file.values);
    const what = names.length === 0 ? 'which has none' : `namely ${names.slice(0, 20).join(', ')}`;
    const message = `Server "${name}" takes variables from its envFile, ${what}.`;
    return [{ ...at(place), code: 'env_file', severity: 'info', message }];
  }
  const why = file?.problem ?? 'is not read here';
  return [
    {
      ...at(place),
      code: 'config_loss',
      severity: 'warning',
      message: `Server "${name}" takes variables from its envFile, which ${why}.`,
      hint: 'Add the variables that it needs by name.',
    },
  ];
}

/** The transport from before streamable HTTP, named or guessed from the address. */
function transportFindings({ name, type, command, url }: ServerEntry, place: EntryPlace): Finding[] {
  if (command !== undefined || !isOldTransport(type, String(url))) return [];
  return [
    {
      ...at(place),
      code: 'transport_sse',
      severity: 'error',
      message: `Server "${name}" uses the old SSE transport, which Pegboard does not support.`,
      hint: 'Look for its streamable HTTP address (often /mcp).',
    },
  ];
}

function isOldTransport(type: unknown, url: string): boolean {
  return type === 'sse' || (type === undefined && /^[^?#]*\/sse\/?(?:[?#]|$)/i.test(url));
}

function listed(names: readonly string[]): string {
  const shown = names.slice(0, 10).map((name) => JSON.stringify(name.slice(0, 60)));
  return `${shown.join(', ')}${names.length > shown.length ? ' and more' : ''}`;
}

/** Everything of an entry that is in no field of the server: told, whether it matters or not. */
function lossFindings(entry: ServerEntry, place: EntryPlace): Finding[] {
  const isStdio = entry.command !== undefined;
  const address = isStdio ? '' : String(entry.url);
  const otherScheme = /^(?!https?:)([a-z][a-z0-9+.-]{0,20}):\/\//i.exec(address)?.[1];
  const idle = isStdio ? (['url', 'headers'] as const) : (['args', 'env', 'cwd'] as const);
  const unused = idle.filter((key) => entry[key] !== undefined);
  const keys = (why: LostKey['why']) => entry.lost.filter((one) => one.why === why).map(({ key }) => key);
  const told = (severity: 'info' | 'warning', list: readonly string[], words: string): Finding[] => {
    const message = `Server "${entry.name}" has ${list.join(', ')}, ${words}.`;
    return list.length === 0 ? [] : [{ ...at(place), code: 'config_loss', severity, message }];
  };
  return [
    ...told(
      'warning',
      otherScheme ? [`an address that starts with ${otherScheme}:`] : [],
      'and Pegboard supports http only',
    ),
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
