import { type ClientDefinition, noServers } from '../client-definition.ts';
import { parseJsonDocument } from '../config-document.ts';
import { type Dialect, readServerMap, strayKeys } from '../read-server-map.ts';

const dialect: Dialect = {
  client: 'generic',
  hasEnvFile: true,
  urlKeys: ['url', 'serverUrl'],
  clientKeys: ['timeout', 'alwaysAllow', 'autoApprove', 'description', 'oauth', 'auth'],
};

/**
 * `mcpServers`, the form that most programs share: a text that was pasted, or a file of any name. It says nothing about the
 * program that it was written for, so there is no place to look for it.
 */
export const generic: ClientDefinition = {
  client: 'generic',
  fileName: null,
  userLocations: () => [],
  projectLocations: [],
  entry: null,
  read(text, context) {
    const { document, mistake } = parseJsonDocument(text, context.path);
    if (!document) return noServers([mistake]);
    const read = readServerMap(document, ['mcpServers'], dialect, context);
    return {
      ...read,
      findings: [...strayKeys(document, ['mcpServers', '$schema', 'inputs'], context), ...read.findings],
    };
  },
};
