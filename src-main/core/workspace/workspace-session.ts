import { join } from 'node:path';
import type { ImportFile, ImportResult } from '#shared/domain/import-plan.ts';
import type { IndexStatus } from '#shared/domain/index-status.ts';
import type { Source } from '#shared/domain/source.ts';
import type { WorkspaceSummary } from '#shared/domain/workspace-summary.ts';
import { isPegboardError, PegboardError } from '#shared/errors.ts';
import { throwIfCancelled } from '../cancellation.ts';
import { type CapturedTool, storedText } from '../catalog/captured-tools.ts';
import { type PreparedImport, prepareImport } from '../catalog/plan-import.ts';
import { ChangeSignal } from '../change-signal.ts';
import type { FileWrite } from '../files/files.ts';
import { maximumFileBytes } from '../files/node-files.ts';
import { demoWorkspaceFiles } from './demo-workspace.ts';
import { containedPath, type LoadedWorkspace, loadWorkspace } from './load-workspace.ts';
import { OpenWorkspace, type SyncCallbacks, type WorkspaceOptions } from './open-workspace.ts';
import { RecentWorkspaces } from './recent-workspaces.ts';
import { newWorkspaceText, putSource, workspaceFileName, workspaceFileText } from './workspace-file.ts';

export interface SessionOptions extends WorkspaceOptions {
  readonly userDataDir: string;
  readonly watch: boolean;
}

/** How long the files of a workspace must be quiet before they are read again, milliseconds. */
const quietMs = 80;

/**
 * The workspace that is open, and the changes to it: one at a time, each on what the files say at that moment, since the
 * command line, an editor or git may have written them meanwhile.
 */
export class WorkspaceSession {
  readonly recent: RecentWorkspaces;
  readonly #options: SessionOptions;
  readonly #changed = new ChangeSignal();
  #workspace: OpenWorkspace | undefined;
  #brokenReason: PegboardError | undefined;
  #watchers: { close(): void }[] = [];
  #quiet: NodeJS.Timeout | undefined;
  #queue: Promise<unknown> = Promise.resolve();
  #closed = false;

  constructor(options: SessionOptions) {
    this.#options = options;
    this.recent = new RecentWorkspaces(options);
  }

