import { createHash } from 'node:crypto';
import type { IndexStatus } from '#shared/domain/index-status.ts';
import type { Caller, Ranking } from '#shared/domain/search-request.ts';
import type { CatalogTool } from '#shared/domain/tool.ts';
import type { WorkspaceSummary } from '#shared/domain/workspace-summary.ts';
import { isPegboardError, toErrorValue } from '#shared/errors.ts';
import { UnusableDatabase } from '../db/open-database.ts';
import type { Files } from '../files/files.ts';
import type { Logger } from '../logger.ts';
import { type IndexRow, toIndexRows } from '../search/index-row.ts';
import { thesaurusWith } from '../search/ranker/thesaurus/groups.ts';
import { runIndexWorker } from '../search/run-index-worker.ts';
import { type RankerScope, rankerScope, type SearchScope, type ToolScope } from '../search/search-scope.ts';
import { TextAnalysis } from '../search/text-analysis.ts';
import { ToolIndex } from '../search/tool-index.ts';
import { allowedTools } from './allowed-tools.ts';
import { throwIfClosed } from './closed-workspace.ts';
import type { LoadedWorkspace } from './load-workspace.ts';
import {
  indexInMemory,
  isDiskError,
  memoryReason,
  type OpenedIndex,
  openWorkspaceIndex,
  quarantine,
} from './open-index.ts';
import { WorkspaceVectors } from './workspace-vectors.ts';

export interface WorkspaceOptions {
  readonly files: Files;
  readonly logger: Logger;
  readonly fts: 'detect' | 'off';
  readonly now: () => number;
  /** Scripts of the threads that write the index and make vectors; without one, its work runs in this thread. */
  readonly indexWorker: URL | undefined;
  readonly vectorWorker: URL | undefined;
  readonly demoRoot: string;
}

export interface SyncCallbacks {
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: (phase: 'hash' | 'write', done: number, total: number) => void;
}

/** How many narrowed scopes are kept; each holds an index in memory. */
const maximumScopes = 8;

/**
 * A workspace at one state of its files: its catalog and, once asked for, its index. When the files change, a new one
 * takes its place.
 */
export class OpenWorkspace {
  readonly loaded: LoadedWorkspace;
  readonly revision: string;
  readonly #options: WorkspaceOptions;
  #opened: OpenedIndex | undefined;
  /** Which file the index was opened as. */
  #fileId: string | undefined;
  #rows: readonly IndexRow[] = [];
  #analysis: TextAnalysis | null = null;
  readonly #vectors: WorkspaceVectors;
  #scopes = new Map<string, { allowed: string; scope: ToolScope }>();
  /** By what a caller may use: as many as there are scopes, built when a search asks for one. */
  #rankers = new Map<string, Promise<RankerScope>>();
  /** Narrowed indexes that are being filled, by what their callers may use. */
  readonly #narrowing = new Map<string, Promise<ToolIndex>>();
  #syncing: Promise<void> | undefined;
  #ready = false;
  #problem: string | null = null;
  #closed = false;

  constructor(loaded: LoadedWorkspace, options: WorkspaceOptions) {
    this.loaded = loaded;
    this.revision = loaded.contentKey;
    this.#options = options;
    this.#vectors = new WorkspaceVectors({ ...loaded, ...options, worker: options.vectorWorker });
  }

  get isClosed(): boolean {
    return this.#closed;
  }

  /**
   * Opens the index and brings it up to date; once that is done, calls return at once, also while it is rebuilt. Errors:
   * `database_busy`, `cancelled`.
   */
  async ensureIndex(callbacks: SyncCallbacks = {}): Promise<ToolIndex> {
    const opened = this.#opened;
    if (opened && this.#ready && (await this.#isInPlace(opened)) && this.#opened === opened) return opened.index;
    const { enable_incremental_index, rebuild_cache_on_init } = this.loaded.file.config.tool_search;
    this.#syncing ??= this.#sync(rebuild_cache_on_init || !enable_incremental_index, callbacks);
    await this.#syncing.finally(() => {
      this.#syncing = undefined;
    });
    throwIfClosed(this.#opened === undefined);
    return (this.#opened as OpenedIndex).index;
  }

  /** Makes ready what the first search would wait for. Errors: those of `ensureIndex`. */
  async warmUp(): Promise<void> {
    await this.ensureIndex();
    if (this.loaded.file.config.tool_search.enabled) await this.searchScopeFor({ caller: {} });
  }

  /** Brings the index up to date again, from nothing with `rebuild`. */
  async syncIndex(rebuild: boolean, callbacks: SyncCallbacks): Promise<IndexStatus> {
    while (this.#syncing) await this.#syncing.catch(() => {});
    this.#syncing = this.#sync(rebuild, callbacks);
    await this.#syncing.finally(() => {
      this.#syncing = undefined;
    });
    const path = this.#opened?.index.path;
    if (this.indexStatus() === null && path && !this.#closed) {
      // Nothing had to be written, and only counting the rows came upon the damage.
      await this.#putAside(path);
      await this.#sync(true, callbacks);
    }
    const status = this.indexStatus();
    throwIfClosed(status === null);
    return status as IndexStatus;
  }

