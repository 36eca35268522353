import { servedEntry } from '#core/client-configs/served-entry.ts';
import { startCommand } from '#core/client-configs/start-command.ts';
import {
  clientIdSchema,
  clientTitles,
  type DiscoveredConfig,
  type DiscoveredServer,
} from '#shared/domain/discovered-config.ts';
import { PegboardError } from '#shared/errors.ts';
import { type CommandContext, type CommandResult, withServices, withWorkspace } from '../command-context.ts';
import { plainText } from '../plain-text.ts';
import { excerpt, type Reporter, table } from '../reporter.ts';
import { type ImportServersOptions, importServers } from './import-servers.ts';

export interface DiscoverOptions extends ImportServersOptions {
  readonly all?: boolean | undefined;
}

/**
 * `pegboard import --discover`: the client configurations of this computer and of the current folder, with their servers.
 * Starts nothing, unless --all, --only or --except say what to import. Exit code 1 when a configuration cannot be read.
 */
export async function discover(
  context: CommandContext,
  files: readonly string[],
  options: DiscoverOptions,
): CommandResult {
  const { io, reporter } = context;
  if (files.length > 0) {
    throw new PegboardError('usage', '--discover looks for configurations itself and takes no file.', {
      hint: 'Leave the file out, or leave --discover out to import it.',
    });
  }
  if (options.all || options.only || options.except) {
    const found = {
      origin: { kind: 'discovered' as const, project: io.cwd },
      title: 'The configurations of this computer',
    };
    return withWorkspace(context, (services) => importServers(context, services, found, options));
  }
  const configs = await withServices(context, (services) =>
    services.discovery.discover({ project: io.cwd }, { signal: io.signal }),
  );
  const value = {
    configs: configs.map((config) => ({
      ...config,
      servers: config.servers.map((server) => ({
        ...server,
        import_command: isPegboard(server) ? null : startCommand(server),
      })),
    })),
  };
  reporter.result('discover/1', value, () => describe(configs, reporter));
  if (reporter.format === 'human') {
    const all = configs.flatMap(({ servers, findings }) => [...findings, ...servers.flatMap((one) => one.findings)]);
    // The table has what a server needs; the JSON has the rest too.
    reporter.findings(all.filter(({ severity }) => severity !== 'info'));
  }
  const isBroken = configs.some(({ findings }) => findings.some(({ severity }) => severity === 'error'));
  return isBroken ? 1 : 0;
}

function describe(configs: readonly DiscoveredConfig[], reporter: Reporter): string {
  if (configs.length === 0) {
    const searched = clientIdSchema.options.filter((id) => id !== 'generic').map((id) => clientTitles[id]);
    return `No client configuration was found. Looked for: ${searched.join(', ')}.`;
  }
  const sections = configs.map(({ client, scope, path, servers }) => {
    const head = `${reporter.paint('bold', clientTitles[client])} (${scope}) ${plainText(path)}`;
    const others = servers.filter((server) => !isPegboard(server));
    const commands = others.map((server) => reporter.paint('dim', `  ${plainText(startCommand(server))}`));
    return servers.length === 0 ? `${head}\n  no servers` : [head, table(servers.map(row)), ...commands].join('\n');
  });
  return `${sections.join('\n\n')}\n\nNothing was started. The lines that start with "pegboard import" import from a server; --all imports from all.`;
}

/** Whether a client gets the tools of a workspace from it: nobody wants to import these. */
const isPegboard = ({ name, transport }: DiscoveredServer) => servedEntry(name, transport) !== null;

function row(server: DiscoveredServer): string[] {
  const { name, transport, variables, disabled, status } = server;
  const way = transport.type === 'http' ? transport.url : [transport.command, ...transport.args].join(' ');
  const needs = isPegboard(server) ? 'Pegboard itself' : variables.length === 0 ? '' : `needs ${variables.join(', ')}`;
  const state = disabled ? `${status} (disabled)` : status;
  return [`  ${name}`, transport.type, state, excerpt(way, 60), needs];
}
