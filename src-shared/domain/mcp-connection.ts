import { z } from 'zod';

/**
 * How a live MCP server is reached, as `pegboard.yaml` writes it: by a command that is started and spoken to over stdio, or
 * by a URL over streamable HTTP. Values that are secret, or may be, stand as `${env:NAME}`; `${env:NAME:-value}`
 * means that value where the variable is not set.
 */
export const mcpConnectionSchema = z
  .strictObject({
    command: z.string().min(1).optional().describe('Program that starts the server.'),
    args: z.array(z.string()).optional().describe('Its arguments.'),
    env: z
      .record(z.string().regex(/^[A-Za-z_][A-Za-z0-9_]*$/, 'is not a name of a variable'), z.string())
      .optional()
      .describe(`Variables that it gets, each as \`\${env:NAME}\`, beside a few harmless ones.`),
    cwd: z.string().min(1).optional().describe('Folder it starts in, relative to the workspace.'),
    url: z.string().min(1).optional().describe('Address of a server that uses streamable HTTP.'),
    headers: z
      .record(z.string(), z.string())
      .optional()
      .describe(`Headers of each request, values as \`\${env:NAME}\`.`),
  })
  .refine((connection) => (connection.command === undefined) !== (connection.url === undefined), {
    message: 'give either a command or a url',
  });
export type McpConnection = z.infer<typeof mcpConnectionSchema>;

/** A connection by a command. */
export interface StdioConnection {
  readonly kind: 'stdio';
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly cwd: string | undefined;
}

/** A connection by a URL. */
export interface HttpConnection {
  readonly kind: 'http';
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** A connection with its kind told and its lists filled in. */
export function connectionKind(connection: McpConnection): StdioConnection | HttpConnection {
  const { command, args = [], env = {}, cwd, url, headers = {} } = connection;
  if (command !== undefined) return { kind: 'stdio', command, args, env, cwd };
  return { kind: 'http', url: url ?? '', headers };
}

/** What would run, in one line, for messages and questions: the values of variables and headers are not part of it. */
export function describeConnection(connection: McpConnection): string {
  const known = connectionKind(connection);
  return known.kind === 'http' ? known.url : [known.command, ...known.args].map(quoted).join(' ');
}

/** Variables or headers with where each value comes from: by name where that is the variable of the same name. */
export function describeGiven(connection: McpConnection): string[] {
  const known = connectionKind(connection);
  const given = Object.entries(known.kind === 'stdio' ? known.env : known.headers);
  return given.map(([name, value]) => (value === `\${env:${name}}` ? name : `${name}=${quoted(value)}`));
}

/**
 * Everything that an agreement to a connection is for, in one line: no two connections have the same. Values of variables and
 * headers that are in the connection are part of it.
 */
export function describeWhole(connection: McpConnection): string {
  const known = connectionKind(connection);
  const runs = describeConnection(connection);
  const given = describeGiven(connection).join(', ');
  const details =
    known.kind === 'stdio'
      ? [known.cwd === undefined ? '' : `in ${quoted(known.cwd)}`, given && `with ${given}`]
      : [given && `with the headers ${given}`];
  const more = details.filter(Boolean).join('; ');
  // No word has brackets that are not in quotes.
  const start = known.kind === 'http' && /[\s()]/.test(runs) ? quoted(runs) : runs;
  return more === '' ? start : `${start} (${more})`;
}

function quoted(word: string): string {
  return /^[\w@%+=:,./${}-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}