  /** State of the index; null before it was opened, and when its file turns out to be damaged. */
  indexStatus(): IndexStatus | null {
    try {
      return this.#opened ? { ...this.#opened.index.status(), memory_reason: this.#opened.memoryReason } : null;
    } catch (error) {
      if (error instanceof UnusableDatabase) return null;
      throw error;
    }
  }

  /** Runs a search; when the index turns out to be damaged, once more on one that was built again (R2.24). */
  async withSearchScope<Result>(
    request: { readonly caller: Caller; readonly ranking?: Ranking | undefined },
    search: (scope: SearchScope) => Result | Promise<Result>,
  ): Promise<Result> {
    return this.#onGoodIndex(async () => search(await this.searchScopeFor(request)));
  }

  /** The same for what needs no ranking. */
  async withScope<Result>(caller: Caller, work: (scope: ToolScope) => Result): Promise<Result> {
    return this.#onGoodIndex(async () => work(await this.scopeFor(caller)));
  }

  async #onGoodIndex<Result>(work: () => Promise<Result>): Promise<Result> {
    try {
      return await work();
    } catch (error) {
      const path = this.#opened?.index.path;
      if (error instanceof UnusableDatabase && path) await this.#putAside(path);
      else if (this.#closed || !isDiskError(error) || !this.#goesOnInMemory(error)) throw error;
      return work();
    }
  }

