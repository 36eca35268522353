import { randomUUID } from 'node:crypto';
import type { Finding } from '#shared/domain/finding.ts';
import type { Caller } from '#shared/domain/search-request.ts';
import type { SkillEvent } from '#shared/domain/skill-event.ts';
import { skillFinding } from '#shared/domain/skill-finding.ts';
import type { SkillLoadReport } from '#shared/domain/skill-load.ts';
import { withheldPromptNames } from '../approval/live-prompts.ts';
import { discoveryNames } from '../catalog/builtin-catalog.ts';
import { createNameGate, forbiddenNames } from '../catalog/name-gate.ts';
import { ChangeSignal } from '../change-signal.ts';
import { EndingQueue } from '../ending-queue.ts';
import type { Files } from '../files/files.ts';
import type { Logger } from '../logger.ts';
import { TextAnalysis } from '../search/text-analysis.ts';
import { allowedTools, findPersona } from '../workspace/allowed-tools.ts';
import { containedPath, type LoadedWorkspace } from '../workspace/load-workspace.ts';
import type { SkillFolder } from './read/skill-folders.ts';
import type { SkillScope } from './retrieval/skill-scope.ts';
import { createToolGate } from './retrieval/tool-gate.ts';
import { ScopedSkills, type SkillReader } from './scoped-skills.ts';
import { type LoadedPacks, loadPacks } from './store/load-packs.ts';
import { openSkillStore, type SkillStore } from './store/skill-store.ts';

export interface SkillLibraryOptions {
  readonly files: Files;
  readonly logger: Logger;
  readonly fts: 'detect' | 'off';
  readonly now: () => number;
  readonly newId?: () => string;
  readonly shippedPacks: string | undefined;
  /** Whether to follow changes of the packs' files. */
  readonly watch: boolean;
  readonly onEvent?: ((event: SkillEvent) => void) | undefined;
}

/** The packs of one workspace, loaded. */
interface Loaded {
  readonly key: string;
  readonly shelf: ScopedSkills;
  readonly memoryReason: string | null;
  readonly packs: LoadedPacks;
  /** By caller. */
  readonly readers: Map<string, SkillReader>;
  readonly watch: Watch;
}

/** The folders of the packs, followed from before they were read, so that no change of them is missed. */
interface Watch {
  readonly watchers: Map<string, { close(): void }>;
  isStale: boolean;
}

/** Who asks for skills: a caller of the workspace, or a reader whose gate is made elsewhere. */
export type SkillUser = { readonly caller: Caller } | { readonly reader: SkillReader };

/** What work on behalf of a caller gets: its scope, and what the directory and the usage counts need besides. */
export interface OpenedScope {
  readonly scope: SkillScope;
  readonly pinned: readonly string[];
  /** The store of all skills, where uses are noted. */
  readonly store: SkillStore;
  /**
   * The SKILL.md of a skill that the caller may see, with the files beside it; null for other formats and other skills. Its texts are
   * as their authors wrote them: whoever shows them to a model asks the gate of the scope first.
   */
  readonly folder: (name: string) => SkillFolder | null;
}

/** How long the files of packs must be quiet before listeners are notified, milliseconds. */
const quietMs = 80;

/** How many callers' gates are kept. */
const maximumReaders = 8;

/** The skills of the open workspace: loaded when they are first asked for, and again when a file of them changed (R8.40). */
export class SkillLibrary {
  readonly #options: SkillLibraryOptions;
  #loaded: Loaded | undefined;
  #analysis: TextAnalysis | undefined;
  readonly #queue = new EndingQueue();
  readonly #changed = new ChangeSignal();
  #quiet: NodeJS.Timeout | undefined;

  constructor(options: SkillLibraryOptions) {
    this.#options = options;
  }

  /** Calls back whenever files of a pack changed and are quiet again, until the returned function is called. */
  onChange(listener: () => void): () => void {
    return this.#changed.subscribe(listener);
  }

  /** Loads the packs, again with `reload`, and says what that did. Errors: `database_busy`, `cancelled`. */
  async load(
    workspace: LoadedWorkspace,
    options: { reload: boolean; signal?: AbortSignal | undefined },
  ): Promise<SkillLoadReport> {
    const { packs, memoryReason } = await this.#queue.run(() => this.#shelfOf(workspace, options));
    return {
      packs: packs.reports,
      findings: configurationFindings(workspace),
      removed: packs.removed,
      memory_reason: memoryReason,
    };
  }

