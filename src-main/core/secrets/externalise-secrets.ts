import { type Finding, finding } from '#shared/domain/finding.ts';
import {
  connectionKind,
  type HttpConnection,
  type McpConnection,
  type StdioConnection,
} from '#shared/domain/mcp-connection.ts';
import { SecretExtractor } from './extract-secrets.ts';
import { isPlainDefault, referenceTo, referredVariables, replaceReferences } from './variable-references.ts';

/** A connection fit for `pegboard.yaml`, and the values that were taken out of it. */
export interface ExternalisedConnection {
  readonly connection: McpConnection;
  /** Values by variable, for this one session. */
  readonly values: Readonly<Record<string, string>>;
  readonly findings: readonly Finding[];
}

/**
 * Takes the values of env and headers, and what looks like a credential in the address and the arguments, out of a
 * connection, and puts `${env:NAME}` in their place. `name` starts the names of new variables. One info
 * finding lists the variables to set.
 */
export function externaliseSecrets(connection: McpConnection, name: string): ExternalisedConnection {
  const { connection: plain, defaults } = withoutSecretDefaults(connection);
  const taker = new SecretExtractor(name, variablesOf(plain));
  const known = connectionKind(plain);
  const clean = known.kind === 'stdio' ? cleanStdio(known, taker) : cleanHttp(known, taker);
  const values = { ...defaults, ...Object.fromEntries(taker.values) };
  const names = Object.keys(values);
  const findings: Finding[] =
    names.length === 0
      ? []
      : [
          finding('secrets_externalised', {
            message: `pegboard.yaml names ${names.length === 1 ? 'a variable' : 'variables'} instead of ${names.length === 1 ? 'a value' : 'values'} that may be secret: ${names.join(', ')}.`,
            path: `sources: ${name}`,
            hint: `Set ${names.join(', ')} in the environment before this source is started again.`,
          }),
        ];
  return { connection: clean, values, findings };
}

/** A connection without the defaults of variables that look like secrets, and those defaults by variable. */
function withoutSecretDefaults(connection: McpConnection): {
  readonly connection: McpConnection;
  readonly defaults: Readonly<Record<string, string>>;
} {
  const defaults = new Map<string, string>();
  const plain = (text: string) =>
    replaceReferences(text, ({ name, fallback }) => {
      if (fallback === undefined || isPlainDefault(name, fallback)) return referenceTo(name, fallback);
      defaults.set(name, fallback);
      return referenceTo(name);
    });
  const all = (values: Readonly<Record<string, string>>) =>
    Object.fromEntries(Object.entries(values).map(([key, value]) => [key, plain(value)]));
  const { command, args, env, cwd, url, headers } = connection;
  const clean: McpConnection = {
    ...(command === undefined ? {} : { command: plain(command) }),
    ...(args === undefined ? {} : { args: args.map(plain) }),
    ...(env === undefined ? {} : { env: all(env) }),
    ...(cwd === undefined ? {} : { cwd: plain(cwd) }),
    ...(url === undefined ? {} : { url: plain(url) }),
    ...(headers === undefined ? {} : { headers: all(headers) }),
  };
  return { connection: clean, defaults: Object.fromEntries(defaults) };
}

/** The variables that a connection refers to. */
export function variablesOf(connection: McpConnection): ReadonlySet<string> {
  return new Set(referredVariables(JSON.stringify(connection)));
}

function cleanStdio({ command, args, env, cwd }: StdioConnection, taker: SecretExtractor): McpConnection {
  const cleanEnv = Object.entries(env).map(([key, value]) => [key, taker.variable(key, value)]);
  return {
    command: taker.text(command),
    ...(args.length > 0 ? { args: taker.arguments(args, command) } : {}),
    ...(cleanEnv.length > 0 ? { env: Object.fromEntries(cleanEnv) as Record<string, string> } : {}),
    ...(cwd === undefined ? {} : { cwd }),
  };
}

function cleanHttp({ url, headers }: HttpConnection, taker: SecretExtractor): McpConnection {
  const clean = Object.entries(headers).map(([key, value]) => [key, taker.header(key, value)]);
  return {
    url: taker.address(url, { decode: true }),
    ...(clean.length > 0 ? { headers: Object.fromEntries(clean) as Record<string, string> } : {}),
  };
}
