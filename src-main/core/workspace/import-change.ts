import { join } from 'node:path';
import type { ImportResult, PlanBase } from '#shared/domain/import-plan.ts';
import type { Source } from '#shared/domain/source.ts';
import { PegboardError } from '#shared/errors.ts';
import { type CapturedTool, storedText } from '../catalog/captured-tools.ts';
import type { ImportTarget, PreparedImport } from '../catalog/plan-import.ts';
import type { Files, FileWrite } from '../files/files.ts';
import { maximumFileBytes } from '../files/node-files.ts';
import { editSources } from './edit-sources.ts';
import { containedPath, type LoadedWorkspace } from './load-workspace.ts';

/** Plans an import of tools that are read, into the workspace as it is then. */
export type PrepareImport = (target: ImportTarget) => PreparedImport;

/** With every path that a new source must not take: those that `pegboard.yaml` names, and files that lie there. */
export async function importTarget(loaded: LoadedWorkspace, files: Files): Promise<ImportTarget> {
  const named = loaded.file.config.sources.map((source) => source.path);
  const lying = await files.list(join(loaded.root, 'sources'));
  const paths = [...named, ...lying.map((name) => `sources/${name}`)];
  return {
    base: { path: loaded.root, revision: loaded.contentKey },
    sources: loaded.sources,
    occupiedPaths: new Set(paths.map((path) => path.toLowerCase())),
    overlays: loaded.file.config.overlays,
  };
}

/** What an import writes. Errors: those of planning, `tool_name_conflict`, `config_changed` for another base, `file_too_large`. */
export async function importChange(
  loaded: LoadedWorkspace,
  {
    prepare,
    base,
    files,
  }: { readonly prepare: PrepareImport; readonly base: PlanBase | undefined; readonly files: Files },
): Promise<{ readonly writes: readonly FileWrite[]; readonly result: ImportResult }> {
  refuseOtherBase(loaded, base);
  const prepared = prepare(await importTarget(loaded, files));
  refuseConflicts(prepared);
  const written = prepared.writes.length > 0;
  for (const { source } of prepared.writes) {
    await containedPath(loaded.root, `sources: ${source.name}`, source.path, files);
  }
  return { writes: written ? importWrites(loaded, prepared) : [], result: { ...prepared.plan, written } };
}

function refuseConflicts({ plan }: PreparedImport): void {
  const conflict = plan.conflicts[0];
  if (!conflict) return;
  const more = plan.conflicts.length > 1 ? ` (and ${plan.conflicts.length - 1} more)` : '';
  throw new PegboardError(
    conflict.kind === 'reserved' ? 'reserved_tool_name' : 'tool_name_conflict',
    `${conflict.message}${more} Nothing was imported.`,
    { hint: conflict.hint, data: { conflicts: plan.conflicts } },
  );
}

/** A plan that was approved on another workspace, or before somebody changed this one, is not this plan. */
function refuseOtherBase({ root, contentKey }: LoadedWorkspace, base: PlanBase | undefined): void {
  if (base === undefined || (base.path === root && base.revision === contentKey)) return;
  throw new PegboardError('config_changed', 'The workspace changed after the plan was made; nothing was imported.', {
    hint: 'Look at the new plan and apply that.',
    data: { planned: base.path, open: root },
  });
}

/** The files of an import: each source's own, then `pegboard.yaml` when it must name a new one or another place. */
function importWrites({ root, file }: LoadedWorkspace, { writes }: PreparedImport): FileWrite[] {
  const text = editSources(
    file,
    writes.map(({ source }) => source),
  );
  return [
    ...writes.map(({ source, tools }) => ({ path: join(root, source.path), text: readableText(source, tools) })),
    ...(text === file.text ? [] : [{ path: file.path, text }]),
  ];
}

/** The text of a source's file. Error: `file_too_large` for one that could not be read back. */
function readableText({ name, format }: Source, tools: readonly CapturedTool[]): string {
  const text = storedText(format, tools);
  const bytes = Buffer.byteLength(text);
  if (bytes <= maximumFileBytes) return text;
  throw new PegboardError(
    'file_too_large',
    `The list of ${name} has ${(bytes / 1024 / 1024).toFixed(1)} MiB; ${maximumFileBytes / 1024 / 1024} MiB is the limit.`,
    { hint: 'Split it into several sources.', data: { source: name, bytes, maximumBytes: maximumFileBytes } },
  );
}
