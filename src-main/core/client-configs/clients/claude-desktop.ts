import type { ClientDefinition } from '../client-definition.ts';
import { commonEntry } from '../entry-form.ts';
import { inAppData } from '../machine-folders.ts';
import { readMcpServers } from '../read-server-map.ts';

/**
 * Claude Desktop: `mcpServers` in claude_desktop_config.json, beside settings of the app, which Pegboard ignores.
 * It knows local servers only; a URL is read all the same.
 */
export const claudeDesktop: ClientDefinition = {
  client: 'claude-desktop',
  fileName: /(^|[\\/])claude_desktop_config\.json$/i,
  userLocations: (machine) => [inAppData(machine, 'Claude', 'claude_desktop_config.json')],
  projectLocations: [],
  entry: commonEntry,
  read: (text, context) =>
    readMcpServers(text, context, {
      client: 'claude-desktop',
      clientKeys: [],
      known: null,
    }),
};
