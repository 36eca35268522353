import { isObject } from './captured-source.ts';

type Json = Readonly<Record<string, unknown>>;

/** Files that people take for lists of tools, the surest signs first. */
const kinds: readonly (readonly [what: string, test: (value: Json) => boolean])[] = [
  ['an OpenAPI description of an HTTP API', (v) => 'openapi' in v && ('paths' in v || 'info' in v)],
  ['a Swagger description of an HTTP API', (v) => 'swagger' in v && ('paths' in v || 'info' in v)],
  [
    'a Postman collection',
    (v) => isObject(v.info) && ('_postman_id' in v.info || /postman/i.test(text(v.info.schema))),
  ],
  ['a lock file of a package manager', (v) => 'lockfileVersion' in v || ('content-hash' in v && 'packages' in v)],
  ['a Python lock file', (v) => isObject(v._meta) && ('default' in v || 'develop' in v)],
  ['an entry of an MCP registry (server.json)', isRegistryEntry],
  [
    'an A2A agent card',
    (v) => Array.isArray(v.skills) && ['url', 'capabilities', 'protocolVersion'].some((k) => k in v),
  ],
  ['an AsyncAPI document, which describes messages', (v) => 'asyncapi' in v],
  ['a package.json', isPackage],
  ['a tsconfig', (v) => isObject(v.compilerOptions)],
  ['a prompts/list result of an MCP server', (v) => Array.isArray(v.prompts)],
  ['a resources/list result of an MCP server', (v) => Array.isArray(v.resources) || Array.isArray(v.resourceTemplates)],
  ['an MCP initialize result', (v) => 'protocolVersion' in v && 'capabilities' in v],
  ['a message history', (v) => isHistory(v.messages) || isHistory(v.contents) || isHistory(v.input)],
  ['a message of a history', isMessage],
  ['a golden query', (v) => typeof v.query === 'string' && ['tools', 'expected', 'relevant'].some((k) => k in v)],
  ['a JSON-RPC error', (v) => isObject(v.error) && ('code' in v.error || 'message' in v.error)],
  ['a JSON-RPC request', (v) => v.jsonrpc === '2.0' && typeof v.method === 'string'],
  ['a JSON schema', (v) => /json-schema\.org/.test(text(v.$schema)) && ('properties' in v || 'type' in v)],
];

/** Describes a JSON value without tools, or returns null when its kind is unknown. */
export function knownFile(value: unknown): string | null {
  if (Array.isArray(value)) {
    if (isHistory(value)) return 'a message history';
    const first = value[0];
    if (isPrompt(first)) return 'a list of MCP prompts';
    return value.length > 0 && isObject(first) && isObject(first.messages) ? 'a list of message histories' : null;
  }
  if (!isObject(value)) return null;
  const body = isObject(value.result) ? value.result : value;
  return kinds.find(([, test]) => test(body))?.[0] ?? null;
}

/** Forms that a value nearly has: which, whether it means to have it, and what it lacks. */
const nearForms: readonly (readonly [form: string, test: (value: Json) => boolean, lack: string])[] = [
  ['an OpenAPI document', (v) => isObject(v.paths) && !('openapi' in v), 'does not say its version in `openapi`'],
  ['the manifest of an MCP bundle', (v) => 'manifest_version' in v || 'dxt_version' in v, 'has no object in `server`'],
  ['a client configuration', (v) => 'mcpServers' in v, 'has no server in `mcpServers`'],
  [
    'a client configuration',
    namesServersElsewhere,
    'has its servers under none of the keys that Pegboard reads: `mcpServers`, `servers`, `mcp_servers`, `context_servers`, `mcp`',
  ],
  ['an MCP server card', (v) => /server-card/.test(text(v.$schema)), 'has no `remotes` with an address'],
  ['an entry of an MCP registry', namesAddress, 'has no list in `remotes` or `packages`'],
  ['a tools/list result', (v) => 'tools' in v && !Array.isArray(v.tools), 'has no list in `tools`'],
];

