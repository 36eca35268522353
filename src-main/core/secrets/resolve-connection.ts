import { resolve } from 'node:path';
import {
  connectionKind,
  type HttpConnection,
  type McpConnection,
  type StdioConnection,
} from '#shared/domain/mcp-connection.ts';
import { PegboardError } from '#shared/errors.ts';
import { externaliseSecrets } from './externalise-secrets.ts';
import type { Secret } from './masker.ts';
import { type Reference, replaceReferences } from './variable-references.ts';

/** A connection with its references filled in. It is used and forgotten: never written, never logged. */
export type ResolvedConnection = (Omit<StdioConnection, 'cwd'> & { readonly cwd: string }) | HttpConnection;

export interface Resolution {
  readonly connection: ResolvedConnection;
  /** Every value that was filled in, for the masker. */
  readonly secrets: readonly Secret[];
}

/**
 * Fills in `${env:NAME}` from the environment, and `${env:NAME:-default}` with its default where that has no value. A value may refer to others in turn, once. In a URL a value is encoded, unless
 * the reference starts the URL. `root` is the workspace, from which `cwd` counts. Error: `variable_missing`, naming every
 * variable that is not set.
 */
export function resolveConnection(
  connection: McpConnection,
  { env, root, source }: { env: Readonly<Record<string, string | undefined>>; root: string; source: string },
): Resolution {
  const secrets = new Map<string, string>();
  const missing = new Set<string>();
  const look = ({ name, fallback }: Pick<Reference, 'name' | 'fallback'>): string => {
    const value = (Object.hasOwn(env, name) ? env[name] : undefined) ?? fallback;
    if (value === undefined) missing.add(name);
    return value ?? '';
  };
  const fill = (text: string, encode: (value: string) => string = (value) => value) =>
    replaceReferences(text, (reference) => {
      const { name, offset, fallback } = reference;
      const value = replaceReferences(look(reference), look);
      // A default is in the file for everybody to read.
      if (value === fallback) return value;
      secrets.set(name, value);
      return offset === 0 ? value : encode(value);
    });
  const fillAll = (values: Readonly<Record<string, string>>) =>
    Object.fromEntries(Object.entries(values).map(([key, value]) => [key, fill(value)]));

  const known = connectionKind(connection);
  const resolved: ResolvedConnection =
    known.kind === 'stdio'
      ? {
          ...known,
          command: fill(known.command),
          args: known.args.map((arg) => fill(arg)),
          env: fillAll(known.env),
          cwd: resolve(root, fill(known.cwd ?? '.')),
        }
      : { ...known, url: fill(known.url, encodeURIComponent), headers: fillAll(known.headers) };
  refuseMissing([...missing], source);
  // Also what somebody wrote into the file by hand, in variables and headers as a whole.
  const whole = Object.entries(resolved.kind === 'stdio' ? resolved.env : resolved.headers);
  const written = Object.entries(externaliseSecrets(connection, source).values);
  const all = [...secrets, ...whole, ...written].map(([name, value]) => ({ name, value }));
  return { connection: resolved, secrets: all };
}

function refuseMissing(missing: readonly string[], source: string): void {
  if (missing.length === 0) return;
  const several = missing.length > 1;
  throw new PegboardError(
    'variable_missing',
    `Source ${source} needs ${several ? 'variables that are' : 'a variable that is'} not set: ${missing.join(', ')}.`,
    {
      hint: `Set ${several ? 'them' : 'it'} in the environment of Pegboard (export ${missing[0]}=…), give ${several ? 'them' : 'it'} in the app under Sources, or keep ${several ? 'them' : 'it'} for this workspace: pegboard sources values --set ${missing[0]}`,
      data: { source, variables: missing },
    },
  );
}
