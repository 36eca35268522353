import { type ClientDefinition, noServers } from '../client-definition.ts';
import { parseJsonDocument } from '../config-document.ts';
import { commonEntry } from '../entry-form.ts';
import { inHome } from '../machine-folders.ts';
import { type Dialect, readServerMap, strayKeys } from '../read-server-map.ts';

const dialect: Dialect = {
  client: 'cursor',
  hasEnvFile: true,
  clientKeys: ['auth', 'autoApprove', 'alwaysAllow', 'timeout', 'description'],
};

/** Cursor: `mcpServers` in .cursor/mcp.json, of the home directory and of a project; `${env:NAME}` in its values. */
export const cursor: ClientDefinition = {
  client: 'cursor',
  fileName: /(^|[\\/])\.cursor[\\/]mcp\.json$/i,
  userLocations: (machine) => [inHome(machine, '.cursor', 'mcp.json')],
  projectLocations: ['.cursor/mcp.json'],
  entry: commonEntry,
  read(text, context) {
    const { document, mistake } = parseJsonDocument(text, context.path);
    if (!document) return noServers([mistake]);
    const read = readServerMap(document, ['mcpServers'], dialect, context);
    return { ...read, findings: [...strayKeys(document, ['mcpServers', '$schema'], context), ...read.findings] };
  },
};
