import { join } from 'node:path';
import type { ImportPlan, ImportResult } from '#shared/domain/import-plan.ts';
import type { IndexStatus } from '#shared/domain/index-status.ts';
import type { WorkspaceSummary } from '#shared/domain/workspace-summary.ts';
import { isPegboardError, PegboardError } from '#shared/errors.ts';
import { throwIfCancelled } from '../cancellation.ts';
import { ChangeSignal } from '../change-signal.ts';
import { withWorkspaceLock } from '../db/workspace-lock.ts';
import { EndingQueue } from '../ending-queue.ts';
import { awaitFolder } from '../files/await-folder.ts';
import type { BytesWrite, FileWrite } from '../files/files.ts';
import { withWrites } from '../files/with-writes.ts';
import { type CacheFolder, makeCacheFolder } from './cache-folder.ts';
import { echoScenario } from './demo/shipped-scenarios.ts';
import { type ApplyOptions, importChange, importTarget, type PrepareImport, planOfImport } from './import-change.ts';
import {
  brokenFinding,
  containedPath,
  foldersOf,
  type LoadedWorkspace,
  loadWorkspace,
  readWorkspaceFiles,
  refuseUnusableCache,
  workspaceOf,
} from './load-workspace.ts';
import { NamedWorkspace } from './named-workspace.ts';
import { demoFiles, makeEmptyFolder, newWorkspaceFile } from './new-workspace-place.ts';
import { OpenWorkspace, type SyncCallbacks, type WorkspaceOptions } from './open-workspace.ts';
import { type FileMove, finishPendingWrites, loadTidied, writeTogether } from './pending-writes.ts';
import { RecentWorkspaces } from './recent-workspaces.ts';
import { newWorkspaceText, workspaceFileName } from './workspace-file.ts';

export interface SessionOptions extends WorkspaceOptions {
  readonly userDataDir: string;
  readonly watch: boolean;
  /** Whether the index is brought up to date as soon as a workspace is opened. */
  readonly warmIndex: boolean;
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
  /** Sequence of the first summary. The next process begins with a higher one, unless the clock was set back. */
  readonly #first: number;
  readonly #named = new NamedWorkspace();
  #workspace: OpenWorkspace | undefined;
  #brokenReason: PegboardError | undefined;
  #watchers: { close(): void }[] = [];
  #quiet: NodeJS.Timeout | undefined;
  /** Changes of files that were noticed, and how many of them were read. */
  #noticed = 0;
  #read = 0;
  readonly #queue = new EndingQueue();

  constructor(options: SessionOptions) {
    this.#options = options;
    this.#first = Math.floor(options.now());
    this.recent = new RecentWorkspaces(options);
  }

  /** Does work for a caller that shows the workspace in a folder: `current` gives it no other one. */
  forWorkspace<Result>(root: string, work: () => Result): Result {
    return this.#named.during(root, work);
  }

  /** The open workspace. Errors: `workspace_not_found` when none is, `workspace_changed` when the caller means another. */
  current(): OpenWorkspace {
    if (this.#workspace) {
      this.#named.check(this.#workspace.loaded.root);
      return this.#workspace;
    }
    throw new PegboardError('workspace_not_found', 'No workspace is open.', { hint: 'Open one, or the demo.' });
  }

  /** Its state of files; undefined when none is open. */
  readonly loaded = (): LoadedWorkspace | undefined => this.#workspace?.loaded;

  /** Why the files as they are now cannot be read, while the last good state is shown; undefined when they can. */
  readonly problem = (): PegboardError | undefined => this.#brokenReason;

