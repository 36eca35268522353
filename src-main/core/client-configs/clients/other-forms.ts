import { referenceTo, variableName } from '../../secrets/variable-references.ts';
import { type Dialect, isRecord } from '../read-server-map.ts';

type Json = Readonly<Record<string, unknown>>;

/** Servers of a program under keys of its own. Its file may be called anything here, as people copy these files. */
interface OtherForm {
  readonly path: readonly string[];
  readonly dialect: Dialect;
  /** Whether the value at `path` is a map of servers in this form. */
  isMap(value: unknown): boolean;
}

/**
 * Zed: `context_servers` in settings.json. Earlier versions have the program, its arguments and variables below `command`. A server
 * of an extension has no command.
 */
const zed: Dialect = {
  client: 'generic',
  clientKeys: ['settings', 'timeout', 'remote', 'oauth', 'tool_permissions'],
  isDisabled: (entry) => entry.enabled === false,
  leftOut: (entry) =>
    entry.source === 'extension' || (isRecord(entry.settings) && entry.command === undefined && entry.url === undefined)
      ? 'comes with an extension of Zed, which only Zed can start'
      : null,
  more({ command, env: beside }) {
    const keys = ['source', 'enabled'];
    if (!isRecord(command)) return { fields: {}, keys };
    const { path, args, env } = command;
    return { fields: { command: path ?? command, args, env: env ?? beside }, keys };
  },
};

/** opencode: `mcp` in opencode.json; `{env:NAME}` and `{file:path}` stand for values that are elsewhere. */
const opencode: Dialect = {
  client: 'generic',
  clientKeys: ['timeout', 'oauth'],
  isDisabled: (entry) => entry.enabled === false,
  leftOut: (entry) => (Object.keys(entry).join() === 'enabled' ? 'is only turned on or off here' : null),
  more(entry) {
    const { type, command, environment, url, headers } = entry;
    const [program, ...args] = Array.isArray(command) ? command : [];
    const isLocal = type === 'local';
    const fields = {
      type: isLocal ? 'stdio' : type === 'remote' ? 'http' : type,
      ...(isLocal ? { command: inOurForm(program ?? []), args: args.map((one) => inOurForm(one)) } : {}),
      ...(environment === undefined ? {} : { env: mapInOurForm(environment) }),
      ...(url === undefined ? {} : { url: inOurForm(url) }),
      ...(headers === undefined ? {} : { headers: mapInOurForm(headers) }),
    };
    return { fields, keys: ['enabled', 'environment'] };
  },
};

function inOurForm(value: unknown): unknown {
  return typeof value === 'string'
    ? value.replace(/(?<!\$)\{env:([A-Za-z_]\w*)\}/g, (_, name: string) => referenceTo(name))
    : value;
}

/** A value that is in another file becomes a variable of the name that it is for. */
function mapInOurForm(map: unknown): unknown {
  if (!isRecord(map)) return map;
  const one = (name: string, value: unknown) => {
    const text = inOurForm(value);
    return typeof text === 'string' ? text.replace(/\{file:[^{}]*\}/g, () => referenceTo(variableName(name))) : text;
  };
  return Object.fromEntries(Object.entries(map).map(([name, value]) => [name, one(name, value)]));
}

/** The forms beside `mcpServers` that other programs have. */
export const otherForms: readonly OtherForm[] = [
  { path: ['context_servers'], dialect: zed, isMap: isRecord },
  {
    path: ['mcp'],
    dialect: opencode,
    isMap: (value) =>
      isRecord(value) && Object.values(value).some((one) => isRecord(one) && /^(local|remote)$/.test(String(one.type))),
  },
];

/** Continue: a list under `mcpServers`, each server with its name; `${{ secrets.NAME }}` stands for a value. */
export const continueList: Dialect = {
  client: 'generic',
  mayList: true,
  clientKeys: ['connectionTimeout', 'faviconUrl', 'sourceFile'],
  more({ command, args, env, url, requestOptions }: Json) {
    const onlyHeaders = isRecord(requestOptions) && Object.keys(requestOptions).join() === 'headers';
    const fields = {
      ...(command === undefined ? {} : { command: secretsInOurForm(command) }),
      ...(args === undefined ? {} : { args: secretsInOurForm(args) }),
      ...(env === undefined ? {} : { env: secretsInOurForm(env) }),
      ...(url === undefined ? {} : { url: secretsInOurForm(url) }),
      ...(onlyHeaders ? { headers: secretsInOurForm(requestOptions.headers) } : {}),
    };
    return { fields, keys: onlyHeaders ? ['requestOptions'] : [] };
  },
};

function secretsInOurForm(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(secretsInOurForm);
  if (isRecord(value))
    return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, secretsInOurForm(one)]));
  if (typeof value !== 'string') return value;
  return value.replace(/\$\{\{\s*(?:secrets|inputs)\.([A-Za-z_]\w*)\s*\}\}/g, (_, name: string) => referenceTo(name));
}
