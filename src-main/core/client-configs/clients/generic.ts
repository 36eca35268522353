import { type ClientDefinition, joinedConfigs, noServers } from '../client-definition.ts';
import { parseJsonDocument, parseYamlDocument } from '../config-document.ts';
import { type Dialect, readServerMap, strayKeys, valueAt } from '../read-server-map.ts';
import { continueList, otherForms } from './other-forms.ts';

const dialect: Dialect = {
  client: 'generic',
  hasEnvFile: true,
  // Gemini CLI: `httpUrl` is streamable HTTP, and `url` beside it the old transport.
  urlKeys: ['httpUrl', 'url', 'serverUrl'],
  clientKeys: [
    ...['timeout', 'alwaysAllow', 'autoApprove', 'description', 'oauth', 'auth'],
    ...['trust', 'includeTools', 'excludeTools', 'authProviderType'],
  ],
};

/**
 * `mcpServers`, the form that most programs share, and the forms of programs whose files are only read when somebody hands them over:
 * a text that was pasted, or a file of any name. There is no place to look for it.
 */
export const generic: ClientDefinition = {
  client: 'generic',
  fileName: null,
  userLocations: () => [],
  projectLocations: [],
  entry: null,
  read(text, context) {
    const isYaml = /^mcpServers:/m.test(text) && !/^\s*[{[]/.test(text);
    const { document, mistake } = isYaml
      ? parseYamlDocument(text, context.path)
      : parseJsonDocument(text, context.path);
    if (!document) return noServers([mistake]);
    const isList = Array.isArray(valueAt(document.value, ['mcpServers']));
    const others = otherForms
      .filter(({ path, isMap }) => isMap(valueAt(document.value, path)))
      .map((form) => readServerMap(document, form.path, form.dialect, context));
    const stray = others.length > 0 || isList ? [] : strayKeys(document, ['mcpServers', '$schema', 'inputs'], context);
    const shared = readServerMap(document, ['mcpServers'], isList ? continueList : dialect, context);
    return joinedConfigs([noServers(stray), shared, ...others]);
  },
};