  /**
   * Runs work on the open workspace as `pegboard.yaml` says now; when its files changed meanwhile, once more on the state that took
   * its place.
   */
  async onCurrent<Result>(work: (workspace: OpenWorkspace) => Promise<Result>): Promise<Result> {
    await this.#catchUp();
    for (;;) {
      const workspace = this.current();
      try {
        return await work(workspace);
      } catch (error) {
        if (!workspace.isClosed || this.#queue.signal().aborted) throw error;
      }
    }
  }

  summary(): WorkspaceSummary | null {
    if (!this.#workspace) return null;
    const [summary, broken] = [this.#workspace.summary(), this.problem()];
    const findings = broken ? [brokenFinding(broken), ...summary.findings] : summary.findings;
    const [sequence, { root }] = [this.#first + this.#changed.count, this.#workspace.loaded];
    return { ...summary, sequence, findings, stale: broken?.message ?? null, is_demo: root === this.#options.demoRoot };
  }

  async open(root: string, signal?: AbortSignal): Promise<WorkspaceSummary> {
    return this.#queue.run(async () => {
      const loaded = await loadTidied(root, this.#options.files);
      throwIfCancelled(signal);
      await this.#show(loaded);
      // A file that a script changed is not one that a person had open.
      if (this.#options.watch && root !== this.#options.demoRoot) {
        await this.recent.add(root, new Date(this.#options.now()));
      }
      return this.#summaryOf();
    });
  }

  /** Makes a workspace in a folder, with one scenario to play, and opens it. Error: `workspace_exists`. */
  async init(root: string, signal?: AbortSignal): Promise<WorkspaceSummary> {
    const path = await newWorkspaceFile(root, this.#options.files);
    throwIfCancelled(signal);
    const scenario = await containedPath(root, 'scenario', 'scenarios/echo.scenario.yaml', this.#options.files);
    const hasScenario = await this.#options.files.exists(scenario);
    // An error names the folder itself, and not the one of scenarios below it.
    await this.#options.files.makeFolder(root);
    // The configuration comes last: until it is there, this can be done again.
    await this.#options.files.writeAll([
      ...(hasScenario ? [] : [{ path: scenario, text: echoScenario }]),
      { path, text: newWorkspaceText() },
    ]);
    return this.open(root, signal);
  }

  /** Makes a copy of the demo in an empty folder, and opens it. Errors: `workspace_exists`, `file_exists`. */
  async initDemo(root: string, signal?: AbortSignal): Promise<WorkspaceSummary> {
    throwIfCancelled(signal);
    await makeEmptyFolder(root, this.#options.files);
    await this.#options.files.writeAll(demoFiles(root, this.#options.now()));
    return this.open(root, signal);
  }

  /** Opens the demo; makes it when it is not there (R1.24, R19.28). */
  async openDemo(signal?: AbortSignal): Promise<WorkspaceSummary> {
    const { demoRoot, files, now } = this.#options;
    if (!(await files.exists(join(demoRoot, workspaceFileName)))) await files.writeAll(demoFiles(demoRoot, now()));
    return this.open(demoRoot, signal);
  }

  /** Calls back whenever the open workspace, or its state, changes; until the returned function is called. */
  onChange(listener: () => void): () => void {
    return this.#changed.subscribe(listener);
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

  /** What an import would do to the workspace as it is shown. */
  async planImport(prepare: PrepareImport): Promise<ImportPlan> {
    const { loaded } = this.current();
    return planOfImport(loaded, prepare(await importTarget(loaded, this.#options.files)));
  }

  /**
   * Imports by a plan for what the files say now, while no other process changes them (R1.21). Errors: those of planning,
   * `tool_name_conflict`, `config_changed` when the workspace is not the one of `base`, `disk_full`, `database_busy`.
   */
  applyImport(prepare: PrepareImport, { base, signal, beside }: ApplyOptions = {}): Promise<ImportResult> {
    const how = { prepare, base, beside, files: this.#options.files };
    return this.change((loaded) => importChange(loaded, how), signal);
  }

  /**
   * Changes files of the workspace by what they say now, all or none, while no other process changes them, and shows the
   * result. `moves` follow the writes. Errors: those of the plan, `disk_full`, `database_busy`, `cancelled`.
   */
  change<Result>(
    plan: (
      loaded: LoadedWorkspace,
    ) => Promise<{ writes: readonly (FileWrite | BytesWrite)[]; moves?: readonly FileMove[]; result: Result }>,
    signal?: AbortSignal,
  ): Promise<Result> {
    return this.#locked(signal, async (folder) => {
      const { root, files } = folder;
      const before = await loadWorkspace(root, files);
      const { writes, moves, result } = await plan(before);
      throwIfCancelled(signal);
      if (writes.length === 0 && !moves?.length) return result;
      // A workspace that could not be opened again is not recorded.
      const after = await loadWorkspace(root, await withWrites(files, writes));
      await refuseUnusableCache({ before, after }, files);
      await writeTogether(folder, writes, moves);
      await this.#show(after);
      return result;
    });
  }

  /** The same for files outside the catalog, such as golden queries: what is open stays as it is. */
  changeBeside<Result>(
    plan: (root: string) => Promise<{ writes: readonly FileWrite[]; result: Result }>,
  ): Promise<Result> {
    return this.#locked(undefined, async (folder) => {
      const { writes, result } = await plan(folder.root);
      if (writes.length > 0) await writeTogether(folder, writes);
      return result;
    });
  }

  /** Runs a change of the open workspace while nobody else changes it. What a killed change left is finished first. */
  #locked<Result>(signal: AbortSignal | undefined, change: (folder: CacheFolder) => Promise<Result>): Promise<Result> {
    return this.#queue.run(async () => {
      const { root, cacheDir } = this.current().loaded;
      const folder = { root, cacheDir, files: this.#options.files };
      await makeCacheFolder(folder);
      return withWorkspaceLock(cacheDir, this.#queue.signal(signal), async () => {
        await finishPendingWrites(folder);
        return change(folder);
      });
    });
  }

  async syncIndex(rebuild: boolean, callbacks: SyncCallbacks): Promise<IndexStatus> {
    const status = await this.onCurrent((workspace) => workspace.syncIndex(rebuild, callbacks));
    this.#changed.notify();
    return status;
  }

  /** Lets go of files and threads. A change that is being written ends first; what waits for its turn is `cancelled`. */
  async close(): Promise<void> {
    await this.#queue.end();
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
    this.#workspace = next;
    this.#brokenReason = undefined;
    previous?.close();
    this.#follow(loaded);
    // A change between the reading and now, while the catalog was made, was told to nobody: what is there is read once more.
    if (this.#options.watch) this.#readSoon(loaded.root);
    if (this.#options.warmIndex) {
      // In an app the index is brought up to date at once, beside whatever the user does; a search waits for it.
      void next.warmUp().then(
        () => this.#changed.notify(),
        (error: unknown) => {
          if (next.isClosed) return;
          this.#options.logger.warn('The index is not up to date.', { error: String(error) });
          this.#changed.notify();
        },
      );
    }
    this.#changed.notify();
  }

  /** Watches the folders of everything that was read. */
  #follow(loaded: LoadedWorkspace): void {
    for (const watcher of this.#watchers) watcher.close();
    this.#watchers = [];
    if (!this.#options.watch) return;
    const onChange = () => {
      this.#noticed++;
      this.#readSoon(loaded.root);
    };
    this.#watchers = foldersOf(loaded).map((folder) => this.#options.files.watchFolder(folder, onChange));
  }

  #readSoon(root: string): void {
    clearTimeout(this.#quiet);
    this.#quiet = setTimeout(() => void this.#reload(root), quietMs);
  }

  /**
   * Reads the files again at once when a change was noticed that `pegboard.yaml` does not agree with any more. An editor that writes in
   * place empties the file first: an empty one is believed once the folder is quiet.
   */
  async #catchUp(): Promise<void> {
    if (this.#noticed === this.#read || !this.#workspace) return;
    const { root, file } = this.#workspace.loaded;
    const text = await this.#options.files.readText(file.path).catch(() => file.text);
    if (text !== file.text && text !== '') await this.#reload(root);
  }

  /** Reads the files again; a state that cannot be read leaves the last good one in place and says so (R15.07). */
  async #reload(root: string): Promise<void> {
    await this.#queue
      .run(async () => {
        if (this.#workspace?.loaded.root !== root) return;
        const noticed = this.#noticed;
        try {
          // First of all, since a folder may be new: what changes from here on is told.
          this.#follow(this.#workspace.loaded);
          const read = await readWorkspaceFiles(root, this.#options.files);
          if (this.#queue.signal().aborted) return;
          if (this.#brokenReason || read.contentKey !== this.loaded()?.contentKey) await this.#show(workspaceOf(read));
        } catch (error) {
          if (!isPegboardError(error)) throw error;
          await this.#followBroken(root);
          this.#brokenReason = error;
          this.#changed.notify();
        } finally {
          this.#read = noticed;
        }
      })
      .catch((error: unknown) => {
        if (this.#queue.signal().aborted) return;
        this.#options.logger.error('Reading the workspace again failed.', { error: String(error) });
      });
  }

  /** Watches what cannot be read, so that its return is noticed; also that of the whole folder. */
  async #followBroken(root: string): Promise<void> {
    const { files } = this.#options;
    if (await files.isDirectory(root)) {
      if (this.#workspace) this.#follow(this.#workspace.loaded);
      return;
    }
    for (const watcher of this.#watchers) watcher.close();
    this.#watchers = [awaitFolder(root, { files, onBack: () => void this.#reload(root) })];
  }
}
