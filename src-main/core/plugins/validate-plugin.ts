import { basename, join } from 'node:path';
import type { Finding } from '#shared/domain/finding.ts';
import { finding } from '#shared/domain/finding.ts';
import { type PluginFormId, pluginForms } from '#shared/domain/plugin-forms.ts';
import { PegboardError } from '#shared/errors.ts';
import type { Files } from '../files/files.ts';
import { literalSecrets } from '../secrets/literal-secrets.ts';
import { lintSkillMd } from '../skills/lint/lint-skill-md.ts';
import { loadPack } from '../skills/read/load-pack.ts';
import { pluginsAt } from './marketplace.ts';
import { type PluginServer, pluginRoot, staysInside } from './plugin-bundle.ts';
import { PluginFolder } from './plugin-folder.ts';
import { manifestPathOf, type ReadPlugin, readPlugin } from './read-plugin.ts';
import { connectionOfServer } from './server-connection.ts';

/** One plugin of a folder in one of its forms, as `pegboard plugins validate` counts it. */
export interface ValidatedPlugin {
  /** Null where the manifest is not valid. */
  readonly name: string | null;
  readonly form: PluginFormId;
  /** Full path. */
  readonly root: string;
  readonly skills: readonly string[];
  readonly servers: readonly string[];
}

export interface PluginValidation {
  readonly plugins: readonly ValidatedPlugin[];
  /** In the order of their paths, which are full. */
  readonly findings: readonly Finding[];
}

/**
 * Every plugin at a path, in each of its forms, held against the rules of that form: a folder with a plugin, its manifest, or a
 * folder with a catalog of plugins. Nothing is started or written. Errors: `file_not_found`, `unrecognised_format`, `cancelled`.
 */
export async function validatePlugins(path: string, files: Files, signal?: AbortSignal): Promise<PluginValidation> {
  const catalogs = await pluginsAt(path, files, signal);
  const findings: Finding[] = catalogs.flatMap((catalog) => catalog.findings);
  const paths = [path, ...catalogs.flatMap((catalog) => catalog.plugins)];
  const read = (await Promise.all(paths.map((one) => readPlugin(one, files, signal)))).flat();
  if (read.length === 0 && catalogs.length === 0) throw notAPlugin(path);
  for (const plugin of read) findings.push(...plugin.findings, ...(await checkPlugin(plugin, files, signal)));
  return {
    plugins: read.map(({ form, root, bundle }) => ({
      name: bundle?.metadata.name ?? null,
      form,
      root,
      skills: bundle?.skills.map(({ folder }) => folder) ?? [],
      servers: bundle?.servers.map(({ name }) => name) ?? [],
    })),
    findings: inOrder(findings),
  };
}

/** The error for a path that is not a plugin. */
export function notAPlugin(path: string): PegboardError {
  const titles = Object.values(pluginForms).join(', ');
  return new PegboardError('unrecognised_format', `${path} is not a plugin.`, {
    hint: `Pegboard knows ${titles}: name the folder with plugin.json, .claude-plugin or .codex-plugin in it.`,
    data: { path },
  });
}

async function checkPlugin(
  { form, root, bundle, skillFolders }: ReadPlugin,
  files: Files,
  signal: AbortSignal | undefined,
): Promise<Finding[]> {
  if (!bundle) return [];
  const folder = new PluginFolder(root, files, signal);
  const findings: Finding[] = [];
  const path = manifestPathOf(root, form);
  for (const server of bundle.servers) {
    await checkPaths(server, folder, path);
    for (const { field } of literalSecrets(connectionOfServer(server), server.name)) {
      const message = `The server "${server.name}" has what looks like a secret in ${field.join('.')}.`;
      findings.push(
        finding('plugin_secret', { message, path, hint: 'Everybody who gets the plugin can read it: remove it.' }),
      );
    }
  }
  const profile = form === 'agent-plugins' ? 'agentskills' : form;
  for (const place of skillFolders) {
    const at = join(root, ...place.split('/'));
    const pack = await loadPack(at, { files, format: 'skill-md', name: bundle.metadata.name, signal });
    // Plugins need not follow our rule for names of skills in packs.
    const own = pack.findings.filter(({ code }) => code !== 'name_convention' && code !== 'link_skipped');
    findings.push(...own.map((one) => ({ ...one, path: join(at, one.path ?? 'SKILL.md') })));
    const text = bundle.skills
      .find((skill) => skill.folder === basename(place))
      ?.files.find((one) => one.path === 'SKILL.md')?.text;
    if (text !== undefined) {
      findings.push(...lintSkillMd({ text, file: join(at, 'SKILL.md'), folderName: basename(place) }, [profile]));
    }
  }
  return [...folder.findings, ...findings];
}

/** The files of the plugin that a server names: they exist, inside of it. */
async function checkPaths(server: PluginServer, folder: PluginFolder, manifest: string): Promise<void> {
  const { transport } = server;
  if (transport.type !== 'stdio') return;
  const texts = [
    ...(transport.command.startsWith(`${pluginRoot}/`) ? [transport.command] : []),
    ...transport.args.filter((text) => text.startsWith(`${pluginRoot}/`)),
    ...(transport.cwd?.startsWith(`${pluginRoot}/`) ? [transport.cwd] : []),
  ];
  for (const text of texts) {
    const path = text.slice(pluginRoot.length + 1);
    const problem = !staysInside(path) ? 'leads out of the plugin' : await missing(path, folder);
    if (problem === null) continue;
    const message = `The server "${server.name}" names ${path.slice(0, 200)}, which ${problem}.`;
    folder.findings.push(finding('plugin_path', { message, path: manifest }));
  }
}

async function missing(path: string, folder: PluginFolder): Promise<string | null> {
  const kind = await folder.kindOf(path);
  return kind === null ? 'is not in the plugin' : kind === 'outside' ? 'is a link that leads out of the plugin' : null;
}

function inOrder(findings: readonly Finding[]): Finding[] {
  const unique = new Map(findings.map((one) => [JSON.stringify(one), one]));
  const key = ({ path = '', range }: Finding) => [path, range?.start.line ?? 0, range?.start.column ?? 0] as const;
  return [...unique.values()].sort((a, b) => {
    const [pathA, lineA, columnA] = key(a);
    const [pathB, lineB, columnB] = key(b);
    return pathA < pathB ? -1 : pathA > pathB ? 1 : lineA - lineB || columnA - columnB;
  });
}
