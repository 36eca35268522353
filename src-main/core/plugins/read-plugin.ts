import { basename, dirname, join } from 'node:path';
import type { Finding } from '#shared/domain/finding.ts';
import { type PluginFormId, pluginForms } from '#shared/domain/plugin-forms.ts';
import { PegboardError } from '#shared/errors.ts';
import { keysOf } from '#shared/tables.ts';
import { isRecord } from '#shared/text/values.ts';
import type { Files } from '../files/files.ts';
import { forms } from './forms/all.ts';
import { type PluginBundle, type PluginServer, type PluginSkill, staysInside } from './plugin-bundle.ts';
import { PluginFields } from './plugin-fields.ts';
import { PluginFolder } from './plugin-folder.ts';
import type { PluginForm } from './plugin-form.ts';

/** A plugin as one form says. `bundle` is null where its manifest is not valid, so that no client loads anything of it. */
export interface ReadPlugin {
  readonly form: PluginFormId;
  /** Folder of the plugin in full. */
  readonly root: string;
  readonly bundle: PluginBundle | null;
  /** Folders that its skills are in, relative to the plugin, with `/`. */
  readonly skillFolders: readonly string[];
  /** Paths are full. */
  readonly findings: readonly Finding[];
}

/**
 * The plugin at a path, once for each form that it has, Agent Plugins first; none where the path is not a plugin. A manifest that
 * is named gives its form only. What is wrong with one server or skill is a finding and leaves the others. Error:
 * `file_not_found`.
 */
export async function readPlugin(path: string, files: Files, signal?: AbortSignal): Promise<readonly ReadPlugin[]> {
  if (!(await files.exists(path))) {
    throw new PegboardError('file_not_found', `There is nothing at ${path}.`, {
      hint: 'Name the folder of a plugin, or its manifest.',
      data: { path },
    });
  }
  const place = (await files.isDirectory(path)) ? { root: path, named: null } : rootOfManifest(path);
  if (!place) return [];
  const root = await files.realPath(place.root);
  const read: ReadPlugin[] = [];
  for (const id of keysOf(pluginForms)) {
    const form = forms[id];
    if (place.named !== null && place.named !== form.manifestPath) continue;
    const folder = new PluginFolder(root, files, signal);
    if ((await folder.kindOf(form.manifestPath)) === null) continue;
    read.push(await readForm(form, folder));
  }
  return read;
}

/** The folder of a plugin by the path of its manifest. */
function rootOfManifest(path: string): { readonly root: string; readonly named: string } | null {
  const beside = dirname(path);
  for (const { manifestPath } of Object.values(forms)) {
    const [first = '', second] = manifestPath.split('/');
    if (second === undefined && basename(path) === first && !/^\.(?:claude|codex)-plugin$/.test(basename(beside))) {
      return { root: beside, named: manifestPath };
    }
    if (second === basename(path) && first === basename(beside)) return { root: dirname(beside), named: manifestPath };
  }
  return null;
}

async function readForm(form: PluginForm, folder: PluginFolder): Promise<ReadPlugin> {
  const manifest = await folder.json(form.manifestPath);
  const metadata = manifest && form.readMetadata(manifest.fields);
  const base = { form: form.id, root: folder.root, findings: folder.findings };
  if (!manifest || !metadata) return { ...base, bundle: null, skillFolders: [] };
  await reportSpelling(form, folder);
  const skillFolders = await skillFoldersOf(form, folder, manifest.fields);
  const skills: PluginSkill[] = [];
  for (const path of skillFolders) {
    const skill = await readSkill(path, folder);
    const twin = skills.find((one) => one.folder.toLowerCase() === skill.folder.toLowerCase());
    if (twin)
      folder.say('name_duplicate', path, `Two skills are in folders named ${skill.folder}.`, 'Rename one of them.');
    else skills.push(skill);
  }
  const servers = await serversOf(form, folder, manifest.fields);
  for (const part of form.otherParts) {
    if ((await folder.kindOf(part)) !== null) folder.say('plugin_part', part, `Pegboard does not read ${part}.`);
  }
  if (skills.length + servers.length === 0)
    folder.say('plugin_empty', form.manifestPath, 'The plugin has no skill and no server.');
  return { ...base, bundle: { metadata, skills, servers }, skillFolders };
}

/** Names that a disk without cases finds and another one does not. */
async function reportSpelling(form: PluginForm, folder: PluginFolder): Promise<void> {
  const wanted = [form.manifestPath, form.serversPath, 'skills'].map((path) => path.split('/')[0] ?? '');
  for (const name of await folder.names('')) {
    const meant = wanted.find((one) => one !== name && one.toLowerCase() === name.toLowerCase());
    if (meant !== undefined)
      folder.say('plugin_case', name, `${name} is spelled ${meant} in a plugin.`, `Rename it to ${meant}.`);
  }
}

