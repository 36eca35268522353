import { type ClientDefinition, noServers } from '../client-definition.ts';
import { parseTomlDocument } from '../config-document.ts';
import { inHome, pathsOf } from '../machine-folders.ts';
import { type Dialect, isRecord, readServerMap } from '../read-server-map.ts';

const dialect: Dialect = {
  client: 'codex',
  headersKey: 'http_headers',
  clientKeys: [
    'startup_timeout_sec',
    'startup_timeout_ms',
    'tool_timeout_sec',
    'enabled_tools',
    'disabled_tools',
    'required',
    'scopes',
    'oauth_resource',
    'tools',
    'default_tools_approval_mode',
    'supports_parallel_tool_calls',
  ],
  isDisabled: (entry) => entry.enabled === false,
  // Codex names variables instead of values: env_vars are passed on, the other two hold names of variables.
  more(entry) {
    const { env_vars: passed, env_http_headers: named, bearer_token_env_var: token } = entry;
    const fields = { env_references: {} as Record<string, string>, header_references: {} as Record<string, string> };
    const keys = ['enabled'];
    // An entry of another shape is not understood, and reported as loss.
    if (Array.isArray(passed) && passed.every((name) => typeof name === 'string')) {
      keys.push('env_vars');
      for (const name of passed) fields.env_references[name] = referenceTo(name);
    }
    if (isRecord(named) && Object.values(named).every((name) => typeof name === 'string')) {
      keys.push('env_http_headers');
      for (const [header, name] of Object.entries(named)) fields.header_references[header] = referenceTo(String(name));
    }
    if (typeof token === 'string') {
      keys.push('bearer_token_env_var');
      fields.header_references.Authorization = `Bearer ${referenceTo(token)}`;
    }
    return { fields, keys };
  },
};

function referenceTo(variable: string): string {
  return `\${env:${variable}}`;
}

/** Codex: tables `[mcp_servers.<name>]` in config.toml, of CODEX_HOME (~/.codex) and of a trusted project. */
export const codex: ClientDefinition = {
  client: 'codex',
  fileName: /\.toml$/i,
  userLocations: (machine) => [
    machine.env.CODEX_HOME
      ? pathsOf(machine).join(machine.env.CODEX_HOME, 'config.toml')
      : inHome(machine, '.codex', 'config.toml'),
  ],
  projectLocations: ['.codex/config.toml'],
  entry: { format: 'toml', path: ['mcp_servers'], fields: {}, file: null },
  read(text, context) {
    const { document, mistake } = parseTomlDocument(text, context.path);
    if (!document) return noServers([mistake]);
    return readServerMap(document, ['mcp_servers'], dialect, context);
  },
};
