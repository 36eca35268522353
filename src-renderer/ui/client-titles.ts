import type { ClientId } from '#shared/domain/discovered-config.ts';

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
