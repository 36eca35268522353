import { isAbsolute, relative } from 'node:path';
import { canonicalJson } from '#shared/canonical-json.ts';
import { type Finding, finding } from '#shared/domain/finding.ts';
import { connectionKind, describeConnection, type McpConnection } from '#shared/domain/mcp-connection.ts';
import { sourceNameOf } from '#shared/domain/source-name.ts';
import { PegboardError } from '#shared/errors.ts';
import { externaliseSecrets } from '../secrets/externalise-secrets.ts';
import { SecretExtractor } from '../secrets/extract-secrets.ts';
import { replaceReferences } from '../secrets/variable-references.ts';
import type { LoadedWorkspace } from '../workspace/load-workspace.ts';
import { sourceOf } from './manage-sources.ts';

/** A connection ready to use: as `pegboard.yaml` has it, the values for this session, what to tell the user. */
export interface PreparedConnection {
  /** For messages, and where the server does not tell a better one. */
  readonly label: string;
  /** The source of the workspace that it is the connection of; null when there is none. */
  readonly source: string | null;
  readonly stored: McpConnection;
  readonly values: Readonly<Record<string, string>>;
  readonly findings: readonly Finding[];
}

/** The connection of a source. Errors: `source_not_found`, `source_not_live`. */
export function storedConnection(loaded: LoadedWorkspace, name: string): PreparedConnection {
  const { mcp } = sourceOf(loaded, name);
  if (mcp) return { label: name, source: name, stored: mcp, values: {}, findings: [] };
  throw new PegboardError('source_not_live', `Source ${name} is a captured file; it has no server.`, {
    hint: `Import it from its server: pegboard import --mcp --name ${name} -- <command…>`,
    data: { source: name },
  });
}

/** What a user typed, with its secrets taken out, and its folder as the workspace can name it. */
export function typedConnection(
  connection: McpConnection,
  name: string | undefined,
  { root, file }: LoadedWorkspace,
): PreparedConnection {
  const label = name ?? provisionalName(connection);
  const { connection: clean, values, findings } = externaliseSecrets(connection, label);
  const stored = placedInWorkspace(clean, root);
  const json = canonicalJson(stored);
  const same = file.config.sources.find(({ mcp }) => mcp && canonicalJson(mcp) === json);
  return { label, source: same?.name ?? null, stored, values, findings: [...findings, ...cleartext(stored)] };
}

/** A connection whose folder is written as the workspace can name it: relative to it where it is inside. */
export function placedInWorkspace(connection: McpConnection, root: string): McpConnection {
  const { cwd, ...rest } = connection;
  if (cwd === undefined || !isAbsolute(cwd)) return connection;
  const inside = relative(root, cwd);
  const place = inside.startsWith('..') || isAbsolute(inside) ? cwd : inside;
  return place ? { ...rest, cwd: place } : rest;
}

/** The name a server gives itself, unless that belongs to a source of another origin. Error: `source_exists`. */
export function freeName(wanted: string, stored: McpConnection, { file }: LoadedWorkspace): string {
  const name = sourceNameOf(wanted);
  const there = file.config.sources.find((source) => source.name === name);
  if (!there || (there.mcp && describeConnection(there.mcp) === describeConnection(stored))) return name;
  throw new PegboardError(
    'source_exists',
    `The server calls itself "${name}", but another source already has that name.`,
    {
      hint: `Give it another name with --name, or replace that source with --name ${name}.`,
      data: { source: name },
    },
  );
}

/** A name before the server has told its own: of the program, or of the host. */
function provisionalName(connection: McpConnection): string {
  const known = connectionKind(connection);
  if (known.kind === 'http') return sourceNameOf(URL.canParse(known.url) ? new URL(known.url).hostname : 'server');
  // A command may be a whole line, with secrets in it.
  const command = new SecretExtractor('server').text(known.command);
  return sourceNameOf(
    replaceReferences(command, () => '')
      .split(/[\\/]/)
      .pop() ?? command,
  );
}

function cleartext(connection: McpConnection): Finding[] {
  const known = connectionKind(connection);
  if (known.kind !== 'http' || !/^http:/i.test(known.url) || !/\$\{env:/.test(JSON.stringify(known))) return [];
  if (/^http:\/\/([^/@]*@)?(localhost|127\.|\[::1\])/i.test(known.url)) return [];
  return [
    finding('cleartext_credentials', {
      message: 'The credentials of this source travel unencrypted: its address starts with http:.',
      hint: 'Use https: where the server offers it.',
    }),
  ];
}
