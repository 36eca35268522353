import { createHash } from 'node:crypto';
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import { type Finding, finding } from '#shared/domain/finding.ts';
import type { Source } from '#shared/domain/source.ts';
import type { CatalogTool } from '#shared/domain/tool.ts';
import { allowedNames } from '#shared/domain/tool-policy.ts';
import { isPegboardError, PegboardError } from '#shared/errors.ts';
import { type Lock, lockFileName, readLock } from '../approval/lock-text.ts';
import { departedSources, type ToolStates, toolStates } from '../approval/tool-states.ts';
import { agentStyleName } from '../catalog/builtin-catalog.ts';
import { readStoredTools } from '../catalog/captured-tools.ts';
import { buildCatalog, type Catalog, type LoadedSource, refuseTooMany } from '../catalog/catalog.ts';
import { catalogName } from '../catalog/normalise-tool.ts';
import type { Files } from '../files/files.ts';
import { approvalFindings } from './approval-findings.ts';
import { cacheFindings, isBelow, refuseFileInTheWay, workspaceGone } from './cache-folder.ts';
import { discoveryFindings } from './discovery-findings.ts';
import { policyFindings } from './policy-findings.ts';
import { validateToolIndex } from './validate-tool-index.ts';
import { parseWorkspaceFile, type WorkspaceFile, workspaceFileName } from './workspace-file.ts';

/** A workspace as its files say, at one moment. */
export interface LoadedWorkspace {
  readonly root: string;
  readonly name: string;
  /** Folder of the index, in full. */
  readonly cacheDir: string;
  readonly file: WorkspaceFile;
  readonly sources: readonly LoadedSource[];
  /** What was approved of the tools. */
  readonly lock: Lock;
  /** Tools that are not as they were approved. */
  readonly unapproved: ToolStates;
  readonly catalog: Catalog;
  /** The tools that the workspace's policy lets run: what an index holds and a search can find (R5.04, R5.09). */
  readonly registry: ReadonlyMap<string, CatalogTool>;
  readonly findings: readonly Finding[];
  /** Hash of all the files it was read from. */
  readonly contentKey: string;
}

/** The files of a workspace, before a catalog is made of them. */
interface WorkspaceFiles extends Pick<LoadedWorkspace, 'root' | 'cacheDir' | 'file' | 'sources' | 'contentKey'> {
  readonly findings: Finding[];
  readonly lockText: string | null;
}

/**
 * Reads a workspace. A source whose file is missing or broken is left out and reported, so that the others stay usable
 * (R15.07); of a file with tools that cannot be read, those are. Errors: `workspace_not_found`, `config_syntax`, `config_invalid`, `tool_name_conflict`, `reserved_tool_name`.
 */
export async function loadWorkspace(root: string, files: Files): Promise<LoadedWorkspace> {
  return workspaceOf(await readWorkspaceFiles(root, files));
}

/** Reads the files of a workspace: enough to know whether one of them changed. Errors: those of `loadWorkspace`, but for those of names. */
export async function readWorkspaceFiles(root: string, files: Files): Promise<WorkspaceFiles> {
  const path = join(root, workspaceFileName);
  const text = await readWorkspaceText(path, root, files);
  const file = parseWorkspaceFile(text, path);
  const content = createHash('sha256').update(text);
  const cacheDir = await containedPath(root, 'tool_search.cache_dir', file.config.tool_search.cache_dir, files);
  const skillsDir = await containedPath(root, 'skills.cache_dir', file.config.skills.cache_dir, files);
  const sources: LoadedSource[] = [];
  const findings: Finding[] = [...file.findings];
  for (const folder of new Set([cacheDir, skillsDir])) {
    findings.push(...(await cacheFindings(await files.realPath(root), folder)));
  }
  for (const source of file.config.sources) {
    refuseDoubleSource(source, sources, path);
    try {
      const sourcePath = await containedPath(root, `sources: ${source.name}`, source.path, files);
      const sourceText = await files.readText(sourcePath);
      content.update(`\0${source.name}\0${sourceText}`);
      const stored = readStoredTools(sourceText, source.path, source.format);
      refuseTooMany([...sources, stored]);
      sources.push({ source, tools: stored.tools, parts: stored.parts });
      findings.push(...stored.findings);
    } catch (error) {
      if (!isPegboardError(error)) throw error;
      findings.push(brokenSource(source, error));
    }
  }
  const lockText = await readLockText(root, files);
  // When the whole folder is removed meanwhile, what is missing does not make another state of the workspace.
  await readWorkspaceText(path, root, files);
  content.update(`\0${lockText ?? ''}`);
  return { root, cacheDir, file, sources, findings, lockText, contentKey: content.digest('hex') };
}

/** Makes the catalog of a workspace, and audits what nobody has approved. Errors: `tool_name_conflict`, `reserved_tool_name`. */
export function workspaceOf({ findings, lockText, ...read }: WorkspaceFiles): LoadedWorkspace {
  const { root, file, sources } = read;
  const lock = readLock(lockText);
  const unapproved = toolStates(sources, lock, departedSources(lock, file.config.sources));
  const catalog = buildCatalog(sources, file.config, unapproved);
  const allowed = allowedNames(catalog.tools, { policies: [file.config.policy], persona: null });
  const registry = new Map(catalog.tools.filter((tool) => allowed.has(tool.name)).map((tool) => [tool.name, tool]));
  return {
    ...read,
    name: basename(root),
    lock,
    unapproved,
    catalog,
    registry,
    findings: [
      ...findings,
      ...catalog.findings,
      ...approvalFindings({ lock, catalog, file }),
      ...policyProblems(read),
      ...discoveryFindings(registry, file),
      ...toolIndexFindings(catalog, registry, file),
    ],
  };
}

