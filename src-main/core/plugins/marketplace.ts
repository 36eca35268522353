import { basename, dirname, join } from 'node:path';
import type { Finding } from '#shared/domain/finding.ts';
import { isRecord } from '#shared/text/values.ts';
import type { Files } from '../files/files.ts';
import { forms } from './forms/all.ts';
import { staysInside } from './plugin-bundle.ts';
import { PluginFields } from './plugin-fields.ts';
import { PluginFolder } from './plugin-folder.ts';

/** A catalog of plugins in a folder, and the folders of those that lie below it. */
export interface Marketplace {
  readonly name: string | null;
  /** Full paths. */
  readonly plugins: readonly string[];
  readonly findings: readonly Finding[];
}

/**
 * The catalogs at a path: a folder with `.claude-plugin/marketplace.json` or `.agents/plugins/marketplace.json`, or that file. A
 * plugin that lies elsewhere is a finding, since Pegboard fetches nothing; a wrong entry leaves the others. Error: `cancelled`.
 */
export async function pluginsAt(path: string, files: Files, signal?: AbortSignal): Promise<readonly Marketplace[]> {
  const isFile = basename(path) === 'marketplace.json' && !(await files.isDirectory(path));
  const found: Marketplace[] = [];
  for (const { marketplacePath } of Object.values(forms)) {
    if (marketplacePath === null) continue;
    const up = marketplacePath.split('/').length;
    const isThis = isFile && path.split(/[\\/]/).slice(-up).join('/') === marketplacePath;
    if (isFile && !isThis) continue;
    const root = isFile ? Array.from({ length: up }).reduce<string>((at) => dirname(at), path) : path;
    if (!(await files.isDirectory(root))) continue;
    const folder = new PluginFolder(await files.realPath(root), files, signal);
    if ((await folder.kindOf(marketplacePath)) !== null) found.push(await readMarketplace(marketplacePath, folder));
  }
  return found;
}

async function readMarketplace(path: string, folder: PluginFolder): Promise<Marketplace> {
  const file = await folder.json(path);
  if (!file) return { name: null, plugins: [], findings: folder.findings };
  const { fields } = file;
  const name = fields.text('name');
  if (name === null) fields.say('plugin_field', ['name'], 'The catalog has no name.');
  const entries = fields.raw('plugins');
  if (!Array.isArray(entries)) fields.refuse('plugins', 'a list of plugins');
  const plugins: string[] = [];
  for (const [i, entry] of (Array.isArray(entries) ? entries : []).entries()) {
    const at = ['plugins', i];
    const one = isRecord(entry) ? new PluginFields(entry, at, fields.say) : null;
    const named = one?.text('name') ?? null;
    if (!one || named === null) {
      fields.say('plugin_field', at, `plugins.${i} must be an object with a name.`);
      continue;
    }
    const place = await folderOf(one, folder);
    if (place !== null) plugins.push(join(folder.root, ...place.split('/')));
  }
  return { name, plugins, findings: folder.findings };
}

/** The folder of an entry, relative to the catalog's; null, with a finding, where it is not below it. */
async function folderOf(entry: PluginFields, folder: PluginFolder): Promise<string | null> {
  const source = entry.raw('source');
  const path = isRecord(source) ? (source.source === 'local' ? source.path : null) : source;
  const name = entry.text('name') ?? '';
  if (typeof path !== 'string') {
    entry.say('plugin_part', [...entry.at, 'source'], `${name} lies elsewhere, and Pegboard fetches nothing.`);
    return null;
  }
  const inside = path.replace(/^\.\/*/, '').replace(/\/+$/, '');
  const kind =
    path.startsWith('./') && staysInside(path) ? await folder.kindOf(inside === '' ? '.' : inside) : 'outside';
  if (kind === 'folder') return inside === '' ? '.' : inside;
  const problem = kind === 'outside' ? 'is not a path below the catalog' : 'is not a folder';
  entry.say('plugin_path', [...entry.at, 'source'], `The source of ${name}, "${path.slice(0, 200)}", ${problem}.`);
  return null;
}
