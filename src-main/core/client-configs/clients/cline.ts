import type { ClientDefinition } from '../client-definition.ts';
import { commonEntry } from '../entry-form.ts';
import { inEachVsCode, inHome } from '../machine-folders.ts';
import { readMcpServers } from '../read-server-map.ts';

/**
 * Cline: `mcpServers` in cline_mcp_settings.json. The extension kept it in the global storage of VS Code and its kin; newer
 * versions share one under ~/.cline, which CLINE_MCP_SETTINGS_PATH moves.
 */
export const cline: ClientDefinition = {
  client: 'cline',
  fileName: /(^|[\\/])cline_mcp_settings\.json$/i,
  userLocations: (machine) => [
    machine.env.CLINE_MCP_SETTINGS_PATH || inHome(machine, '.cline', 'data', 'settings', 'cline_mcp_settings.json'),
    ...inEachVsCode(machine, 'globalStorage', 'saoudrizwan.claude-dev', 'settings', 'cline_mcp_settings.json'),
  ],
  projectLocations: [],
  entry: commonEntry,
  read: (text, context) =>
    readMcpServers(text, context, {
      client: 'cline',
      clientKeys: ['autoApprove', 'alwaysAllow', 'timeout', 'remoteConfigured', 'metadata', 'oauth'],
      known: [],
    }),
};
