import type { ClientDefinition } from '../client-definition.ts';
import { commonEntry } from '../entry-form.ts';
import { inHome } from '../machine-folders.ts';
import { readMcpServers } from '../read-server-map.ts';

/** Windsurf: `mcpServers` in ~/.codeium/windsurf/mcp_config.json; remote servers have a `serverUrl`. */
export const windsurf: ClientDefinition = {
  client: 'windsurf',
  fileName: /(^|[\\/])mcp_config\.json$/i,
  userLocations: (machine) => [inHome(machine, '.codeium', 'windsurf', 'mcp_config.json')],
  projectLocations: [],
  entry: commonEntry,
  read: (text, context) =>
    readMcpServers(text, context, {
      client: 'windsurf',
      urlKeys: ['serverUrl', 'url'],
      clientKeys: ['disabledTools', 'alwaysAllow', 'registry'],
      known: ['$schema'],
    }),
};
