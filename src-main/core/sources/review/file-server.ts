import { createHmac, randomBytes } from 'node:crypto';
import { basename, dirname, isAbsolute, resolve } from 'node:path';
import { canonicalJson } from '#shared/canonical-json.ts';
import { connectionOf, type DiscoveredServer } from '#shared/domain/discovered-config.ts';
import type { McpConnection } from '#shared/domain/mcp-connection.ts';
import type { GivenServers, VariableDescription } from '../../client-configs/given-servers.ts';
import { unfilledWords } from '../../client-configs/read-server.ts';
import { placedInWorkspace } from '../prepared-connection.ts';

/** A server of a configuration as a source would reach it, and the values that the configuration holds. Only for the core. */
export interface FileServer {
  readonly id: string;
  readonly server: DiscoveredServer;
  readonly connection: McpConnection;
  /** Values by variable. */
  readonly held: Readonly<Record<string, string>>;
  /** What the configuration says about its variables. */
  readonly notes: Readonly<Record<string, VariableDescription>>;
}

export interface FilePlace {
  /** Folder that the client starts the server in; null where it has none of its own. */
  readonly folder: string | null;
  /** Folder that an editor would have open, as the configuration lies in it; null for one of the whole user. */
  readonly project: string | null;
  /** The open workspace; null without one. */
  readonly root: string | null;
}

/** What a server of a configuration is as a source: its folder is named, as the workspace can name it. */
export function fileServer(
  found: DiscoveredServer,
  given: Pick<GivenServers, 'valuesOf' | 'describe'>,
  { folder, project, root }: FilePlace,
): Omit<FileServer, 'id'> {
  const server = project === null ? found : inProject(found, project);
  const values = Object.entries(given.valuesOf(found));
  const held = Object.fromEntries(values.map(([name, value]) => [name, withProject(value, project)]));
  const notes = Object.fromEntries(server.variables.map((name) => [name, given.describe(name)]));
  const plain = connectionOf(server.transport);
  if (plain.command === undefined) return { server, connection: plain, held, notes };
  const { cwd, ...rest } = plain;
  const connection = { ...rest, ...startFolder(cwd, folder ?? root) };
  return { server, connection: root === null ? connection : placedInWorkspace(connection, root), held, notes };
}

/** The server with the folder of its project filled in; what else an editor fills in is an obstacle that the review names. */
function inProject(server: DiscoveredServer, project: string): DiscoveredServer {
  const fill = (text: string) => withProject(text, project);
  const { transport } = server;
  return {
    ...server,
    transport:
      transport.type === 'http'
        ? { ...transport, url: fill(transport.url) }
        : {
            ...transport,
            command: fill(transport.command),
            args: transport.args.map(fill),
            cwd: transport.cwd === null ? null : fill(transport.cwd),
          },
    findings: server.findings.filter(({ message }) => !message.endsWith(`${unfilledWords}.`)),
  };
}

function withProject(text: string, project: string | null): string {
  return project === null ? text : text.replace(/\$\{(?:workspaceFolder|workspaceRoot)\}/g, () => project);
}

/** With this, an id tells nothing about the values that it was made from. */
const key = randomBytes(32);

/**
 * Ids of servers in their order: the same for the same entries while Pegboard runs, another one as soon as an entry starts
 * something else or gives it other values.
 */
export function withIds(servers: readonly Omit<FileServer, 'id'>[]): FileServer[] {
  const seen = new Map<string, number>();
  return servers.map((one) => {
    const { config_path, scope, name } = one.server;
    const held = Object.entries(one.held).sort(([a], [b]) => (a < b ? -1 : 1));
    const text = canonicalJson({ config_path, scope, name, connection: one.connection, held });
    const number = (seen.get(text) ?? 0) + 1;
    seen.set(text, number);
    return { ...one, id: createHmac('sha256', key).update(`${number} ${text}`).digest('hex').slice(0, 24) };
  });
}

/** Files that belong to a user and to no folder. */
const userFile = /^(claude_desktop_config|\.claude|cline_mcp_settings|mcp_config)\.json$/i;

/** Folders of programs in a project. */
const projectFolder = /^\.(vscode|cursor|codex|zed|gemini|continue)$/;

/** Settings of a user that are called as those of a folder may be. */
const userFolder =
  /[\\/](?:(?:\.config|AppData[\\/]Roaming)[\\/](?:zed|opencode)|(?:Code|Code - Insiders|VSCodium)[\\/]User)[\\/][^\\/]+$/i;

/** The folder whose configuration a file is, by its place; null for one of the whole user, or without a path. */
export function folderOfFile(path: string, home: string | null): string | null {
  if (!isAbsolute(path) || userFile.test(basename(path)) || userFolder.test(path)) return null;
  const beside = dirname(path);
  const folder = projectFolder.test(basename(beside)) ? dirname(beside) : beside;
  return folder === home ? null : folder;
}

/** The same of a file in a folder that programs keep in a project, such as `.vscode`: any other may be a copy. */
export function projectOfFile(path: string, home: string | null): string | null {
  return projectFolder.test(basename(dirname(path))) ? folderOfFile(path, home) : null;
}

function startFolder(cwd: string | undefined, base: string | null): { cwd?: string } {
  // What starts with a placeholder or a variable is not part of a path yet.
  if (cwd !== undefined && /^\$\{/.test(cwd)) return { cwd };
  if (base === null) return cwd === undefined ? {} : { cwd };
  return { cwd: resolve(base, cwd ?? '.') };
}