  /** The open workspace. Error: `workspace_not_found` when none is. */
  current(): OpenWorkspace {
    if (this.#workspace) return this.#workspace;
    throw new PegboardError('workspace_not_found', 'No workspace is open.', { hint: 'Open one, or the demo.' });
  }

  /** Runs work on the open workspace; when its files changed meanwhile, once more on the state that took its place. */
  async onCurrent<Result>(work: (workspace: OpenWorkspace) => Promise<Result>): Promise<Result> {
    for (;;) {
      const workspace = this.current();
      try {
        return await work(workspace);
      } catch (error) {
        if (!workspace.isClosed || this.#closed) throw error;
      }
    }
  }

  summary(): WorkspaceSummary | null {
    if (!this.#workspace) return null;
    const summary = this.#workspace.summary();
    const broken = this.#brokenReason;
    const findings = broken
      ? [
          {
            code: broken.code,
            severity: 'error' as const,
            message: `${broken.message} The last good state is shown.`,
            ...(broken.hint ? { hint: broken.hint } : {}),
          },
          ...summary.findings,
        ]
      : summary.findings;
    return { ...summary, findings, is_demo: this.#workspace.loaded.root === this.#options.demoRoot };
  }

  async open(root: string, signal?: AbortSignal): Promise<WorkspaceSummary> {
    return this.#inTurn(async () => {
      const loaded = await loadWorkspace(root, this.#options.files);
      throwIfCancelled(signal);
      await this.#show(loaded);
      if (root !== this.#options.demoRoot) await this.recent.add(root, new Date(this.#options.now()));
      return this.#summaryOf();
    });
  }

  /** Makes a workspace in a folder and opens it. Error: `workspace_exists`. */
  async init(root: string, signal?: AbortSignal): Promise<WorkspaceSummary> {
    const path = join(root, workspaceFileName);
    if (await this.#options.files.exists(path)) {
      throw new PegboardError('workspace_exists', `${path} is already there.`, {
        hint: 'Open that workspace, or choose another folder.',
        data: { path },
      });
    }
    throwIfCancelled(signal);
    await this.#options.files.writeAll([{ path, text: newWorkspaceText() }]);
    return this.open(root, signal);
  }

  /** Opens the demo; makes it when it is not there (R1.24, R19.28). */
  async openDemo(signal?: AbortSignal): Promise<WorkspaceSummary> {
    const { demoRoot, files } = this.#options;
    if (!(await files.exists(join(demoRoot, workspaceFileName)))) await files.writeAll(demoWorkspaceFiles(demoRoot));
    return this.open(demoRoot, signal);
  }

  /** The summary now and after each change, until aborted. */
  async *watch(signal?: AbortSignal): AsyncGenerator<WorkspaceSummary | null, void> {
    const changes = this.#changed.changes(signal);
    const first = changes.next();
    yield this.summary();
    let next = await first;
    while (!next.done) {
      yield this.summary();
      next = await changes.next();
    }
  }

  /** Imports by the plan for what the files say now (R1.21). Errors: those of planning, `tool_name_conflict`, `disk_full`. */
  async applyImport(files: readonly ImportFile[], signal?: AbortSignal): Promise<ImportResult> {
    return this.applyPrepared(({ sources }) => prepareImport(files, sources), signal);
  }

  /** Imports what is prepared from what the files say now. Errors: `tool_name_conflict`, `file_too_large`, `disk_full`. */
  applyPrepared(prepare: (loaded: LoadedWorkspace) => PreparedImport, signal?: AbortSignal): Promise<ImportResult> {
    return this.change<ImportResult>(async (loaded) => {
      const prepared = prepare(loaded);
      refuseConflicts(prepared);
      if (prepared.writes.length === 0) return { writes: [], result: { ...prepared.plan, written: false } };
      for (const { source } of prepared.writes) {
        await containedPath(loaded.root, `sources: ${source.name}`, source.path, this.#options.files);
      }
      return { writes: importWrites(loaded, prepared), result: { ...prepared.plan, written: true } };
    }, signal);
  }

  /** Changes files of the workspace by what they say now, all or none, and shows the result. */
  change<Result>(
    plan: (loaded: LoadedWorkspace) => Promise<{ writes: readonly FileWrite[]; result: Result }>,
    signal?: AbortSignal,
  ): Promise<Result> {
    return this.#inTurn(async () => {
      const loaded = await loadWorkspace(this.current().loaded.root, this.#options.files);
      const { writes, result } = await plan(loaded);
      throwIfCancelled(signal);
      if (writes.length === 0) return result;
      await this.#options.files.writeAll(writes);
      await this.#show(await loadWorkspace(loaded.root, this.#options.files));
      return result;
    });
  }

  async syncIndex(rebuild: boolean, callbacks: SyncCallbacks): Promise<IndexStatus> {
    const status = await this.onCurrent((workspace) => workspace.syncIndex(rebuild, callbacks));
    this.#changed.notify();
    return status;
  }

  close(): void {
    this.#closed = true;
    clearTimeout(this.#quiet);
    for (const watcher of this.#watchers) watcher.close();
    this.#workspace?.close();
    this.#workspace = undefined;
  }

  #summaryOf(): WorkspaceSummary {
    const summary = this.summary();
    if (!summary) throw new Error('The workspace was closed while it was opened.');
    return summary;
  }

  /** Puts a state of files in place of the one before, and tells everybody. */
  async #show(loaded: LoadedWorkspace): Promise<void> {
    const next = new OpenWorkspace(loaded, this.#options);
    const previous = this.#workspace;
    const sameRoot = previous?.loaded.root === loaded.root;
    this.#workspace = next;
    this.#brokenReason = undefined;
    previous?.close();
    if (!sameRoot) this.#follow(loaded.root);
    if (this.#options.watch) {
      // In an app the index is brought up to date at once, beside whatever the user does; a search waits for it.
      void next.ensureIndex().then(
        () => this.#changed.notify(),
        (error: unknown) => {
          if (!next.isClosed) this.#options.logger.warn('The index is not up to date.', { error: String(error) });
        },
      );
    }
    this.#changed.notify();
  }

  #follow(root: string): void {
    for (const watcher of this.#watchers) watcher.close();
    this.#watchers = [];
    if (!this.#options.watch) return;
    const onChange = () => {
      clearTimeout(this.#quiet);
      this.#quiet = setTimeout(() => void this.#reload(root), quietMs);
    };
    this.#watchers = [root, join(root, 'sources')].map((folder) => this.#options.files.watchFolder(folder, onChange));
  }

  /** Reads the files again; a state that cannot be read leaves the last good one in place and says so (R15.07). */
  async #reload(root: string): Promise<void> {
    await this.#inTurn(async () => {
      if (this.#closed || this.#workspace?.loaded.root !== root) return;
      try {
        const loaded = await loadWorkspace(root, this.#options.files);
        if (this.#closed) return;
        this.#follow(root);
        if (loaded.contentKey !== this.#workspace.loaded.contentKey || this.#brokenReason) await this.#show(loaded);
      } catch (error) {
        if (!isPegboardError(error)) throw error;
        this.#brokenReason = error;
        this.#changed.notify();
      }
    }).catch((error: unknown) =>
      this.#options.logger.error('Reading the workspace again failed.', { error: String(error) }),
    );
  }

  #inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    const turn = this.#queue.then(work);
    this.#queue = turn.catch(() => {});
    return turn;
  }
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

/** The files of an import: each source's own, then `pegboard.yaml` when it must name a new one. */
function importWrites({ root, file }: LoadedWorkspace, { writes, plan }: PreparedImport): FileWrite[] {
  const before = workspaceFileText(file.document);
  for (const { source } of writes) putSource(file.document, source);
  const after = workspaceFileText(file.document);
  const isNew = plan.sources.some((source) => source.is_new);
  return [
    ...writes.map(({ source, tools }) => ({ path: join(root, source.path), text: readableText(source, tools) })),
    ...(isNew || before !== after ? [{ path: join(root, workspaceFileName), text: after }] : []),
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