/** The form that a value nearly has, as `looks like …, but …`; null for none. */
export function nearestForm(value: unknown): string | null {
  if (!isObject(value)) return null;
  const near = nearForms.find(([, test]) => test(value));
  return near ? `looks like ${near[0]}, but ${near[2]}` : null;
}

/** What a JSON value is, in words for an error. */
export function describeFile(value: unknown): string {
  const known = knownFile(value);
  if (known !== null) return known;
  if (Array.isArray(value)) {
    const [first] = value;
    if (first === undefined) return 'an empty list';
    // No further than the second list: a file may nest thousands of them.
    return `${sizeOf(value)}, the first is ${Array.isArray(first) ? sizeOf(first) : describeFile(first)}`;
  }
  if (isObject(value)) {
    const keys = Object.keys(value);
    if (keys.length === 0) return 'an object without keys';
    const shown = keys.slice(0, 5).map((key) => (key.length > 40 ? `${key.slice(0, 40)}…` : key));
    const more = keys.length > shown.length ? ` and ${(keys.length - shown.length).toLocaleString('en-US')} more` : '';
    return `an object with the ${keys.length === 1 ? 'key' : 'keys'} ${shown.join(', ')}${more}`;
  }
  if (typeof value === 'string') return 'a text';
  return value === null ? 'null' : `a ${typeof value}`;
}

function sizeOf(list: readonly unknown[]): string {
  return `a list of ${list.length.toLocaleString('en-US')}`;
}

/** An entry of prompts/list: its arguments have names and descriptions, and no types. */
export function isPrompt(value: unknown): boolean {
  if (!isObject(value) || typeof value.name !== 'string' || !Array.isArray(value.arguments)) return false;
  return value.arguments.every((one) => isObject(one) && !('type' in one)) && !('inputSchema' in value);
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

function isPackage(value: Json): boolean {
  const signs = [
    'dependencies',
    'devDependencies',
    'scripts',
    'main',
    'exports',
    'engines',
    'license',
    'private',
    'bin',
  ];
  const found = signs.filter((key) => key in value).length;
  return typeof value.name === 'string' && ((typeof value.version === 'string' && found > 0) || found > 1);
}

function isRegistryEntry(value: Json): boolean {
  if (/modelcontextprotocol.*server/i.test(text(value.$schema))) return true;
  const reached = Array.isArray(value.packages) || Array.isArray(value.remotes);
  return typeof value.name === 'string' && reached && ('version' in value || 'version_detail' in value);
}

/** Servers under a key of some other program: an object or a list whose entries say what to start. */
function namesServersElsewhere(value: Json): boolean {
  if (knownFile(value) !== null) return false;
  const isEntry = (one: unknown) => isObject(one) && ['command', 'cmd'].some((key) => key in one);
  const maps = Object.entries(value).filter(([key]) => /mcp|servers?$|^extensions$/i.test(key));
  return maps.some(([, map]) => Object.values(isObject(map) || Array.isArray(map) ? map : {}).some(isEntry));
}

/** A named server with its address in a field that no published form has. */
function namesAddress(value: Json): boolean {
  if (typeof value.name !== 'string' || typeof value.description !== 'string' || knownFile(value) !== null)
    return false;
  const { url } = isObject(value.server) ? value.server : value;
  return /^https?:/.test(text(url)) || isObject(value.remotes) || 'transports' in value;
}

/** Messages of OpenAI, Anthropic, Gemini or Bedrock. */
function isHistory(value: unknown): boolean {
  return Array.isArray(value) && value.length > 0 && value.slice(0, 3).every(isMessage);
}

function isMessage(value: unknown): boolean {
  if (!isObject(value) || typeof value.role !== 'string') return false;
  return 'content' in value || 'parts' in value || 'tool_calls' in value;
}
