import type { Finding } from '#shared/domain/finding.ts';
import {
  connectionKind,
  type HttpConnection,
  type McpConnection,
  type StdioConnection,
} from '#shared/domain/mcp-connection.ts';

/** A connection fit for `pegboard.yaml`, and the values that were taken out of it. */
export interface ExternalisedConnection {
  readonly connection: McpConnection;
  /** Values by variable, for this one session. */
  readonly values: Readonly<Record<string, string>>;
  readonly findings: readonly Finding[];
}

const reference = /\$\{env:[A-Za-z_][A-Za-z0-9_]*\}/;
const secretName = /token|key|secret|passw(or)?d|pwd|auth|credential|signature|cookie|^sig$|^code$|^pat$|session/i;
/** Long, with letters and digits mixed: made by a machine. */
const machineMade = /^(?=.*\d)(?=.*[A-Za-z])[\w.~-]{24,}$/;
const knownToken = /^(gh[pousr]_|github_pat_|sk-|xox[abprs]-|glpat-|AKIA)/;

/**
 * Takes the values of env and headers, credentials and token-like parts of URLs and arguments out of a connection, and puts
 * `${env:NAME}` in their place (architecture §4). `name` starts the names of new variables. What stands as `${env:NAME}`
 * already stays. One info finding lists the variables to set.
 */
export function externaliseSecrets(connection: McpConnection, name: string): ExternalisedConnection {
  const variables = new Variables(name);
  const known = connectionKind(connection);
  const clean = known.kind === 'stdio' ? cleanStdio(known, variables) : cleanHttp(known, variables);
  const names = Object.keys(variables.values);
  const findings: Finding[] =
    names.length === 0
      ? []
      : [
          {
            code: 'secrets_externalised',
            severity: 'info',
            message: `pegboard.yaml names ${names.length === 1 ? 'a variable' : 'variables'} in place of ${names.length === 1 ? 'a value' : 'values'} that may be secret: ${names.join(', ')}.`,
            path: `sources: ${name}`,
            hint: `Set ${names.join(', ')} in the environment before this source is started again.`,
          },
        ];
  return { connection: clean, values: variables.values, findings };
}

/** Variables made so far; one value has one name, and two values never share one. */
class Variables {
  readonly values: Record<string, string> = {};
  readonly #prefix: string;

  constructor(prefix: string) {
    this.#prefix = prefix;
  }

  /** `${env:PREFIX_SUFFIX}` for a value. */
  reference(suffix: string, value: string): string {
    return this.named(`${this.#prefix}_${suffix}`, value);
  }

  /** `${env:NAME}` for a value, with a number behind the name where it is taken. */
  named(wanted: string, value: string): string {
    const base = wanted
      .replace(/[^A-Za-z0-9]+/g, '_')
      .replace(/^_+|_+$/g, '')
      .replace(/^(\d)/, '_$1')
      .toUpperCase();
    return `\${env:${this.#claim(base, value)}}`;
  }

  /** `${env:KEY}` for a variable that the server itself reads: its name stays as it is. */
  own(key: string, value: string): string {
    return `\${env:${this.#claim(key, value)}}`;
  }

  #claim(base: string, value: string): string {
    let name = base;
    for (let i = 2; name in this.values && this.values[name] !== value; i++) name = `${base}_${i}`;
    this.values[name] = value;
    return name;
  }
}

function cleanStdio({ command, args, env, cwd }: StdioConnection, variables: Variables): McpConnection {
  const cleanEnv = Object.entries(env).map(([key, value]) => [
    key,
    reference.test(value) ? value : variables.own(key, value),
  ]);
  const cleanArgs = args.map((arg, i) => cleanArgument(arg, args[i - 1], variables));
  return {
    command,
    ...(args.length > 0 ? { args: cleanArgs } : {}),
    ...(cleanEnv.length > 0 ? { env: Object.fromEntries(cleanEnv) as Record<string, string> } : {}),
    ...(cwd === undefined ? {} : { cwd }),
  };
}

/** `--token X`, `--token=X`, `API_KEY=X`, `Authorization: X`, `https://user:password@host`, and tokens that betray themselves. */
function cleanArgument(arg: string, before: string | undefined, variables: Variables): string {
  if (reference.test(arg)) return arg;
  const flag = before !== undefined && /^--?[\w-]+$/.test(before) ? before.replace(/^-+/, '') : undefined;
  if (flag !== undefined && flag.length > 2 && secretName.test(flag) && !arg.startsWith('-'))
    return variables.reference(flag, arg);
  const [, lead, value] = /^(-{0,2}[\w-]+(?:=|:\s+))(.+)$/s.exec(arg) ?? [];
  if (lead !== undefined && value !== undefined && secretName.test(lead)) {
    const inner = cleanHeaderValue(lead, value, variables);
    return `${lead}${inner}`;
  }
  if (knownToken.test(arg)) return variables.reference('TOKEN', arg);
  return /^[a-z][a-z0-9+.-]*:\/\//i.test(arg) ? cleanUrl(arg, variables) : arg;
}

function cleanHttp({ url, headers }: HttpConnection, variables: Variables): McpConnection {
  const clean = Object.entries(headers).map(([key, value]) => [
    key,
    reference.test(value) ? value : cleanHeaderValue(key, value, variables),
  ]);
  return {
    url: cleanUrl(url, variables),
    ...(clean.length > 0 ? { headers: Object.fromEntries(clean) as Record<string, string> } : {}),
  };
}

/** The scheme of a credential stays to be read: `Bearer ${env:…}`. */
function cleanHeaderValue(name: string, value: string, variables: Variables): string {
  const [, scheme, rest] = /^(Bearer|Basic|Token)\s+(\S.*)$/i.exec(value) ?? [];
  const suffix = name.replace(/^-+|[=:\s]+$/g, '');
  return scheme !== undefined && rest !== undefined
    ? `${scheme} ${variables.reference(suffix, rest)}`
    : variables.reference(suffix, value);
}

/** User and password, token-like parameters and machine-made segments of a URL; the rest stays to be read. */
function cleanUrl(text: string, variables: Variables): string {
  if (!URL.canParse(text)) return text;
  const [, scheme, userinfo, authority, path, query = '', fragment = ''] =
    /^([^:]+:\/\/)(?:([^/?#@]*)@)?([^/?#]*)([^?#]*)(\?[^#]*)?(#.*)?$/s.exec(text) ?? [];
  if (scheme === undefined || authority === undefined || path === undefined) return text;
  return [
    scheme,
    userinfo === undefined ? '' : `${cleanUser(userinfo, variables)}@`,
    authority,
    path
      .split('/')
      .map((part) => (machineMade.test(part) && !reference.test(part) ? variables.reference('URL_KEY', part) : part))
      .join('/'),
    query.replace(/([?&])([^=&]*)=([^&]*)/g, (whole, mark: string, key: string, value: string) =>
      value === '' || reference.test(value) || !(secretName.test(key) || machineMade.test(value))
        ? whole
        : `${mark}${key}=${variables.reference(key, decoded(value))}`,
    ),
    fragment,
  ].join('');
}

function cleanUser(userinfo: string, variables: Variables): string {
  if (reference.test(userinfo)) return userinfo;
  const colon = userinfo.indexOf(':');
  // Without a password the user is the token.
  if (colon < 0) return variables.reference('URL_USER', decoded(userinfo));
  const user = variables.reference('URL_USER', decoded(userinfo.slice(0, colon)));
  return `${user}:${variables.reference('URL_PASSWORD', decoded(userinfo.slice(colon + 1)))}`;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
