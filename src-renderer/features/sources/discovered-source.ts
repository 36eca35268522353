import { type ClientId, connectionOf, type DiscoveredServer } from '#shared/domain/discovered-config.ts';
import type { SourceSummary } from '#shared/domain/live-source.ts';
import { describeConnection } from '#shared/domain/mcp-connection.ts';

export { connectionOf } from '#shared/domain/discovered-config.ts';
export { freeSourceName } from '#shared/domain/source-name.ts';

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

/** The source that runs or reaches the same already; undefined when there is none. */
export function addedSource(server: DiscoveredServer, sources: readonly SourceSummary[]): SourceSummary | undefined {
  const runs = describeConnection(connectionOf(server.transport));
  return sources.find((source) => source.runs === runs);
}
