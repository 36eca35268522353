import { type ClientId, clientTitles } from '#shared/domain/discovered-config.ts';
import type { Finding } from '#shared/domain/finding.ts';
import { PegboardError } from '#shared/errors.ts';
import type { ClientDefinition, ReadConfig, ReadContext } from './client-definition.ts';
import { clients } from './clients/all.ts';
import { generic } from './clients/generic.ts';
import { configOfCommands } from './command-lines.ts';
import { parseTomlDocument } from './config-document.ts';
import { readDescribedServers } from './described/described-servers.ts';
import { startCommand } from './start-command.ts';

/** The beginning of an OpenAPI document: such documents are long, and every form below would be parsed to find no server. */
const apiStart = /^\s*\{[^{]{0,500}"openapi"\s*:\s*"3\./;

/** The content of a configuration and the client whose form it has. */
export interface RecognisedConfig extends ReadConfig {
  readonly definition: ClientDefinition;
  /** What the file is, for one that describes servers to those who install them. */
  readonly what?: string;
}

/**
 * The client that a configuration text belongs to, with its content; null when the text is not a configuration. The file's name decides which client
 * is asked first; any that finds a server will do, since users rename and copy these files. Descriptions of servers, such as the
 * `server.json` of a registry, count as configurations of no particular client.
 */
export function recogniseConfig(
  text: string,
  path: string,
  context: ReadContext = { path, scope: 'user', project: null },
): RecognisedConfig | null {
  if (apiStart.test(text)) return null;
  // An mcpServers file of any other name belongs to no program that we can know: most of them share that form.
  const order: readonly (ClientId | undefined)[] = [clientNamed(path), 'generic', 'vscode', 'codex'];
  for (const client of order) {
    const definition = clients.find((one) => one.client === client);
    const read = definition?.read(text, context);
    if (definition && read && read.servers.length > 0) return { ...read, definition };
  }
  const described = readDescribedServers(text, context);
  if (described) return described.servers.length > 0 ? { ...described, definition: generic } : null;
  return readCommands(text, context);
}

/** The client that a file of this name surely belongs to. */
function clientNamed(path: string): ClientId | undefined {
  return clients.find(({ fileName }) => fileName?.test(path))?.client;
}

/** The servers that lines for a terminal would add, such as `claude mcp add …`. */
function readCommands(text: string, context: ReadContext): ReturnType<typeof recogniseConfig> {
  const written = configOfCommands(text);
  const definition = clients.find((one) => one.client === written?.client);
  if (!written || !definition) return null;
  const read = definition.read(written.text, context);
  if (read.servers.length === 0) return null;
  // Places in the text that was built from the lines do not match places in the lines.
  const placeless = (findings: readonly Finding[]) => findings.map(({ range: _, ...finding }) => finding);
  const pairs = read.servers.map((server) => [server, { ...server, findings: placeless(server.findings) }] as const);
  return {
    definition,
    servers: pairs.map(([, server]) => server),
    findings: placeless(read.findings),
    values: new Map(pairs.map(([old, server]) => [server, read.values.get(old) ?? {}])),
    notes: read.notes,
  };
}

/**
 * The error for a client configuration that was given in place of a list of tools: it names the servers and says how to import
 * them. For a `.toml`, which is nothing else, what is wrong with it. Null when the text is not such a configuration.
 */
export function clientConfigError(text: string, path: string): PegboardError | null {
  const config = recogniseConfig(text, path);
  if (!config) return descriptionError(text, path) ?? unreadableError(text, path) ?? tomlError(text, path);
  const { servers, definition, what } = config;
  const names = servers.map(({ name }) => name);
  const shown = names.slice(0, 10).join(', ') + (names.length > 10 ? ` and ${names.length - 10} more` : '');
  return new PegboardError(
    'unrecognised_format',
    `${path} is ${what ?? `a client configuration${definition.client === 'generic' ? '' : ` (${clientTitles[definition.client]})`}`} with ${servers.length} ${servers.length === 1 ? 'server' : 'servers'}: ${shown}. It names servers and does not list their tools.`,
    {
      hint: `Import its servers with a separate command: pegboard import ${path}`,
      data: {
        file: path,
        client: definition.client,
        servers: servers.slice(0, 100).map((server) => ({ name: server.name, command: startCommand(server) })),
      },
    },
  );
}

/** The error for TOML in which no server is found; null for every other file. */
function tomlError(text: string, path: string): PegboardError | null {
  if (!/\.toml$/i.test(path)) return null;
  const { mistake } = parseTomlDocument(text, path);
  if (!mistake?.range) {
    return new PegboardError('unrecognised_format', `${path} names no server that Pegboard can import.`, {
      hint: 'Codex keeps its servers in tables: [mcp_servers.<name>].',
      data: { file: path },
    });
  }
  const { line, column } = mistake.range.start;
  return new PegboardError('invalid_toml', `${path}:${line}:${column}: ${mistake.message}`, {
    hint: 'Correct the file at this place.',
    data: { file: path, line, column },
  });
}

/** The error for a client configuration without a server that Pegboard can read; null for every other text. */
function unreadableError(text: string, path: string): PegboardError | null {
  const readers = clients.filter(({ client }) => client === clientNamed(path) || client === 'generic');
  const found = readers.flatMap((one) => one.read(text, { path, scope: 'user', project: null }).findings);
  const problems = found.filter(({ code }, i) => code === 'server_invalid' && !isTold(found, i)).slice(0, 3);
  if (problems.length === 0) return null;
  const reasons = problems.map(({ message, range }) =>
    range ? `${range.start.line}:${range.start.column}: ${message}` : message,
  );
  return new PegboardError(
    'unrecognised_format',
    `${path} is a client configuration, but Pegboard can read none of its servers.`,
    { hint: reasons.join(' '), data: { file: path } },
  );
}

/** Whether an earlier reader said the same. */
function isTold(findings: readonly Finding[], at: number): boolean {
  return findings.slice(0, at).some(({ message }) => message === findings[at]?.message);
}

/** The error for a file that describes servers without one that can be started; null for every other text. */
function descriptionError(text: string, path: string): PegboardError | null {
  const described = readDescribedServers(text, { path, scope: 'user', project: null });
  if (!described || described.servers.length > 0) return null;
  const reasons = described.findings.map(({ message }) => message).slice(0, 3);
  return new PegboardError(
    'unrecognised_format',
    `${path} is ${described.what} without a server that can be started.`,
    {
      hint:
        reasons.length > 0 ? reasons.join(' ') : 'It needs an address in `remotes`, or a package that can be started.',
      data: { file: path },
    },
  );
}
