import { relative, sep } from 'node:path';
import { nodeFiles } from '#core/files/node-files.ts';
import type { Services } from '#core/services.ts';
import type { DiscoveredConfig } from '#shared/domain/discovered-config.ts';
import { PegboardError } from '#shared/errors.ts';
import {
  type CommandContext,
  type CommandResult,
  withServices,
  withWorkspace,
  workspaceNearby,
} from '../command-context.ts';
import { plainText } from '../plain-text.ts';
import { type ImportServersOptions, importServers } from './import-servers.ts';

/** A configuration with servers that is in a folder, such as `.mcp.json`. */
export interface ProjectConfig {
  readonly path: string;
  /** The path from the folder on. */
  readonly file: string;
  readonly servers: number;
}

/** The configurations with servers that are in a folder. Starts nothing. */
export async function projectConfigs(services: Services, folder: string): Promise<readonly ProjectConfig[]> {
  const configs = await services.discovery.discover({ project: folder });
  const isInside = ({ path, scope, servers }: DiscoveredConfig) =>
    scope === 'project' && servers.length > 0 && path.startsWith(`${folder}${sep}`);
  return configs
    .filter(isInside)
    .map(({ path, servers }) => ({ path, file: relative(folder, path), servers: servers.length }));
}

/**
 * `pegboard import` without a file: offers the servers of the configuration in the current folder. Errors: `usage` where there
 * is none, or several, or where nobody can be asked.
 */
export async function importProject(context: CommandContext, options: ImportServersOptions): CommandResult {
  const { io } = context;
  const found = await withServices(context, (services) => projectConfigs(services, io.cwd));
  const [config] = found;
  if (!config) throw nothingToImport();
  if (found.length > 1 || (!io.ask && !options.yes && !options.dryRun)) throw namedConfigs(found);
  if ((await workspaceNearby(context)) === undefined && io.ask) {
    const question = `There is no workspace here. Make one in ${io.cwd}, for the servers of ${config.file}?`;
    if (!(await io.ask(question))) throw namedConfigs(found);
    await withServices(context, (services) => services.workspace.init({ path: io.cwd }));
    context.reporter.note(plainText(`Made ${io.cwd}${sep}pegboard.yaml.`));
  }
  const text = await nodeFiles.readText(config.path, { regularOnly: true });
  return withWorkspace(context, (services) =>
    importServers(
      context,
      services,
      { origin: { kind: 'text', name: config.path, text }, title: config.file },
      options,
    ),
  );
}

function nothingToImport(): PegboardError {
  return new PegboardError('usage', 'Name a file to import, or a server: --mcp, --url, --source.', {
    hint: 'For example: pegboard import tools.json, or pegboard import .mcp.json. pegboard import --discover lists the servers that other programs know.',
  });
}

function namedConfigs(found: readonly ProjectConfig[]): PegboardError {
  const list = found.map(({ file, servers }) => `${file} (${servers} ${servers === 1 ? 'server' : 'servers'})`);
  return new PegboardError('usage', `Name what to import. This folder has ${list.join(', ')}.`, {
    hint: found.map(({ file }) => `pegboard import ${file}`).join('\n'),
    data: { files: found.map(({ file }) => file) },
  });
}
