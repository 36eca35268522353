import { basename, join, resolve } from 'node:path';
import { nodeFiles } from '#core/files/node-files.ts';
import { needsData, type SkillsToCopy, serversText, skillsToCopy } from '#core/plugins/import-plugin.ts';
import { pluginsAt } from '#core/plugins/marketplace.ts';
import { manifestPathOf, type ReadPlugin, readPlugin } from '#core/plugins/read-plugin.ts';
import { notAPlugin } from '#core/plugins/validate-plugin.ts';
import type { Services } from '#core/services.ts';
import { pathFrom } from '#core/skills/read/read-skills-at.ts';
import type { Finding } from '#shared/domain/finding.ts';
import { pluginForms } from '#shared/domain/plugin-forms.ts';
import { PegboardError } from '#shared/errors.ts';
import { userDataDir } from '../../user-data-dir.ts';
import { type CommandContext, type CommandResult, findWorkspace } from '../command-context.ts';
import { plainText } from '../plain-text.ts';
import { type ImportServersOptions, importServers } from './import-servers.ts';

export interface ImportPluginOptions extends ImportServersOptions {
  /** Off: only the servers are imported. */
  readonly skills?: boolean | undefined;
}

/**
 * The plugin that a path of `pegboard import` is, in the first of its forms that clients load; null for a file of another kind.
 * Errors: `unrecognised_format` for a folder without a plugin, `usage` for a catalog with several.
 */
export async function pluginToImport({ io }: CommandContext, given: string): Promise<ReadPlugin | null> {
  const path = resolve(io.cwd, given);
  const isFolder = await nodeFiles.isDirectory(path);
  if (!isFolder && !/^(?:plugin|marketplace)\.json$/.test(basename(path))) return null;
  if (!(await nodeFiles.exists(path))) return null;
  const read = [...(await readPlugin(path, nodeFiles, io.signal))];
  if (read.length === 0) {
    const listed = (await pluginsAt(path, nodeFiles, io.signal)).flatMap(({ plugins }) => plugins);
    const inside = (await Promise.all(listed.map((one) => readPlugin(one, nodeFiles, io.signal)))).flat();
    const roots = [...new Set(inside.map(({ root }) => root))];
    if (roots.length > 1) {
      throw new PegboardError('usage', `${given} lists ${roots.length} plugins; one is imported at a time.`, {
        hint: `Name one of them: ${roots.map((root) => pathFrom(io.cwd, root)).join(', ')}.`,
      });
    }
    read.push(...inside);
  }
  const [first] = read;
  if (first) return read.find(({ bundle }) => bundle !== null) ?? first;
  if (isFolder) throw notAPlugin(given);
  return null;
}

/**
 * `pegboard import <plugin>`: its skills become a pack, its servers sources by consent. Prints what it leaves out. Exit code 1 when
 * a skill or a server of it is left out. Errors: `invalid_input` for a plugin that no client loads, those of importing servers.
 */
export async function importPlugin(
  context: CommandContext,
  services: Services,
  plugin: ReadPlugin,
  options: ImportPluginOptions,
): CommandResult {
  const { io, reporter } = context;
  const { form, root, bundle } = plugin;
  const findings = plugin.findings.map((one) =>
    one.path === undefined ? one : { ...one, path: pathFrom(io.cwd, one.path) },
  );
  // As JSON they are a part of the result.
  if (reporter.format === 'human') reporter.findings(findings.filter(({ severity }) => severity !== 'info'));
  if (!bundle) {
    throw new PegboardError('invalid_input', `No client loads the plugin at ${root}: its manifest is not valid.`, {
      hint: `pegboard plugins validate ${root} says why.`,
      data: { findings },
    });
  }
  const name = bundle.metadata.name
    .replaceAll('.', '-')
    .replace(/[^A-Za-z0-9_-]/g, '-')
    .slice(0, 64);
  const pack = await packOf(context, services, plugin, { ...options, name });
  const value = {
    plugin: { name: bundle.metadata.name, form, pack: pack && { name, path: pack.path, skills: pack.skills } },
    plugin_findings: findings,
  };
  const leftOut = findings.some(({ severity }: Finding) => severity === 'error') ? 1 : 0;
  const code = await serversOf(context, services, plugin, { ...options, value });
  if (pack && !options.dryRun) {
    await pack.copy();
    await services.config.edit({ changes: [{ path: ['skills', 'skill_packs'], value: pack.entries }] });
    reporter.note(plainText(`The skills ${pack.skills.join(', ')} are in ${pack.path}.`));
  }
  return code === 0 ? leftOut : code;
}

/** Imports the servers by consent, and prints the result. */
async function serversOf(
  context: CommandContext,
  services: Services,
  plugin: ReadPlugin,
  { value, ...options }: ImportPluginOptions & { readonly value: Readonly<Record<string, unknown>> },
): Promise<number> {
  const { form, root, bundle } = plugin;
  const name = bundle?.metadata.name ?? '';
  if (!bundle || bundle.servers.length === 0) {
    const empty = { file: root, servers: [], variables: [], findings: [] };
    context.reporter.result('import-servers/1', { ...empty, ...value }, () => `${name} has no server.`);
    return 0;
  }
  const data = join(userDataDir(context.io.env), 'plugin-data', name);
  if (!options.dryRun && needsData(plugin)) await nodeFiles.makeFolder(data);
  const text = serversText(plugin, { root, data });
  const origin = { kind: 'text' as const, name: manifestPathOf(root, 'agent-plugins'), text };
  return importServers(context, services, { origin, title: `${name} (${pluginForms[form]})`, value }, options);
}

/** The pack that the skills become, and all packs with it as the file has them; null where there is no skill. Error: `file_exists`. */
async function packOf(
  context: CommandContext,
  services: Services,
  plugin: ReadPlugin,
  { name, skills = true }: ImportPluginOptions & { readonly name: string },
): Promise<(SkillsToCopy & { readonly entries: Record<string, string>[] }) | null> {
  if (!skills || plugin.skillFolders.length === 0) return null;
  const { written } = await services.config.read();
  const packs = (written.skills as { skill_packs?: Record<string, string>[] } | undefined)?.skill_packs ?? [];
  if (packs.some((one) => one.name === name)) {
    throw new PegboardError('file_exists', `The workspace has a pack ${name} already.`, {
      hint: 'Remove or rename that pack, or import the servers only: --no-skills.',
      data: { pack: name },
    });
  }
  const workspace = await findWorkspace(context);
  const found = await skillsToCopy(plugin, { name, workspace, files: nodeFiles, signal: context.io.signal });
  if (found.skills.length === 0) return null;
  return { ...found, entries: [...packs, { name, path: found.path, format: 'skill-md' }] };
}
