import type { ClientDefinition } from '../client-definition.ts';
import { commonEntry } from '../entry-form.ts';
import { inHome } from '../machine-folders.ts';
import { readMcpServers } from '../read-server-map.ts';

/** Cursor: `mcpServers` in .cursor/mcp.json, of the home directory and of a project; `${env:NAME}` in its values. */
export const cursor: ClientDefinition = {
  client: 'cursor',
  fileName: /(^|[\\/])\.cursor[\\/]mcp\.json$/i,
  userLocations: (machine) => [inHome(machine, '.cursor', 'mcp.json')],
  projectLocations: ['.cursor/mcp.json'],
  entry: commonEntry,
  read: (text, context) =>
    readMcpServers(text, context, {
      client: 'cursor',
      hasEnvFile: true,
      clientKeys: ['auth', 'autoApprove', 'alwaysAllow', 'timeout', 'description'],
      known: ['$schema'],
    }),
};
