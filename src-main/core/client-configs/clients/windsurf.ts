import { type ClientDefinition, noServers } from '../client-definition.ts';
import { parseJsonDocument } from '../config-document.ts';
import { commonEntry } from '../entry-form.ts';
import { inHome } from '../machine-folders.ts';
import { type Dialect, readServerMap, strayKeys } from '../read-server-map.ts';

const dialect: Dialect = {
  client: 'windsurf',
  urlKeys: ['serverUrl', 'url'],
  clientKeys: ['disabledTools', 'alwaysAllow', 'registry'],
};

/** Windsurf: `mcpServers` in ~/.codeium/windsurf/mcp_config.json; remote servers have a `serverUrl`. */
export const windsurf: ClientDefinition = {
  client: 'windsurf',
  fileName: /(^|[\\/])mcp_config\.json$/i,
  userLocations: (machine) => [inHome(machine, '.codeium', 'windsurf', 'mcp_config.json')],
  projectLocations: [],
  entry: commonEntry,
  read(text, context) {
    const { document, mistake } = parseJsonDocument(text, context.path);
    if (!document) return noServers([mistake]);
    const read = readServerMap(document, ['mcpServers'], dialect, context);
    return { ...read, findings: [...strayKeys(document, ['mcpServers', '$schema'], context), ...read.findings] };
  },
};
