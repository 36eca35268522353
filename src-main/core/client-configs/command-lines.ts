import { stringify as stringifyToml } from 'smol-toml';
import type { ClientId } from '#shared/domain/discovered-config.ts';
import { shellCommands } from './shell-words.ts';

/** A server as a line for a terminal adds it to a client. */
interface AddedServer {
  readonly client: ClientId;
  readonly name: string;
  /** The entry in the form that most client configurations share. */
  readonly entry: Readonly<Record<string, unknown>>;
}

/** A configuration of the client that the lines are for: what they would write. */
export interface WrittenConfig {
  readonly client: ClientId;
  readonly text: string;
}

/**
 * The configuration that lines such as `claude mcp add …`, `claude mcp add-json …`, `code --add-mcp …`, `codex mcp add …` and
 * `gemini mcp add …` would write; null when none of the text's commands is one. Lines for several clients make one
 * configuration of the form that most share. Nothing is run.
 */
export function configOfCommands(text: string): WrittenConfig | null {
  if (text.length > maximumCharacters || !/\bmcp\s+add|--add-mcp/.test(text)) return null;
  const servers = shellCommands(text).flatMap((words) => addedServer(words) ?? []);
  const [first] = servers;
  if (!first) return null;
  const client = servers.every((server) => server.client === first.client) ? first.client : 'generic';
  const map = Object.fromEntries(servers.map(({ name, entry }) => [name, entry]));
  if (client === 'codex') return { client, text: stringifyToml({ mcp_servers: map }) };
  return { client, text: JSON.stringify(client === 'vscode' ? { servers: map } : { mcpServers: map }) };
}

/** Nobody copies a longer line. */
const maximumCharacters = 200_000;

function addedServer(words: readonly string[]): AddedServer | null {
  const [program = '', ...rest] = words;
  const base = (program.split(/[\\/]/).pop() ?? '').toLowerCase().replace(/\.(?:cmd|exe)$/, '');
  if (/^(?:code|code-insiders|codium|vscodium)$/.test(base)) return addedToVsCode(rest);
  const clients: Readonly<Record<string, ClientId>> = { claude: 'claude-code', codex: 'codex', gemini: 'generic' };
  const client = Object.hasOwn(clients, base) ? clients[base] : undefined;
  const [mcp, verb, ...args] = rest;
  if (client === undefined || mcp !== 'mcp') return null;
  if (verb === 'add-json') return addedAsJson(client, args);
  return verb === 'add' ? added(client, args) : null;
}

function addedToVsCode(words: readonly string[]): AddedServer | null {
  const at = words.findIndex((word) => word === '--add-mcp' || word.startsWith('--add-mcp='));
  const value = words[at]?.startsWith('--add-mcp=') ? words[at]?.slice('--add-mcp='.length) : words[at + 1];
  const parsed = at < 0 ? null : parsedObject(value ?? '');
  if (!parsed || typeof parsed.name !== 'string') return null;
  const { name, ...entry } = parsed;
  return { client: 'vscode', name, entry };
}

function addedAsJson(client: ClientId, args: readonly string[]): AddedServer | null {
  const { words } = splitOptions(args);
  const [name, json] = words;
  const entry = json === undefined ? null : parsedObject(json);
  return name === undefined || !entry ? null : { client, name, entry };
}

function added(client: ClientId, args: readonly string[]): AddedServer | null {
  const { words, options } = splitOptions(args);
  const [name, target, ...more] = words;
  const first = (...names: readonly string[]) => options.find(([key]) => names.includes(key))?.[1];
  const url = first('url');
  if (name === undefined || (target === undefined && url === undefined)) return null;
  const transport = first('transport', 't');
  const isRemote =
    url !== undefined ||
    (transport !== 'stdio' && /^https?:\/\//i.test(target ?? '')) ||
    transport === 'http' ||
    transport === 'sse';
  const pairs = (names: readonly string[], pattern: RegExp) => {
    const found = options.filter(([key]) => names.includes(key)).flatMap(([, value]) => [pattern.exec(value) ?? []]);
    return Object.fromEntries(found.flatMap(([, key, value]) => (key === undefined ? [] : [[key, value ?? '']])));
  };
  if (!isRemote) {
    const env = pairs(['env', 'e'], /^([^=\s]+)=([\s\S]*)$/);
    return { client, name, entry: { command: target, args: more, ...(Object.keys(env).length > 0 ? { env } : {}) } };
  }
  const headers = pairs(['header', 'H'], /^([^:\s]+):\s*([\s\S]*)$/);
  const token = first('bearer-token-env-var');
  const entry = {
    url: url ?? target,
    ...(transport === undefined ? {} : { type: transport }),
    ...(Object.keys(headers).length > 0 ? { [client === 'codex' ? 'http_headers' : 'headers']: headers } : {}),
    ...(token === undefined ? {} : { bearer_token_env_var: token }),
  };
  return { client, name, entry };
}

/** Options that stand alone. */
const flags = new Set(['trust', 'help', 'h', 'verbose']);
/** Options that take every following word of their form. */
const lists: Readonly<Record<string, RegExp>> = {
  env: /^[A-Za-z_]\w*=/,
  e: /^[A-Za-z_]\w*=/,
  header: /^[\w-]+:\s/,
  H: /^[\w-]+:\s/,
};

/** The options of a command, and its other words; everything behind `--` and behind the program is the server's own. */
function splitOptions(args: readonly string[]): {
  readonly words: readonly string[];
  readonly options: readonly (readonly [string, string])[];
} {
  const words: string[] = [];
  const options: (readonly [string, string])[] = [];
  for (let i = 0; i < args.length; i++) {
    const word = args[i] ?? '';
    if (word === '--') return { words: [...words, ...args.slice(i + 1)], options };
    const [, key, value] = /^--?([A-Za-z][\w-]*)(?:=([\s\S]*))?$/.exec(word) ?? [];
    // The name and the program are there: what follows belongs to the program.
    if (
      key === undefined ||
      (words.length >= 2 && !['env', 'e', 'header', 'H', 'transport', 't', 'scope', 's'].includes(key))
    ) {
      words.push(word);
    } else if (value !== undefined) options.push([key, value]);
    else if (!flags.has(key)) {
      options.push([key, args[++i] ?? '']);
      const form = Object.hasOwn(lists, key) ? lists[key] : undefined;
      while (form?.test(args[i + 1] ?? '')) options.push([key, args[++i] ?? '']);
    }
  }
  return { words, options };
}

function parsedObject(json: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(json);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : null;
  } catch {
    return null;
  }
}
