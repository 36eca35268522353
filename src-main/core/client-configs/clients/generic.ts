import type { ClientDefinition } from '../client-definition.ts';
import { readMcpServers } from '../read-server-map.ts';

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
  read: (text, context) =>
    readMcpServers(text, context, {
      client: 'generic',
      hasEnvFile: true,
      urlKeys: ['url', 'serverUrl'],
      clientKeys: ['timeout', 'alwaysAllow', 'autoApprove', 'description', 'oauth', 'auth'],
      known: ['$schema', 'inputs'],
    }),
};
