import type { ClientId, DiscoveredServer, ServerTransport } from '#shared/domain/discovered-config.ts';
import type { SourceSummary } from '#shared/domain/live-source.ts';
import { describeConnection, type McpConnection } from '#shared/domain/mcp-connection.ts';

/** Names of the programs, for people. */
export const clientTitles: Readonly<Record<ClientId, string>> = {
  'claude-desktop': 'Claude Desktop',
  'claude-code': 'Claude Code',
  cursor: 'Cursor',
  cline: 'Cline',
  vscode: 'VS Code',
  windsurf: 'Windsurf',
  codex: 'Codex',
  generic: 'MCP configuration',
};

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

/** The source that runs or reaches the same already; undefined when there is none. */
export function addedSource(server: DiscoveredServer, sources: readonly SourceSummary[]): SourceSummary | undefined {
  const runs = describeConnection(connectionOf(server.transport));
  return sources.find((source) => source.runs === runs);
}

/** A name for a new source that no other has: that of the server, as far as names allow, with a number where it is taken. */
export function freeSourceName(wanted: string, taken: ReadonlySet<string>): string {
  const base =
    wanted
      .replace(/[^A-Za-z0-9_-]+/g, '-')
      .replace(/^-+|-+$/g, '')
      .slice(0, 60) || 'source';
  for (let number = 1; ; number++) {
    const name = number === 1 ? base : `${base}-${number}`;
    if (!taken.has(name)) return name;
  }
}
