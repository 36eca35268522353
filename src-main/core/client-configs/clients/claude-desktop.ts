import { type ClientDefinition, noServers } from '../client-definition.ts';
import { parseJsonDocument } from '../config-document.ts';
import { commonEntry } from '../entry-form.ts';
import { inAppData } from '../machine-folders.ts';
import { readServerMap } from '../read-server-map.ts';

/**
 * Claude Desktop: `mcpServers` in claude_desktop_config.json, beside settings of the app that are no business of ours.
 * It knows local servers only; a URL is read all the same.
 */
export const claudeDesktop: ClientDefinition = {
  client: 'claude-desktop',
  fileName: /(^|[\\/])claude_desktop_config\.json$/i,
  userLocations: (machine) => [inAppData(machine, 'Claude', 'claude_desktop_config.json')],
  projectLocations: [],
  entry: commonEntry,
  read(text, context) {
    const { document, mistake } = parseJsonDocument(text, context.path);
    if (!document) return noServers([mistake]);
    return readServerMap(document, ['mcpServers'], { client: 'claude-desktop', clientKeys: [] }, context);
  },
};
