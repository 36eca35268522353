import { randomUUID } from 'node:crypto';
import type { Finding } from '#shared/domain/finding.ts';
import type { Caller } from '#shared/domain/search-request.ts';
import type { SkillEvent } from '#shared/domain/skill-event.ts';
import { skillFinding } from '#shared/domain/skill-finding.ts';
import type { SkillLoadReport } from '#shared/domain/skill-load.ts';
import { ChangeSignal } from '../change-signal.ts';
import type { Files } from '../files/files.ts';
import type { Logger } from '../logger.ts';
import { TextAnalysis } from '../search/text-analysis.ts';
import { allowedTools, personaOf } from '../workspace/allowed-tools.ts';
import { containedPath, type LoadedWorkspace } from '../workspace/load-workspace.ts';
import type { SkillScope } from './retrieval/skill-scope.ts';
import { ToolGate } from './retrieval/tool-gate.ts';
import { type LoadedPacks, loadPacks } from './store/load-packs.ts';
import { openSkillStore } from './store/open-skill-store.ts';
import { SkillStore } from './store/skill-store.ts';
import type { StoredSkill } from './store/stored-skill.ts';
import { visibleSkills } from './store/visible-skills.ts';

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
interface Shelf {
  readonly key: string;
  readonly store: SkillStore;
  readonly memoryReason: string | null;
  readonly packs: LoadedPacks;
  readonly skills: readonly StoredSkill[];
  readonly scopes: Map<string, SkillScope>;
  readonly watch: Watch;
}

/** The folders of a shelf, followed from before they were read, so that no change of them is missed. */
interface Watch {
  readonly watchers: Map<string, { close(): void }>;
  isStale: boolean;
}

/** What work on behalf of a caller gets: its scope, and what the directory and the usage counts need besides. */
export interface OpenedScope {
  readonly scope: SkillScope;
  readonly pinned: readonly string[];
  /** The store of all skills, where uses are noted. */
  readonly store: SkillStore;
}

/** How long the files of packs must be quiet before those who wait are told, milliseconds. */
const quietMs = 80;

/** How many callers' scopes are kept; each may hold a store in memory. */
const maximumScopes = 8;

/** The skills of the open workspace: loaded when they are first asked for, and again when a file of them changed (R8.40). */
export class SkillLibrary {
  readonly #options: SkillLibraryOptions;
  #shelf: Shelf | undefined;
  #analysis: TextAnalysis | undefined;
  #queue: Promise<unknown> = Promise.resolve();
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
    const { packs, memoryReason } = await this.#inTurn(() => this.#shelfOf(workspace, options));
    return {
      packs: packs.reports,
      findings: configurationFindings(workspace),
      removed: packs.removed,
      memory_reason: memoryReason,
    };
  }

  /** Runs work on what a caller can reach. Errors: those of loading and of the work, `unknown_persona`. */
  use<Result>(
    { workspace, caller, signal }: { workspace: LoadedWorkspace; caller: Caller; signal?: AbortSignal | undefined },
    work: (opened: OpenedScope) => Result,
  ): Promise<Result> {
    // In one turn with loading: nothing closes the store under the work.
    return this.#inTurn(async () => {
      const shelf = await this.#shelfOf(workspace, { reload: false, signal });
      return work({ scope: this.#scopeOf(workspace, shelf, caller), pinned: shelf.packs.pinned, store: shelf.store });
    });
  }

  /** Reads the packs again at the next use: for who changed a file and does not wait until that is noticed. */
  markStale(): void {
    if (this.#shelf) this.#shelf.watch.isStale = true;
  }

  close(): void {
    clearTimeout(this.#quiet);
    this.#putDown();
    this.#analysis?.close();
    this.#analysis = undefined;
  }

  #scopeOf(workspace: LoadedWorkspace, shelf: Shelf, caller: Caller): SkillScope {
    const key = JSON.stringify(caller);
    const scope = shelf.scopes.get(key) ?? this.#scope(workspace, shelf, caller);
    // Put last: the first is then the one that was not asked for longest.
    shelf.scopes.delete(key);
    shelf.scopes.set(key, scope);
    const [oldest] = shelf.scopes;
    if (shelf.scopes.size > maximumScopes && oldest) {
      shelf.scopes.delete(oldest[0]);
      if (oldest[1].store !== shelf.store) oldest[1].store.close();
    }
    return scope;
  }

  #scope(workspace: LoadedWorkspace, shelf: Shelf, caller: Caller): SkillScope {
    const config = workspace.file.config;
    const tools = allowedTools(workspace, caller);
    const skills = visibleSkills(shelf.skills, {
      context: personaOf(workspace, caller)?.tool_context ?? {},
      widest: config.skills.scope_mode,
      packs: new Set(config.skills.skill_packs.filter(({ enabled }) => enabled).map(({ name }) => name)),
    });
    const gate = new ToolGate({
      known: workspace.catalog.tools,
      alsoDenied: [...config.policy.denied_tools, ...(caller.policy?.denied_tools ?? [])],
      allowed: new Map([...tools].map(([name, { mode }]) => [name, mode])),
      searchEnabled: config.tool_search.enabled,
    });
    // Where a caller sees less than there is, what it searches holds no more: hidden skills cannot shift a score.
    const seesAll = skills.size === shelf.skills.length;
    const store = seesAll ? shelf.store : this.#narrowed(skills.values());
    if (store.ftsAvailable) this.#analysis ??= new TextAnalysis();
    return {
      skills,
      byRow: new Map([...skills.values()].map((skill) => [skill.row, skill])),
      store,
      analysis: this.#analysis ?? null,
      config: config.skills,
      rules: { gate, redactPii: config.skills.redact_pii },
    };
  }

  #narrowed(skills: Iterable<StoredSkill>): SkillStore {
    const { fts, now, newId = randomUUID } = this.#options;
    const store = new SkillStore({ path: null, fts, now, newId });
    store.copyIn(skills);
    return store;
  }

  async #shelfOf(
    workspace: LoadedWorkspace,
    options: { reload: boolean; signal?: AbortSignal | undefined },
  ): Promise<Shelf> {
    const key = `${workspace.root}\0${workspace.contentKey}`;
    if (this.#shelf?.key === key && !this.#shelf.watch.isStale && !options.reload) return this.#shelf;
    this.#putDown();
    this.#shelf = await this.#takeUp(workspace, key, options.signal);
    return this.#shelf;
  }

  #inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    const turn = this.#queue.then(work);
    this.#queue = turn.catch(() => {});
    return turn;
  }

  async #takeUp(workspace: LoadedWorkspace, key: string, signal: AbortSignal | undefined): Promise<Shelf> {
    const { files, logger, fts, now, newId = randomUUID, shippedPacks, onEvent } = this.#options;
    const cacheDir = await containedPath(
      workspace.root,
      'skills.cache_dir',
      workspace.file.config.skills.cache_dir,
      files,
    );
    const { store, memoryReason } = await openSkillStore({ cacheDir, files, logger, fts, now, newId });
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
      const skills = store.all();
      return { key, store, memoryReason, packs, skills, scopes: new Map(), watch };
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

  #putDown(): void {
    if (!this.#shelf) return;
    closeAll(this.#shelf.watch);
    for (const { store } of this.#shelf.scopes.values()) if (store !== this.#shelf.store) store.close();
    this.#shelf.store.close();
    this.#shelf = undefined;
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
      'skills.summarize is on, and no model shortens skills yet: they are shortened by their structure.',
      'Set it to false, or leave it out.',
    ),
  ];
}
