import { join } from 'node:path';
import type { RenamePlan } from '#shared/domain/live-source.ts';
import type { Source } from '#shared/domain/source.ts';
import { PegboardError } from '#shared/errors.ts';
import { lockAfterRename } from '../approval/lock-edits.ts';
import { lockFileName } from '../approval/lock-text.ts';
import { noParts, storedParts } from '../catalog/captured/source-parts.ts';
import { storedExtension, storedText } from '../catalog/captured-tools.ts';
import { buildCatalog, type LoadedSource } from '../catalog/catalog.ts';
import { catalogName } from '../catalog/normalise-tool.ts';
import type { Files, FileWrite } from '../files/files.ts';
import { closestTo } from '../workspace/closest-name.ts';
import { withSourceEnabled } from '../workspace/edit-sources.ts';
import { containedPath, type LoadedWorkspace } from '../workspace/load-workspace.ts';
import { parseWorkspaceFile } from '../workspace/workspace-file.ts';
import type { WorkspaceSession } from '../workspace/workspace-session.ts';
import type { ImportFacts } from './import-facts.ts';
import { renameInText } from './rename-in-text.ts';

export interface EditContext {
  readonly session: WorkspaceSession;
  readonly files: Files;
  readonly facts: ImportFacts;
}

/** The entry of a source. Error: `source_not_found`, with the names that are there. */
export function sourceOf(loaded: Pick<LoadedWorkspace, 'file'>, name: string): Source {
  const { sources } = loaded.file.config;
  const found = sources.find((source) => source.name === name);
  if (found) return found;
  const names = sources.map((source) => source.name);
  const near = closestTo(name, names);
  const others = names.length === 0 ? 'The workspace has no sources.' : `The workspace has: ${names.join(', ')}.`;
  throw new PegboardError('source_not_found', `There is no source "${name}".`, {
    hint: near === undefined ? others : `Did you mean "${near}"?`,
    data: { source: name, sources: names },
  });
}

/** Turns a source on or off. Errors: `source_not_found`, `tool_name_conflict` when its tools meet others of the same name. */
export function setSourceEnabled(
  { session }: EditContext,
  { name, enabled }: { name: string; enabled: boolean },
): Promise<{ source: string; enabled: boolean; written: boolean }> {
  return session.change<{ source: string; enabled: boolean; written: boolean }>(async (loaded) => {
    const source = sourceOf(loaded, name);
    if (source.enabled === enabled) return { writes: [], result: { source: name, enabled, written: false } };
    const text = withSourceEnabled(loaded.file, entryIndex(loaded, name), enabled);
    return { writes: [checkedFile(loaded, text, loaded.sources)], result: { source: name, enabled, written: true } };
  });
}

/**
 * Renames a source, its file, its tools where they are named after it, and every setting that names those. With `apply` off
 * it only says what it would do. Errors: `source_not_found`, `source_exists`, `tool_name_conflict`.
 */
export async function renameSource(
  { session, files, facts }: EditContext,
  { name, to, apply }: { name: string; to: string; apply: boolean },
): Promise<RenamePlan> {
  const { cacheDir } = session.current().loaded;
  const plan = await session.change(async (loaded) => {
    const source = sourceOf(loaded, name);
    if (name !== to && loaded.file.config.sources.some((other) => other.name === to)) {
      throw new PegboardError('source_exists', `A source "${to}" already exists.`, {
        hint: 'Choose another name, or remove that source first.',
        data: { source: to },
      });
    }
    const { tools = [], parts = noParts } = loaded.sources.find((other) => other.source.name === name) ?? {};
    const names = tools
      .map((tool) => ({ from: catalogName(tool, source), to: catalogName(tool, { ...source, name: to }) }))
      .filter((pair) => pair.from !== pair.to);
    const moved = await moveOfFile(loaded, source, to, files);
    const { text, fields } = renameInText(loaded.file, {
      from: name,
      to,
      path: moved?.path,
      tools: new Map(names.map((pair) => [pair.from, pair.to])),
    });
    const renamed = loaded.sources.map((other) =>
      other.source.name === name ? { ...other, source: { ...other.source, name: to } } : other,
    );
    const file = checkedFile(loaded, text, renamed);
    const written = apply && name !== to;
    const plan: RenamePlan = { from: name, to, tools: names, fields, written };
    const lock = lockAfterRename(loaded.lock, name, to);
    const locked = lock === null ? [] : [{ path: join(loaded.root, lockFileName), text: lock }];
    const copies = moved ? [{ path: moved.fullPath, text: storedText(source.format, tools, storedParts(parts)) }] : [];
    const moves = written && moved ? [{ from: moved.leftover, to: null }] : [];
    return { writes: written ? [...copies, ...locked, file] : [], moves, result: plan };
  });
  if (plan.written) await facts.rename(cacheDir, { from: name, to });
  return plan;
}

/** Where the file of a renamed source goes, when it has the name that we gave it and nothing else is there. */
async function moveOfFile(
  loaded: LoadedWorkspace,
  source: Source,
  to: string,
  files: Files,
): Promise<{ path: string; fullPath: string; leftover: string } | undefined> {
  const extension = storedExtension(source.format);
  const shared = loaded.file.config.sources.some((other) => other.name !== source.name && other.path === source.path);
  const isLoaded = loaded.sources.some((other) => other.source.name === source.name);
  if (source.name === to || shared || !isLoaded || source.path !== `sources/${source.name}.${extension}`)
    return undefined;
  const path = `sources/${to}.${extension}`;
  const fullPath = await containedPath(loaded.root, `sources: ${to}`, path, files);
  if (await files.exists(fullPath)) return undefined;
  return { path, fullPath, leftover: await containedPath(loaded.root, `sources: ${source.name}`, source.path, files) };
}

/**
 * `pegboard.yaml` as edited, after making sure that it still gives a catalog. `sources` are those that are read, by the names
 * that they have then.
 */
export function checkedFile(loaded: LoadedWorkspace, text: string, sources: readonly LoadedSource[]): FileWrite {
  const { path } = loaded.file;
  const { config } = parseWorkspaceFile(text, path);
  const tools = new Map(sources.map((other) => [other.source.name, other.tools]));
  buildCatalog(
    config.sources.map((source) => ({ source, tools: tools.get(source.name) ?? [] })),
    config,
    loaded.unapproved,
  );
  return { path, text };
}

export function entryIndex({ file }: LoadedWorkspace, name: string): number {
  return file.config.sources.findIndex((source) => source.name === name);
}
