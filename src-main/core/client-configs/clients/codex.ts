import type { ClientDefinition } from '../client-definition.ts';
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
    const passed = Array.isArray(entry.env_vars) ? entry.env_vars.filter((name) => typeof name === 'string') : [];
    const named = isRecord(entry.env_http_headers) ? Object.entries(entry.env_http_headers) : [];
    const headers = named.map(([header, variable]) => [header, `\${env:${String(variable)}}`]);
    const token = entry.bearer_token_env_var;
    if (typeof token === 'string') headers.push(['Authorization', `Bearer \${env:${token}}`]);
    return {
      fields: {
        env_references: Object.fromEntries(passed.map((name) => [name, `\${env:${name}}`])),
        header_references: Object.fromEntries(headers),
      },
      keys: ['enabled', 'env_vars', 'env_http_headers', 'bearer_token_env_var'],
    };
  },
};

/** Codex: tables `[mcp_servers.<name>]` in config.toml, of CODEX_HOME (~/.codex) and of a trusted project. */
export const codex: ClientDefinition = {
  client: 'codex',
  title: 'Codex',
  userLocations: (machine) => [
    machine.env.CODEX_HOME
      ? pathsOf(machine).join(machine.env.CODEX_HOME, 'config.toml')
      : inHome(machine, '.codex', 'config.toml'),
  ],
  projectLocations: ['.codex/config.toml'],
  read(text, context) {
    const { document, mistake } = parseTomlDocument(text, context.path);
    if (!document) return { servers: [], findings: [mistake] };
    return readServerMap(document, ['mcp_servers'], dialect, context);
  },
};