  /** Runs work on what a caller can reach. Errors: those of loading and of the work, `unknown_persona`. */
  use<Result>(
    {
      workspace,
      signal,
      ...user
    }: { readonly workspace: LoadedWorkspace; readonly signal?: AbortSignal | undefined } & SkillUser,
    work: (opened: OpenedScope) => Result,
  ): Promise<Result> {
    // In one turn with loading: nothing closes the store under the work.
    return this.#queue.run(async () => {
      const loaded = await this.#shelfOf(workspace, { reload: false, signal });
      const { shelf } = loaded;
      const reader = 'reader' in user ? user.reader : this.#readerOf(workspace, loaded, user.caller);
      const scope = shelf.scopeFor(reader);
      const folder = (name: string) => {
        const skill = scope.skills.get(name);
        return skill ? loaded.packs.folders.of(skill) : null;
      };
      return work({ scope, pinned: shelf.pinned, store: shelf.store, folder });
    });
  }

  /** Reads the packs again at the next use: for who changed a file and does not wait until that is noticed. */
  markStale(): void {
    if (this.#loaded) this.#loaded.watch.isStale = true;
  }

  /** Lets go of files and threads. What loads or waits for its turn is `cancelled`; nothing of it goes on when this resolves. */
  async close(): Promise<void> {
    await this.#queue.end();
    clearTimeout(this.#quiet);
    this.#putDown();
    this.#analysis?.close();
    this.#analysis = undefined;
  }

  /** Who a caller is to the skills: its persona's context, and the tools it may use. Error: `unknown_persona`. */
  #readerOf(workspace: LoadedWorkspace, loaded: Loaded, caller: Caller): SkillReader {
    const key = JSON.stringify(caller);
    const known = loaded.readers.get(key);
    if (known) return known;
    const { config } = workspace.file;
    const tools = allowedTools(workspace, caller);
    const { lock, sources } = workspace;
    const prompts = withheldPromptNames(tools.values(), { lock, sources, approvals: config.approvals });
    const denied = [...config.policy.denied_tools, ...(caller.policy?.denied_tools ?? []), ...prompts];
    const names = createNameGate(forbiddenNames(workspace.catalog.tools, tools, denied), tools.keys());
    const gate = createToolGate(names, { tools, discovery: discoveryNames(tools, config) });
    const reader = { context: findPersona(workspace.file.config, caller.persona)?.tool_context ?? {}, gate };
    loaded.readers.set(key, reader);
    const [oldest] = loaded.readers.keys();
    if (loaded.readers.size > maximumReaders && oldest !== undefined) loaded.readers.delete(oldest);
    return reader;
  }

  async #shelfOf(
    workspace: LoadedWorkspace,
    options: { reload: boolean; signal?: AbortSignal | undefined },
  ): Promise<Loaded> {
    const key = `${workspace.root}\0${workspace.contentKey}`;
    if (this.#loaded?.key === key && !this.#loaded.watch.isStale && !options.reload) return this.#loaded;
    this.#putDown();
    this.#loaded = await this.#takeUp(workspace, key, this.#queue.signal(options.signal));
    return this.#loaded;
  }

  async #takeUp(workspace: LoadedWorkspace, key: string, signal: AbortSignal): Promise<Loaded> {
    const { files, logger, fts, now, newId = randomUUID, shippedPacks, onEvent } = this.#options;
    const cacheDir = await containedPath(
      workspace.root,
      'skills.cache_dir',
      workspace.file.config.skills.cache_dir,
      files,
    );
    const { store, memoryReason } = await openSkillStore({
      root: workspace.root,
      cacheDir,
      files,
      logger,
      fts,
      now,
      newId,
    });
    const watch: Watch = { watchers: new Map(), isStale: false };
    const onFolder = (path: string) => this.#follow(path, watch);
    try {
      const packs = await loadPacks({ workspace, store, files, shippedPacks, signal, onFolder });
      for (const { name, status, skills, added, updated } of packs.reports) {
        if (status !== 'loaded') continue;
        onEvent?.({
          type: 'skill_pack_loaded',
          pack_name: name,
          skill_count: skills,
          updated_count: added.length + updated.length,
        });
      }
      const shelf = new ScopedSkills({
        store,
        config: workspace.file.config.skills,
        pinned: packs.pinned,
        withheld: packs.withheld,
        analysis: () => this.#textAnalysis(),
        fts,
        now,
        newId,
      });
      return { key, shelf, memoryReason, packs, readers: new Map(), watch };
    } catch (error) {
      closeAll(watch);
      store.close();
      throw error;
    }
  }

  #follow(path: string, watch: Watch): void {
    if (!this.#options.watch || watch.watchers.has(path)) return;
    const onChange = () => {
      watch.isStale = true;
      clearTimeout(this.#quiet);
      this.#quiet = setTimeout(() => this.#changed.notify(), quietMs);
    };
    watch.watchers.set(path, this.#options.files.watchFolder(path, onChange));
  }

  #textAnalysis(): TextAnalysis {
    this.#analysis ??= new TextAnalysis();
    return this.#analysis;
  }

  #putDown(): void {
    if (!this.#loaded) return;
    closeAll(this.#loaded.watch);
    this.#loaded.shelf.close();
    this.#loaded = undefined;
  }
}

function closeAll({ watchers }: Watch): void {
  for (const watcher of watchers.values()) watcher.close();
}

/** What the configuration of skills asks for and does not get (R10.13). */
function configurationFindings({ file }: LoadedWorkspace): Finding[] {
  if (!file.config.skills.summarize) return [];
  return [
    skillFinding(
      'summarize_unused',
      { path: file.path },
      'skills.summarize is on, but Pegboard does not shorten skills with a model yet; it shortens them by their structure.',
      'Set it to false, or leave it out.',
    ),
  ];
}
