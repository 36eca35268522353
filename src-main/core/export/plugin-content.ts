import type { PluginContent } from '#shared/domain/export-plan.ts';
import { type Finding, finding } from '#shared/domain/finding.ts';
import { connectionKind, type McpConnection } from '#shared/domain/mcp-connection.ts';
import { PegboardError } from '#shared/errors.ts';
import { forms } from '../plugins/forms/all.ts';
import type { PluginLoss, PluginMetadata, PluginServer } from '../plugins/plugin-bundle.ts';
import { textOf, writePlugin } from '../plugins/write-plugin.ts';
import { literalSecrets } from '../secrets/literal-secrets.ts';
import { packFileSet } from '../skills/export/export-skills.ts';
import { contentsOf, type NamedContent, textContent } from '../skills/export/file-content.ts';
import type { FileSet } from '../skills/export/plan-files.ts';
import { writePack } from '../skills/formats/write-pack.ts';
import { findingsAt } from '../skills/read/read-skills-at.ts';
import { sourceLosses } from '../skills/source-losses.ts';
import type { LoadedWorkspace } from '../workspace/load-workspace.ts';
import { type ExportContent, type ExportPart, groupLoss } from './export-content.ts';
import { chosenPacks, loadChosen, type PackPlaces } from './exportable-packs.ts';

type Losses = Parameters<typeof groupLoss>[0] extends Iterable<infer Loss> ? Loss[] : never;

/**
 * Packs and sources as one plugin: its manifest and servers in one folder, its skills in `skills/`, and a catalog of plugins where
 * one is asked for. A source with a literal secret is left out, and a finding names the place. Errors: `pack_not_found`,
 * `source_not_found`, `nothing_to_convert`.
 */
export async function pluginContent(content: PluginContent, places: PackPlaces): Promise<ExportContent> {
  const { workspace } = places;
  const findings: Finding[] = [];
  const losses: Losses = [];
  const skills = await skillsOf(content.packs, places, { findings, losses });
  const servers = workspace ? serversOf(content.sources, workspace, { findings, losses }) : [];
  const metadata = metadataOf(content);
  const folders = [...new Set(skills.map(({ path }) => path.split('/')[0] ?? ''))];
  const bundle = { metadata, servers, skills: folders.map((folder) => ({ folder, files: [] })) };
  const written = writePlugin(bundle, content.as);
  if (skills.length === 0 && written.servers.length === 0) throw nothingToExport(content, findings, written.losses);
  losses.push(...written.losses);
  const root = content.marketplace === undefined ? '' : `plugins/${content.name}`;
  const parts: ExportPart[] = [
    ...marketplaceParts(content, metadata),
    part(root, new Map(written.files.map(({ path, text }) => [path, textContent(text)])), forms[content.as]),
    { folder: root === '' ? 'skills' : `${root}/skills`, set: packFileSet(skills) },
  ];
  return { parts, loss: groupLoss(losses), lossless: false, findings };
}

/** The documents of a form in a folder; those that an earlier export wrote there are its own. */
function part(
  folder: string,
  wanted: FileSet['wanted'],
  { manifestPath, serversPath }: { manifestPath: string; serversPath: string },
): ExportPart {
  return { folder, set: { wanted, owns: (path) => path === manifestPath || path === serversPath } };
}

function marketplaceParts(content: PluginContent, metadata: PluginMetadata): ExportPart[] {
  const { as, name, marketplace } = content;
  if (marketplace === undefined) return [];
  const form = forms[as];
  const path = form.marketplacePath;
  if (path === null) {
    throw new PegboardError('usage', 'Agent Plugins has no catalog of plugins.', {
      hint: 'Leave --marketplace out, or choose the form of Claude Code or Codex.',
    });
  }
  const wanted = new Map([[path, textContent(textOf(form.marketplace(marketplace, metadata, `./plugins/${name}`)))]]);
  return [{ folder: '', set: { wanted, owns: (other) => other === path } }];
}

function metadataOf({ name, version, description, author, license }: PluginContent): PluginMetadata {
  return {
    name,
    title: null,
    version: version ?? null,
    description: description ?? null,
    author: author === undefined ? null : { name: author, email: null, url: null },
    homepage: null,
    repository: null,
    license: license ?? null,
    keywords: [],
    extensions: {},
  };
}