  /** What a caller can search, ranked by the request's ranking or the workspace's. Error: `unknown_persona`. */
  async searchScopeFor({
    caller,
    ranking = this.loaded.file.config.tool_search.ranking,
  }: {
    readonly caller: Caller;
    readonly ranking?: Ranking | undefined;
  }): Promise<SearchScope> {
    const scope = await this.scopeFor(caller);
    if (ranking !== 'pegboard') return { ...scope, ranking: { kind: ranking } };
    const allowed = this.#scopes.get(JSON.stringify(caller))?.allowed ?? 'all';
    return { ...scope, ranking: await this.#ranker(allowed, scope) };
  }

  /**
   * What a caller can search. Where it may use fewer tools than the workspace, the index holds only those, so that hidden
   * tools cannot shift a score (R3.19, R5.06). Error: `unknown_persona`.
   */
  async scopeFor(caller: Caller): Promise<ToolScope> {
    const index = await this.ensureIndex();
    const key = JSON.stringify(caller);
    const known = this.#scopes.get(key);
    if (known) return this.#remember(key, known.allowed, known.scope);
    const tools = allowedTools(this.loaded, caller);
    const analysis = this.#textAnalysis(index);
    const config = this.loaded.file.config.tool_search;
    if (tools.size === this.loaded.registry.size) return this.#remember(key, 'all', { tools, index, analysis, config });
    const allowed = createHash('sha256')
      .update([...tools.keys()].join('\0'))
      .digest('hex');
    const twin = [...this.#scopes.values()].find((entry) => entry.allowed === allowed);
    if (twin) return this.#remember(key, allowed, twin.scope);
    return this.#remember(key, allowed, { tools, index: await this.#narrowedIndex(allowed, tools), analysis, config });
  }

  summary(): Omit<WorkspaceSummary, 'is_demo' | 'sequence' | 'stale'> {
    const { root, name, file, registry, findings } = this.loaded;
    return {
      path: root,
      name,
      revision: this.revision,
      config: file.config,
      tools: registry.size,
      always_loaded: [...registry.values()].filter((tool) => tool.mode === 'always').length,
      index: this.indexStatus(),
      index_problem: this.#problem,
      findings,
    };
  }

  close(): void {
    this.#closed = true;
    for (const { allowed, scope } of this.#scopes.values()) if (allowed !== 'all') scope.index.close();
    this.#scopes.clear();
    this.#rankers.clear();
    this.#vectors.close();
    this.#analysis?.close();
    this.#opened?.index.close();
    this.#opened = undefined;
  }

  /** One for all who ask while it is filled. At 10,000 tools that takes a moment: others come in between. */
  #narrowedIndex(allowed: string, tools: ReadonlyMap<string, CatalogTool>): Promise<ToolIndex> {
    const filling = this.#narrowing.get(allowed) ?? this.#newNarrowedIndex(tools);
    this.#narrowing.set(allowed, filling);
    const forget = () => this.#narrowing.delete(allowed);
    filling.then(forget, forget);
    return filling;
  }

  async #newNarrowedIndex(tools: ReadonlyMap<string, CatalogTool>): Promise<ToolIndex> {
    const index = new ToolIndex({ path: null, fts: this.#options.fts, now: this.#options.now });
    const rows = this.#rows.filter((row) => tools.has(row.name));
    try {
      await index.fill(rows, { isCancelled: () => this.#closed });
      throwIfClosed(this.#closed);
      return index;
    } catch (error) {
      index.close();
      throw error;
    }
  }

  #ranker(allowed: string, scope: ToolScope): Promise<RankerScope> {
    const known = this.#rankers.get(allowed);
    if (known) return known;
    const { thesaurus, understanding } = this.loaded.file.config.tool_search;
    const words = { thesaurus: thesaurusWith(thesaurus), understanding, completeVectors: this.#vectors.complete };
    const ranker = rankerScope([...scope.tools.values()], words);
    this.#rankers.set(allowed, ranker);
    return ranker;
  }

  #remember(key: string, allowed: string, scope: ToolScope): ToolScope {
    // Put last: the first is then the one that was not asked for longest.
    this.#scopes.delete(key);
    this.#scopes.set(key, { allowed, scope });
    const [oldest] = this.#scopes;
    if (this.#scopes.size > maximumScopes && oldest) {
      this.#scopes.delete(oldest[0]);
      const stillUsed = [...this.#scopes.values()].some((entry) => entry.scope.index === oldest[1].scope.index);
      if (!stillUsed && oldest[1].allowed !== 'all') {
        oldest[1].scope.index.close();
        this.#rankers.delete(oldest[1].allowed);
      }
    }
    return scope;
  }

  #textAnalysis(index: ToolIndex): TextAnalysis | null {
    if (index.ftsAvailable) this.#analysis ??= new TextAnalysis();
    return this.#analysis;
  }

  async #sync(rebuild: boolean, callbacks: SyncCallbacks): Promise<void> {
    const { onProgress, signal } = callbacks;
    try {
      this.#rows = await toIndexRows([...this.loaded.registry.values()], {
        signal,
        onProgress: (done, total) => onProgress?.('hash', done, total),
      });
      await this.#write(rebuild, callbacks).catch(async (error: unknown) => {
        const isDamaged = error instanceof UnusableDatabase && this.#opened?.index.path;
        if (isDamaged) await this.#putAside(isDamaged);
        else if (this.#closed || !this.#goesOnInMemory(error)) throw error;
        await this.#write(true, callbacks);
      });
      this.#ready = true;
      this.#problem = null;
    } catch (error) {
      if (!isPegboardError(error) || error.code !== 'cancelled') this.#problem = toErrorValue(error).message;
      throw error;
    }
  }

  /** Damage shows only when a damaged page is read. The file goes aside, with everything that had it open (R2.24). */
  async #putAside(path: string): Promise<void> {
    this.#dropIndex();
    await quarantine(path, this.#indexOptions());
  }

  /** Closes the index, with everything that had it open. The next search opens it again. */
  #dropIndex(): void {
    for (const { allowed, scope } of this.#scopes.values()) if (allowed !== 'all') scope.index.close();
    this.#scopes.clear();
    this.#opened?.index.close();
    this.#opened = undefined;
    this.#ready = false;
  }

  /** Whether the file of an index is still where it was opened: a folder may have been removed and made again. */
  async #isInPlace({ index: { path } }: OpenedIndex): Promise<boolean> {
    return path === null || (await this.#options.files.look(path))?.id === this.#fileId;
  }

  /** Continues in memory when the disk fails during the work. False when the disk is not the cause. */
  #goesOnInMemory(error: unknown): boolean {
    const reason = this.#opened?.index.path == null ? null : memoryReason(error, 'index');
    if (reason === null) return false;
    this.#options.logger.warn(reason, { error: String(error) });
    this.#dropIndex();
    this.#opened = indexInMemory(this.#indexOptions(), reason);
    return true;
  }

  async #write(rebuild: boolean, { onProgress, signal }: SyncCallbacks): Promise<void> {
    // A workspace that was closed while its rows were read makes no index: its folder may be gone.
    throwIfClosed(this.#closed);
    if (this.#opened && !(await this.#isInPlace(this.#opened))) this.#dropIndex();
    if (!this.#opened) {
      this.#opened = await openWorkspaceIndex(this.#indexOptions());
      const { path } = this.#opened.index;
      this.#fileId = path === null ? undefined : (await this.#options.files.look(path))?.id;
    }
    if (this.#closed) this.close();
    throwIfClosed(this.#closed);
    const { index } = this.#opened;
    const { indexWorker, fts } = this.#options;
    const progress = (done: number, total: number) => onProgress?.('write', done, total);
    if (indexWorker && index.path !== null) {
      const job = { path: index.path, fts, rebuild, rows: this.#rows };
      const result = await runIndexWorker(indexWorker, job, { signal, onProgress: progress });
      throwIfClosed(this.#closed);
      index.noteSync(result);
    } else {
      index.sync(this.#rows, { rebuild, onProgress: progress, isCancelled: () => signal?.aborted ?? false });
    }
  }

  #indexOptions() {
    return { ...this.#options, root: this.loaded.root, cacheDir: this.loaded.cacheDir };
  }
}