/** What is wrong with the policy. A source that could not be read may have the tools that it names. */
function policyProblems({ file, sources }: Pick<WorkspaceFiles, 'file' | 'sources'>): readonly Finding[] {
  const { policy, sources: named } = file.config;
  if (sources.length === 0 || sources.length < named.length) return [];
  const names = sources.flatMap(({ source, tools }) => tools.map((tool) => catalogName(tool, source)));
  return policyFindings(policy, new Set(names));
}

/** The folders of everything that is read of a workspace. */
export function foldersOf({ root, file }: Pick<LoadedWorkspace, 'root' | 'file'>): readonly string[] {
  const ofSources = file.config.sources.map(({ path }) => dirname(join(root, path)));
  return [...new Set([root, join(root, 'sources'), ...ofSources])];
}

/** What is wrong with files that cannot be read, while the state before them is shown. */
export function brokenFinding({ code, message, hint }: PegboardError): Finding {
  return { code, severity: 'error', message: `${message} The last good state is shown.`, ...(hint ? { hint } : {}) };
}

async function readWorkspaceText(path: string, root: string, files: Files): Promise<string> {
  try {
    return await files.readText(path, { maximumBytes: 4 * 1024 * 1024 });
  } catch (error) {
    if (!isPegboardError(error) || error.code !== 'file_not_found') throw error;
    if (!(await files.isDirectory(root))) throw workspaceGone(root);
    throw new PegboardError('workspace_not_found', `There is no ${workspaceFileName} in ${root}.`, {
      hint: 'Run "pegboard init" there, or name another folder with --workspace.',
      data: { path: root },
      cause: error,
    });
  }
}

/** The text of `pegboard.lock`; null where there is none. */
async function readLockText(root: string, files: Files): Promise<string | null> {
  try {
    return await files.readText(join(root, lockFileName));
  } catch (error) {
    if (!isPegboardError(error)) throw error;
    // A lock that is there and cannot be read proves nothing.
    return error.code === 'file_not_found' ? null : '';
  }
}

function refuseDoubleSource(source: Source, sources: readonly LoadedSource[], path: string): void {
  if (!sources.some((loaded) => loaded.source.name === source.name)) return;
  throw new PegboardError('config_invalid', `${path}: sources lists "${source.name}" twice.`, {
    hint: 'Rename or remove one of the two.',
    data: { file: path, source: source.name },
  });
}

/**
 * A path of `pegboard.yaml` in full. One outside the workspace, by `..` or by a link, is refused: a cloned workspace reads
 * and writes only itself. `field` names the setting in the error. Error: `config_invalid`.
 */
export async function containedPath(root: string, field: string, path: string, files: Files): Promise<string> {
  const realRoot = await files.realPath(root);
  const real = await files.realPath(resolve(realRoot, path));
  const inside = relative(realRoot, real);
  const isOutside = isAbsolute(path) || !isBelow(realRoot, real);
  // An import writes there: never over the configuration, and never where git would run or obey a file.
  const parts = inside.toLowerCase().split(sep);
  const isReserved = parts.includes('.git') || [workspaceFileName, lockFileName].includes(inside.toLowerCase());
  if (isOutside || isReserved || inside === '') {
    const what = isOutside
      ? 'is outside the workspace'
      : isReserved
        ? 'is reserved for another use'
        : 'is the workspace itself';
    throw new PegboardError('config_invalid', `${field}: ${path} ${what}.`, {
      hint: 'Name a place inside the workspace folder. "pegboard import" copies a file into it.',
      data: { field, path },
    });
  }
  return real;
}

function brokenSource(source: Source, error: PegboardError): Finding {
  return finding('source_unreadable', {
    message: `Source ${source.name} is left out: ${error.message}`,
    path: source.path,
    hint:
      (error.code === 'too_many_tools' ? error.hint : undefined) ??
      `Import a new list for ${source.name}, or disable it. On the command line: pegboard import <list> --name ${source.name}. In pegboard.yaml: enabled: false.`,
  });
}

/** What a workspace whose agent has one discovery tool lacks (R17.30, R17.31). */
function toolIndexFindings(
  { byName }: Catalog,
  registry: ReadonlyMap<string, CatalogTool>,
  { config }: WorkspaceFile,
): Finding[] {
  if (agentStyleName(config) !== 'one_discovery') return [];
  return validateToolIndex(registry.values(), { known: new Set(byName.keys()), config });
}

/** Refuses a configuration that names a new cache folder where a file lies. A folder that was named before is reported when it is used. */
export async function refuseUnusableCache(
  { before, after }: { readonly before: LoadedWorkspace; readonly after: LoadedWorkspace },
  files: Files,
): Promise<void> {
  for (const section of ['tool_search', 'skills'] as const) {
    const { cache_dir } = after.file.config[section];
    if (cache_dir === before.file.config[section].cache_dir) continue;
    const cacheDir = await files.realPath(join(after.root, cache_dir));
    await refuseFileInTheWay(`${section}.cache_dir`, { root: after.root, cacheDir, files });
  }
}
