import { type ClientId, clientTitles } from '#shared/domain/discovered-config.ts';
import type { Finding } from '#shared/domain/finding.ts';
import { PegboardError } from '#shared/errors.ts';
import type { ClientDefinition, ReadConfig, ReadContext } from './client-definition.ts';
import { clients } from './clients/all.ts';
import { configOfCommands } from './command-lines.ts';
import { startCommand } from './start-command.ts';

/**
 * The client whose configuration a text is, with what it says; null when it is none. The file's name decides which client
 * is asked first; any that finds a server will do, since users rename and copy these files.
 */
export function recogniseConfig(
  text: string,
  path: string,
  context: ReadContext = { path, scope: 'user', project: null },
): (ReadConfig & { readonly definition: ClientDefinition }) | null {
  const named = clients.find(({ fileName }) => fileName?.test(path))?.client;
  // An mcpServers file of any other name belongs to no program that we can know: most of them share that form.
  const order: readonly (ClientId | undefined)[] = [named, 'generic', 'vscode', 'codex'];
  for (const client of order) {
    const definition = clients.find((one) => one.client === client);
    const read = definition?.read(text, context);
    if (definition && read && read.servers.length > 0) return { ...read, definition };
  }
  return readCommands(text, context);
}

/** The servers that lines for a terminal would add, such as `claude mcp add …`. */
function readCommands(text: string, context: ReadContext): ReturnType<typeof recogniseConfig> {
  const written = configOfCommands(text);
  const definition = clients.find((one) => one.client === written?.client);
  if (!written || !definition) return null;
  const read = definition.read(written.text, context);
  if (read.servers.length === 0) return null;
  // Places in the text that was made of the lines are none in the lines.
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
 * them. Null when the text is no such configuration.
 */
export function clientConfigError(text: string, path: string): PegboardError | null {
  const config = recogniseConfig(text, path);
  if (!config) return null;
  const { servers, definition } = config;
  const names = servers.map(({ name }) => name);
  const shown = names.slice(0, 10).join(', ') + (names.length > 10 ? ` and ${names.length - 10} more` : '');
  return new PegboardError(
    'unrecognised_format',
    `${path} is a client configuration${definition.client === 'generic' ? '' : ` (${clientTitles[definition.client]})`} with ${servers.length} ${servers.length === 1 ? 'server' : 'servers'}: ${shown}. It names servers and holds no list of tools.`,
    {
      hint: `Import its servers by themselves: pegboard import ${path}`,
      data: {
        file: path,
        client: definition.client,
        servers: servers.slice(0, 100).map((server) => ({ name: server.name, command: startCommand(server) })),
      },
    },
  );
}
