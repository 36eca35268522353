import type { DiscoveredConfig } from '#shared/domain/discovered-config.ts';
import { finding } from '#shared/domain/finding.ts';
import { isPegboardError } from '#shared/errors.ts';
import { throwIfCancelled } from '../cancellation.ts';
import type { Files } from '../files/files.ts';
import { type ClientDefinition, type ConfigLocation, type Machine, noServers } from './client-definition.ts';
import { clients } from './clients/all.ts';
import { readWithEnvFiles } from './env-file.ts';
import { type GivenServers, givenServers } from './given-servers.ts';
import { pathsOf } from './machine-folders.ts';

/** What discovery needs of the file system: it reads, and nothing else. */
export type ConfigFiles = Pick<Files, 'exists' | 'readText' | 'realPath'>;

export interface DiscoverOptions {
  readonly machine: Machine;
  readonly files: ConfigFiles;
  /** Folder whose own configurations are looked at too; null for none. */
  readonly project: string | null;
  readonly signal?: AbortSignal | undefined;
}

/** Largest configuration that is read, bytes. Claude Code's state grows to a few MiB. */
const maximumBytes = 16 * 1024 * 1024;

/**
 * The configurations of all clients that are there, with their servers. No server is started. A file that cannot be read
 * becomes an error finding, and the other files are still read. Error: `cancelled`.
 */
export async function discoverConfigs(options: DiscoverOptions): Promise<DiscoveredConfig[]> {
  return (await discoverServers(options)).map(({ config }) => config);
}

/** The same, each with the values that it has for its own references. Those stay in memory. Error: `cancelled`. */
export async function discoverServers(options: DiscoverOptions): Promise<GivenServers[]> {
  const found: GivenServers[] = [];
  const seen = new Set<string>();
  for (const definition of clients) {
    for (const location of locationsOf(definition, options)) {
      throwIfCancelled(options.signal);
      if (seen.has(location.path)) continue;
      seen.add(location.path);
      const config = await readLocation(definition, location, options);
      if (config) found.push(config);
    }
  }
  return found;
}

/** Where a client may keep its configuration, for the user first. */
export function locationsOf(
  definition: ClientDefinition,
  { machine, project }: Pick<DiscoverOptions, 'machine' | 'project'>,
): ConfigLocation[] {
  const { join } = pathsOf(machine);
  const user = definition.userLocations(machine).map((path) => ({ scope: 'user' as const, path }));
  const own = project === null ? [] : definition.projectLocations.map((path) => join(project, ...path.split('/')));
  return [...user, ...own.map((path) => ({ scope: 'project' as const, path }))];
}

async function readLocation(
  definition: ClientDefinition,
  { scope, path }: ConfigLocation,
  { files, project, machine }: DiscoverOptions,
): Promise<GivenServers | null> {
  const config = { client: definition.client, scope, path };
  if (!(await files.exists(path))) return null;
  if (scope === 'project' && project !== null && (await leavesProject(project, path, { files, machine }))) {
    return givenServers(config, noServers([leavingLink(path)]));
  }
  try {
    const text = await files.readText(path, { maximumBytes, regularOnly: true });
    const context = { path, scope, project };
    const read = await readWithEnvFiles((known) => definition.read(text, known), context, { machine, files });
    // The settings of an editor without servers are not a configuration of servers.
    const isEmpty = read.servers.length + read.findings.length === 0;
    const isOther = isEmpty && /settings\.json$/.test(path) && definition.client === 'vscode';
    return isOther ? null : givenServers(config, read);
  } catch (error) {
    if (!isPegboardError(error)) throw error;
    const reason = error.code === 'file_too_large' ? 'No client needs a configuration of that size.' : error.hint;
    const hint = reason === undefined ? {} : { hint: reason };
    const unreadable = { code: error.code, severity: 'error' as const, message: error.message, path, ...hint };
    return givenServers(config, noServers([unreadable]));
  }
}

/** Whether a path below a project ends outside of it by a link: a cloned project must not make us read other files. */
export async function leavesProject(
  project: string,
  path: string,
  { files, machine }: { readonly files: Pick<Files, 'realPath'>; readonly machine: Machine },
): Promise<boolean> {
  const { relative, isAbsolute, sep } = pathsOf(machine);
  const way = relative(await files.realPath(project), await files.realPath(path));
  return way === '..' || way.startsWith(`..${sep}`) || isAbsolute(way);
}

function leavingLink(path: string): DiscoveredConfig['findings'][number] {
  return finding('link_leaves_project', {
    message: 'This is a link to a place outside the project, and was not followed.',
    path,
    hint: 'Name the file itself if you trust it: pegboard import <file>.',
  });
}