interface Report {
  readonly findings: Finding[];
  readonly losses: Losses;
}

/** The files of the skills, each in a folder with its name. Of two skills with one name the first is taken. */
async function skillsOf(
  ids: readonly string[],
  places: PackPlaces,
  { findings, losses }: Report,
): Promise<NamedContent[]> {
  const { files } = places;
  const all = new Map<string, NamedContent>();
  const taken = new Set<string>();
  for (const chosen of await chosenPacks(ids, places)) {
    const { folder, name } = chosen;
    const pack = await loadChosen(chosen, places);
    findings.push(...findingsAt({ folder, pack }));
    const written = writePack({ ...pack, manifest: {} }, 'skill-md');
    const folders = new Set(written.files.map(({ path }) => path.split('/')[0] ?? ''));
    const twice = [...folders].filter((one) => taken.has(one));
    for (const one of twice) {
      const message = `The plugin has a skill in the folder ${one} already; that of the pack ${name} is left out.`;
      findings.push(finding('name_duplicate', { message, path: folder, hint: 'Rename one of the two skills.' }));
    }
    for (const file of contentsOf(written, folder, files)) {
      if (!twice.includes(file.path.split('/')[0] ?? '')) all.set(file.path, file);
    }
    for (const one of folders) taken.add(one);
    for (const { skill, ...loss } of [...written.loss, ...(await sourceLosses({ folder, pack }, 'skill-md', files))]) {
      losses.push({ name: skill, ...loss });
    }
  }
  return [...all.values()];
}

/** Live sources as servers. What only this computer has, such as the folder that a server starts in, is a loss. */
function serversOf(
  names: readonly string[],
  { file: { config, path } }: LoadedWorkspace,
  { findings, losses }: Report,
): PluginServer[] {
  return [...new Set(names)].flatMap((name): PluginServer[] => {
    const index = config.sources.findIndex((source) => source.name === name);
    const source = config.sources[index];
    if (!source) {
      throw new PegboardError('source_not_found', `There is no source "${name}" to export.`, {
        hint: `The workspace has: ${config.sources.map((one) => one.name).join(', ')}.`,
        data: { source: name },
      });
    }
    if (!source.mcp) {
      losses.push({
        name,
        field: 'server',
        kind: 'lost',
        message: 'is left out: it is a captured list without a server',
      });
      return [];
    }
    const secrets = literalSecrets(source.mcp, name);
    for (const { field, variables } of secrets) {
      const place = `sources.${index}.mcp.${field.join('.')}`;
      findings.push(
        finding('plugin_secret', {
          message: `The source ${name} is left out: ${place} holds what looks like a secret.`,
          path,
          hint: `Write \${env:${variables[0] ?? 'NAME'}} there, and set that variable.`,
        }),
      );
    }
    return secrets.length > 0 ? [] : [serverOf(name, source.mcp, losses)];
  });
}

/** A source as a server of a plugin. */
export function serverOf(name: string, connection: McpConnection, losses: PluginLoss[] | Losses): PluginServer {
  const known = connectionKind(connection);
  if (known.kind === 'http') return { name, transport: { type: 'http', url: known.url, headers: known.headers } };
  const { command, args, env, cwd } = known;
  if (cwd !== undefined) {
    losses.push({ name, field: 'cwd', kind: 'changed', message: 'starts in a folder of the client there' });
  }
  return { name, transport: { type: 'stdio', command, args, env, cwd: null } };
}

function nothingToExport(
  { packs, sources }: PluginContent,
  findings: readonly Finding[],
  losses: readonly PluginLoss[],
): PegboardError {
  const reasons = [
    ...findings.filter(({ severity }) => severity === 'error').map(({ message }) => message),
    ...losses.filter(({ field }) => field === 'server').map(({ name, message }) => `${name} ${message}.`),
  ];
  const isEmpty = packs.length + sources.length === 0;
  return new PegboardError(
    'nothing_to_convert',
    `The plugin would have no skill and no server. ${reasons.slice(0, 5).join(' ')}`.trim(),
    {
      hint: isEmpty ? 'Choose packs with --pack and sources with --source.' : 'Choose other packs or sources.',
      data: { findings },
    },
  );
}