/** The folders with a SKILL.md: below `skills/`, and where the form allows it, below the folders that the manifest names. */
async function skillFoldersOf(
  form: PluginForm,
  folder: PluginFolder,
  manifest: PluginFields,
): Promise<readonly string[]> {
  const named = form.namesPlaces ? pathsOf('skills', manifest) : [];
  const found: string[] = [];
  for (const place of new Set(['skills', ...named])) {
    const kind = await folder.kindOf(place);
    if (kind === null && place === 'skills') continue;
    if (kind !== 'folder') {
      const problem = { outside: 'leads out of the plugin', file: 'is not a folder', null: 'is missing' }[
        kind ?? 'null'
      ];
      folder.say('plugin_path', place, `${place} ${problem}.`, 'Skills are in folders of it, each with a SKILL.md.');
      continue;
    }
    if ((await folder.kindOf(`${place}/SKILL.md`)) === 'file' && place !== 'skills') found.push(place);
    for (const name of await folder.names(place)) {
      const path = `${place}/${name}`;
      const inside = await folder.kindOf(path);
      if (inside === 'outside')
        folder.say(
          'plugin_path',
          path,
          `${path} is a link that leads out of the plugin.`,
          'Put the folder itself there.',
        );
      if (inside === 'folder' && (await hasSkill(path, folder))) found.push(path);
    }
  }
  return found;
}

async function hasSkill(path: string, folder: PluginFolder): Promise<boolean> {
  const names = await folder.names(path);
  const other = names.find((name) => name !== 'SKILL.md' && name.toUpperCase() === 'SKILL.MD');
  if (other !== undefined && !names.includes('SKILL.md')) {
    folder.say(
      'plugin_case',
      `${path}/${other}`,
      `${other} is spelled SKILL.md in a plugin.`,
      'Rename it to SKILL.md.',
    );
  }
  if (!names.includes('SKILL.md')) return false;
  const kind = await folder.kindOf(`${path}/SKILL.md`);
  if (kind === 'file') return true;
  const problem = kind === 'outside' ? 'is a link that leads out of the plugin' : 'is not a file';
  folder.say(
    'plugin_path',
    `${path}/SKILL.md`,
    `${path}/SKILL.md ${problem}.`,
    'The skill is left out. Put the file itself there.',
  );
  return false;
}

/** A skill with its SKILL.md. The files beside it are the same in every form, so they are looked at and not read. */
async function readSkill(path: string, folder: PluginFolder): Promise<PluginSkill> {
  await folder.filesBelow(path);
  const text = await folder.text(`${path}/SKILL.md`);
  return { folder: basename(path), files: text === null ? [] : [{ path: 'SKILL.md', text }] };
}

/** The paths that a manifest names under a key, without `./`; one that leads out is a finding. */
function pathsOf(key: string, manifest: PluginFields): readonly string[] {
  const given = manifest.raw(key);
  if (given === undefined) return [];
  const paths = typeof given === 'string' ? [given] : Array.isArray(given) ? given : null;
  if (!paths?.every((path) => typeof path === 'string')) {
    manifest.refuse(key, 'a path, or a list of paths');
    return [];
  }
  const inside = paths.filter((path) => {
    const isInside = path.startsWith('./') && staysInside(path);
    if (!isInside)
      manifest.say(
        'plugin_path',
        [key],
        `${key} names "${path.slice(0, 200)}", which is not a path inside of the plugin.`,
        'Begin with "./".',
      );
    return isInside;
  });
  return inside.map((path) => path.replace(/^\.\/*/, '').replace(/\/+$/, '')).filter((path) => path !== '');
}

async function serversOf(
  form: PluginForm,
  folder: PluginFolder,
  manifest: PluginFields,
): Promise<readonly PluginServer[]> {
  const servers = new Map<string, PluginServer>();
  const add = (name: string, fields: PluginFields) => {
    const server = form.readServer(name, fields);
    if (!server) return;
    if (servers.has(name))
      fields.say('plugin_server', fields.at, `Two servers are named ${name}; the second is left out.`);
    else servers.set(name, server);
  };
  const given = form.namesPlaces ? manifest.raw('mcpServers') : undefined;
  const inline = (Array.isArray(given) ? given : [given]).filter(isRecord);
  for (const map of inline) addEach(map, ['mcpServers'], manifest.say, add);
  const isPath = typeof given === 'string' || (Array.isArray(given) && inline.length === 0);
  const named = isPath ? pathsOf('mcpServers', manifest) : [];
  if (given !== undefined && !isPath && inline.length === 0)
    manifest.refuse('mcpServers', 'a path, or names with servers');
  for (const path of new Set([form.serversPath, ...named])) {
    if (path === form.serversPath && !named.includes(path) && (await folder.kindOf(path)) === null) continue;
    await addFile(path, form, folder, add);
  }
  return [...servers.values()];
}

type Add = (name: string, fields: PluginFields) => void;

async function addFile(path: string, form: PluginForm, folder: PluginFolder, add: Add): Promise<void> {
  const file = await folder.json(path);
  if (!file) return;
  const { fields, values } = file;
  if (!form.readServersHead(fields)) return;
  const map = fields.raw('mcpServers');
  if (isRecord(map)) addEach(map, ['mcpServers'], fields.say, add);
  else if (map === undefined && form.bareServers && isRecord(values.value)) addEach(values.value, [], fields.say, add);
  else fields.refuse('mcpServers', 'names with servers');
}

function addEach(
  map: Readonly<Record<string, unknown>>,
  at: readonly string[],
  say: PluginFields['say'],
  add: Add,
): void {
  for (const [name, entry] of Object.entries(map)) {
    if (isRecord(entry)) add(name, new PluginFields(entry, [...at, name], say));
    else if (name !== '$schema')
      say('plugin_server', [...at, name], `The server "${name}" must be an object. It is left out.`);
  }
}

/** The full path of a manifest of a form below a folder. */
export function manifestPathOf(root: string, form: PluginFormId): string {
  return join(root, ...forms[form].manifestPath.split('/'));
}
