import type { ClientId } from '#shared/domain/discovered-config.ts';
import type { ClientDefinition } from '../client-definition.ts';
import { claudeCode } from './claude-code.ts';
import { claudeDesktop } from './claude-desktop.ts';
import { cline } from './cline.ts';
import { codex } from './codex.ts';
import { cursor } from './cursor.ts';
import { generic } from './generic.ts';
import { vscode } from './vscode.ts';
import { windsurf } from './windsurf.ts';

const byId: Readonly<Record<ClientId, ClientDefinition>> = {
  'claude-desktop': claudeDesktop,
  'claude-code': claudeCode,
  cursor,
  cline,
  vscode,
  windsurf,
  codex,
  generic,
};

/**
 * Every client that Pegboard knows. A new client is a file here, a line in this table, its title in `clientTitles`, and one fixture
 * under tests/fixtures/client-configs.
 *
 * An entry says where the client keeps its configuration on each platform, how it is read and how a server is written. It touches nothing: paths
 * come from the machine it is given, text from whoever read the file. Whatever it does not understand it reports.
 */
export const clients: readonly ClientDefinition[] = Object.values(byId);
