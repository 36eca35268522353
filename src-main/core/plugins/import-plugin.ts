import { basename, join } from 'node:path';
import type { McpConnection } from '#shared/domain/mcp-connection.ts';
import { PegboardError } from '#shared/errors.ts';
import type { BytesWrite, Files, FileWrite } from '../files/files.ts';
import { isPlainDefault, referenceTo, variableName } from '../secrets/variable-references.ts';
import { safePath } from '../skills/export/safe-path.ts';
import { loadPack } from '../skills/read/load-pack.ts';
import { readSkillFolderFile } from '../skills/read/skill-folder.ts';
import { containedPath } from '../workspace/load-workspace.ts';
import { forms } from './forms/all.ts';
import { type PluginServer, pluginData, pluginRoot } from './plugin-bundle.ts';
import type { ReadPlugin } from './read-plugin.ts';
import { connectionOfServer } from './server-connection.ts';

/** Where the placeholders of a plugin lead on this computer, as full paths. */
export interface PluginPlaces {
  readonly root: string;
  readonly data: string;
}

/**
 * The servers of a plugin as a configuration that the review of servers reads. Placeholders are filled in. What the plugin gives
 * its servers in plain text stays as the default of a variable, unless it looks like a secret: then the user is asked for it.
 */
export function serversText({ form, bundle }: ReadPlugin, places: PluginPlaces): string {
  const own = forms[form].ownVariables;
  const entries = (bundle?.servers ?? []).map((server) => {
    const connection = filledIn(server, places);
    if (connection.command === undefined) {
      const { headers = {} } = connection;
      return [
        server.name,
        { ...connection, headers: withDefaults(headers, (name) => `${server.name}_${name}`) },
      ] as const;
    }
    const set = own === null ? {} : { [own.root]: places.root, [own.data]: places.data };
    const env = withDefaults({ ...connection.env, ...set }, (name) => name);
    return [server.name, { ...connection, env }] as const;
  });
  return JSON.stringify({ mcpServers: Object.fromEntries(entries) });
}

/** Whether a server of the plugin needs its folder for data. */
export function needsData({ form, bundle }: ReadPlugin): boolean {
  const isStarted = ({ transport }: PluginServer) => transport.type === 'stdio';
  const servers = bundle?.servers ?? [];
  return forms[form].ownVariables === null ? JSON.stringify(servers).includes(pluginData) : servers.some(isStarted);
}

function filledIn(server: PluginServer, { root, data }: PluginPlaces): McpConnection {
  const fill = (text: string) => text.replaceAll(pluginRoot, root).replaceAll(pluginData, data);
  const all = (map: Readonly<Record<string, string>>) =>
    Object.fromEntries(Object.entries(map).map(([key, value]) => [key, fill(value)]));
  const { command, args, env, cwd, url, headers } = connectionOfServer(server);
  return {
    ...(command === undefined ? {} : { command: fill(command) }),
    ...(args === undefined ? {} : { args: args.map(fill) }),
    ...(env === undefined ? {} : { env: all(env) }),
    ...(cwd === undefined ? {} : { cwd: fill(cwd) }),
    ...(url === undefined ? {} : { url: fill(url) }),
    ...(headers === undefined ? {} : { headers: all(headers) }),
  };
}

/** Plain values as defaults of variables; others as they are, for the review to take out. */
function withDefaults(
  values: Readonly<Record<string, string>>,
  nameOf: (name: string) => string,
): Record<string, string> {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => {
      const variable = /^[A-Za-z_]\w*$/.test(nameOf(name)) ? nameOf(name) : variableName(nameOf(name));
      return [name, isPlainDefault(variable, value) ? referenceTo(variable, value) : value];
    }),
  );
}

/** Skills that become a pack: its path as `skills.skill_packs` names it, the names of their folders, and the copying of them. */
export interface SkillsToCopy {
  readonly path: string;
  readonly skills: readonly string[];
  /** Copies all files or none. Errors: those of writing, and `file_changed`. */
  readonly copy: () => Promise<void>;
}

/**
 * The skills of a plugin that can be read, with the files beside them, to be copied byte for byte to `packs/<name>` of a workspace.
 * No link is followed. Error: `file_exists` for a folder that holds something.
 */
export async function skillsToCopy(
  { root, skillFolders }: ReadPlugin,
  {
    name,
    workspace,
    files,
    signal,
  }: { name: string; workspace: string; files: Files; signal?: AbortSignal | undefined },
): Promise<SkillsToCopy> {
  const path = `packs/${name}`;
  const target = await containedPath(workspace, 'skills.skill_packs', path, files);
  if ((await files.list(target)).length > 0) {
    throw new PegboardError('file_exists', `${path} already exists and is not empty.`, {
      hint: `Remove that pack first, or import the servers only: --no-skills.`,
      data: { path },
    });
  }
  const writes: (FileWrite | BytesWrite)[] = [];
  const skills: string[] = [];
  for (const place of skillFolders) {
    const from = join(root, ...place.split('/'));
    const pack = await loadPack(from, { files, format: 'skill-md', name, signal });
    const skill = pack.skills.find((one) => one.file === 'SKILL.md');
    if (!skill || skill.original === null || skills.includes(basename(place))) continue;
    skills.push(basename(place));
    writes.push({ path: await safePath(target, `${basename(place)}/SKILL.md`, files), text: skill.original });
    for (const one of skill.folder_files) {
      writes.push({
        path: await safePath(target, `${basename(place)}/${one.path}`, files),
        bytes: () => readSkillFolderFile(from, skill.folder_files, one.path, files),
        executable: one.executable,
      });
    }
  }
  return { path, skills, copy: () => files.writeAll(writes) };
}
