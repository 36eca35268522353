import { join } from 'node:path';
import type { ImportPlan, ImportResult, PlanBase } from '#shared/domain/import-plan.ts';
import { PegboardError } from '#shared/errors.ts';
import { actionOf, lockAfterImport } from '../approval/lock-edits.ts';
import { lockFileName, readLock } from '../approval/lock-text.ts';
import { capturedParts, type SourcePart } from '../approval/parts.ts';
import { partStates, toolStates } from '../approval/tool-states.ts';
import { verdictOf } from '../audit/verdict.ts';
import { noParts, storedParts } from '../catalog/captured/source-parts.ts';
import { storedText } from '../catalog/captured-tools.ts';
import type { LoadedSource } from '../catalog/catalog.ts';
import type { ImportTarget, PreparedImport } from '../catalog/plan-import.ts';
import type { BytesWrite, Files, FileWrite } from '../files/files.ts';
import { maximumFileBytes } from '../files/node-files.ts';
import { addPack } from './add-pack.ts';
import { editSources } from './edit-sources.ts';
import { containedPath, type LoadedWorkspace } from './load-workspace.ts';
import type { FileMove } from './pending-writes.ts';
import { skillParts } from './skill-parts.ts';
import { parseWorkspaceFile } from './workspace-file.ts';

/** Plans an import of tools that are read, into the workspace as it is then. */
export type PrepareImport = (target: ImportTarget) => PreparedImport;

/** What an import writes besides lists of tools: the skills of a server, and the pack that holds them where it is new. */
export interface BesideImport {
  readonly writes: readonly BytesWrite[];
  readonly moves: readonly FileMove[];
  readonly pack: { readonly name: string; readonly path: string; readonly source: string } | null;
  /** The skills among the writes. */
  readonly parts: readonly SourcePart[];
}

/** How a planned import is applied. */
export interface ApplyOptions {
  /** The workspace that an approved plan was made for. */
  readonly base?: PlanBase | undefined;
  readonly signal?: AbortSignal | undefined;
  /** What is written besides lists of tools, from the workspace as it is at that time. */
  readonly beside?: ((loaded: LoadedWorkspace) => Promise<BesideImport>) | undefined;
}

/** With every path that a new source must not take: those that `pegboard.yaml` names, and files that are there. */
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

/** What an import writes. Errors: those of planning, `lock_invalid`, `tool_name_conflict`, `config_changed` for another base, `file_too_large`. */
export async function importChange(
  loaded: LoadedWorkspace,
  {
    prepare,
    base,
    beside,
    files,
  }: Omit<ApplyOptions, 'signal'> & { readonly prepare: PrepareImport; readonly files: Files },
): Promise<{
  readonly writes: readonly (FileWrite | BytesWrite)[];
  readonly moves: readonly FileMove[];
  readonly result: ImportResult;
}> {
  refuseOtherBase(loaded, base);
  const prepared = prepare(await importTarget(loaded, files));
  refuseConflicts(prepared);
  const { writes: besides, moves, pack, parts } = (await beside?.(loaded)) ?? nothingBeside;
  const written = prepared.writes.length + besides.length + moves.length > 0;
  const before = { ...loaded, parts: [...capturedParts(loaded.sources), ...(await skillParts(loaded, files))] };
  const arriving = { writes: prepared.writes, arrivingParts: parts };
  const lock = prepared.writes.length > 0 ? lockAfterImport(before, arriving, loaded.file.config.approvals) : null;
  const plan = withApprovals(loaded, prepared, lock);
  for (const { source } of prepared.writes) {
    await containedPath(loaded.root, `sources: ${source.name}`, source.path, files);
  }
  const writes = written ? [...besides, ...importWrites(loaded, prepared, pack)] : [];
  // First: a new tool is never there without the lock that says whether it was approved.
  const locked = lock === null ? writes : [{ path: join(loaded.root, lockFileName), text: lock }, ...writes];
  return { writes: locked, moves, result: { ...plan, written } };
}

/** A plan with the tools that would wait for approval, and with what an audit finds in them. Error: `lock_invalid`. */
export function planOfImport(
  loaded: Pick<LoadedWorkspace, 'lock' | 'sources' | 'file'>,
  prepared: PreparedImport,
): ImportPlan {
  const { plan, writes } = prepared;
  if (writes.length === 0 || plan.conflicts.length > 0) return plan;
  const before = { ...loaded, parts: capturedParts(loaded.sources) };
  const text = lockAfterImport(before, { writes, arrivingParts: [] }, loaded.file.config.approvals);
  return withApprovals(loaded, prepared, text);
}

/** The plan with the tools that wait, and what an audit finds in them, under the lock that the import leaves; null for one that stays as it is. */
function withApprovals(
  loaded: Pick<LoadedWorkspace, 'lock' | 'sources' | 'file'>,
  { plan, writes }: PreparedImport,
  text: string | null,
): ImportPlan {
  if (writes.length === 0) return plan;
  const { approvals } = loaded.file.config;
  const lock = text === null ? loaded.lock : readLock(text);
  const written = new Set(writes.map(({ source }) => source.name));
  const after = [...loaded.sources.filter(({ source }) => !written.has(source.name)), ...writes];
  const states = [...toolStates(after, lock), ...partStates(capturedParts(after), lock)];
  const own = states.map(([, state]) => state).filter(({ source }) => written.has(source));
  const withheld = own.filter((state) => actionOf(approvals, state) === 'quarantine').map(({ name }) => name);
  const judged = own.flatMap(({ name: tool, state, change, entry, findings }) => {
    const former_name = state === 'renamed' ? (entry?.tool ?? null) : null;
    if (former_name === null && verdictOf(findings) === 'clean') return [];
    return [{ tool, change, former_name, findings }];
  });
  return { ...plan, ...(withheld.length > 0 && { withheld }), ...(judged.length > 0 && { judged }) };
}

const nothingBeside: BesideImport = { writes: [], moves: [], pack: null, parts: [] };

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
function importWrites(
  { root, file }: LoadedWorkspace,
  { writes }: PreparedImport,
  pack: BesideImport['pack'],
): FileWrite[] {
  const edited = editSources(
    file,
    writes.map(({ source }) => source),
  );
  const text = pack === null ? edited : addPack(parseWorkspaceFile(edited, file.path), pack);
  return [
    ...writes.map((loaded) => ({ path: join(root, loaded.source.path), text: readableText(loaded) })),
    ...(text === file.text ? [] : [{ path: file.path, text }]),
  ];
}

/** The text of a source's file. Error: `file_too_large` for one that could not be read back. */
function readableText({ source: { name, format }, tools, parts = noParts }: LoadedSource): string {
  const text = storedText(format, tools, storedParts(parts));
  const bytes = Buffer.byteLength(text);
  if (bytes <= maximumFileBytes) return text;
  throw new PegboardError(
    'file_too_large',
    `The list of ${name} has ${(bytes / 1024 / 1024).toFixed(1)} MiB; ${maximumFileBytes / 1024 / 1024} MiB is the limit.`,
    { hint: 'Split it into several sources.', data: { source: name, bytes, maximumBytes: maximumFileBytes } },
  );
}
