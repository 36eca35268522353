import { z } from 'zod';
import { keysOf } from '../tables.ts';
import { findingSchema } from './finding.ts';
import type { McpConnection } from './mcp-connection.ts';

/** Names for people of the programs whose MCP configuration Pegboard reads. */
export const clientTitles = {
  'claude-desktop': 'Claude Desktop',
  'claude-code': 'Claude Code',
  cursor: 'Cursor',
  cline: 'Cline',
  vscode: 'VS Code',
  windsurf: 'Windsurf',
  codex: 'Codex',
  /** The form that most programs share, of a program that we cannot tell. */
  generic: 'MCP configuration',
} as const;

export const clientIdSchema = z.enum(keysOf(clientTitles));
export type ClientId = z.infer<typeof clientIdSchema>;

/** `user`: for everything this user does; `project`: for one folder. */
export const configScopeSchema = z.enum(['user', 'project']);
export type ConfigScope = z.infer<typeof configScopeSchema>;

/**
 * How a client reaches a server. No value of a variable or a header is in here, only where it comes from:
 * `${env:NAME}`.
 */
export const serverTransportSchema = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('stdio'),
    command: z.string(),
    args: z.array(z.string()).readonly(),
    /** References by the name of the server's variable. */
    env: z.record(z.string(), z.string()),
    cwd: z.string().nullable(),
  }),
  z.object({
    type: z.literal('http'),
    url: z.string(),
    /** References by the name of the header. */
    headers: z.record(z.string(), z.string()),
  }),
]);
export type ServerTransport = z.infer<typeof serverTransportSchema>;

/** One MCP server as a client's configuration describes it. It is never started by being listed. */
export const discoveredServerSchema = z.object({
  client: clientIdSchema,
  scope: configScopeSchema,
  config_path: z.string(),
  name: z.string(),
  transport: serverTransportSchema,
  /** Environment variables that the references in `transport` need. */
  variables: z.array(z.string()).readonly(),
  /** The client itself does not start it. */
  disabled: z.boolean(),
  status: z.literal('not started'),
  /** Which variables to set, and what of the entry is not carried over. */
  findings: z.array(findingSchema).readonly(),
});
export type DiscoveredServer = z.infer<typeof discoveredServerSchema>;

/** One configuration file that is there, with what it says. A file that cannot be read has no servers and an error. */
export const discoveredConfigSchema = z.object({
  client: clientIdSchema,
  scope: configScopeSchema,
  path: z.string(),
  servers: z.array(discoveredServerSchema).readonly(),
  findings: z.array(findingSchema).readonly(),
});
export type DiscoveredConfig = z.infer<typeof discoveredConfigSchema>;

/** A discovered server as `pegboard.yaml` would write it; what is empty is left out. */
export function connectionOf(transport: ServerTransport): McpConnection {
  if (transport.type === 'http') {
    const { url, headers } = transport;
    return { url, ...(Object.keys(headers).length > 0 ? { headers } : {}) };
  }
  const { command, args, env, cwd } = transport;
  return {
    command,
    ...(args.length > 0 ? { args: [...args] } : {}),
    ...(Object.keys(env).length > 0 ? { env } : {}),
    ...(cwd === null ? {} : { cwd }),
  };
}
