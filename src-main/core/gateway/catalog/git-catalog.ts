import { join, relative, sep } from 'node:path';
import type { CatalogGitSettings, GatewayServerSettings } from '#shared/domain/gateway-server.ts';
import { describeWhole } from '#shared/domain/mcp-connection.ts';
import { PegboardError } from '#shared/errors.ts';
import type { Files } from '../../files/files.ts';
import { pointLink, removeFolder, removeOtherFolders, targetOfLink } from '../../files/folder-link.ts';
import { makeFolders } from '../../files/make-folders.ts';
import { CatalogClone } from '../../git/catalog-clone.ts';
import type { Logger } from '../../logger.ts';
import { createMasker, type Masker } from '../../secrets/masker.ts';
import { type LoadedWorkspace, loadWorkspace } from '../../workspace/load-workspace.ts';
import { secretOf } from '../setting-secret.ts';
import { type CatalogFolder, catalogsFolder, takeCatalogFolder } from './catalog-folder.ts';

/** Findings of a workspace that is not served: less than its files say, or no proof of what was approved. */
const refusing: ReadonlySet<string> = new Set(['source_unreadable', 'lock_damaged']);

export interface GitCatalogOptions {
  readonly settings: CatalogGitSettings;
  readonly publicUrl: string;
  readonly userDataDir: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly files: Files;
  readonly logger: Logger;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

/** What is served, and whether something newer is not. */
export interface CatalogState {
  readonly commit: string;
  /** Since when this process serves the commit, milliseconds since 1970. */
  readonly served_at: number;
  /** When the remote was asked last with success, milliseconds since 1970; null: not since the start. */
  readonly checked_at: number | null;
  /** Commits that took over since the start, and those that could not. */
  readonly replaced: number;
  readonly refused: number;
  /** Why the newest commit is not served, or the remote cannot be asked; null when all is well. */
  readonly problem: string | null;
}

/**
 * The catalog of a server from a git repository. Each commit is checked out to a folder of its own, loaded there, and takes over as a
 * whole: `current` is a link to the folder that is served. A commit that does not load changes nothing.
 */
export class GitCatalog {
  /** The workspace, wherever its files are. */
  readonly root: string;
  /** Files with one path for the workspace, whichever commit is served. */
  readonly files: Files;
  readonly #options: GitCatalogOptions;
  readonly #folder: CatalogFolder;
  readonly #clone: CatalogClone;
  readonly #url: string;
  readonly #masker: Masker;
  #takeOver: (() => Promise<void>) | undefined;
  #state: Omit<CatalogState, 'commit'> & { readonly commit: string | null } = {
    ...{ commit: null, served_at: 0, checked_at: null, replaced: 0, refused: 0, problem: null },
  };
  #refusedCommit: string | null = null;
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<void> | null = null;
  #isAsked = false;
  #isClosed = false;

  private constructor(options: GitCatalogOptions, folder: CatalogFolder, url: string) {
    this.#options = options;
    this.#folder = folder;
    this.#url = url;
    this.#masker = createMasker(url === options.settings.url ? [] : [{ name: null, value: url }]);
    this.#clone = new CatalogClone(join(folder.path, 'repository.git'), options.env);
    this.root = join(folder.path, 'current');
    this.files = withOneRoot(options.files, join(folder.path, 'commits'), this.root);
  }

  /**
   * Takes a folder and gets the catalog, or serves the last one where the remote cannot be asked. Errors: `git_refused`, `variable_missing`, those of
   * loading.
   */
  static async open(options: GitCatalogOptions): Promise<GitCatalog> {
    const { settings, env, publicUrl, userDataDir, files } = options;
    const url = filledIn(settings.url, env);
    const folder = await takeCatalogFolder(catalogsFolder(userDataDir, publicUrl, settings.url));
    const catalog = new GitCatalog(options, folder, url);
    try {
      await makeFolders(join(folder.path, 'commits'));
      const before = await targetOfLink(catalog.root);
      const commit = before === null ? null : (relative('commits', before).split(sep)[0] ?? null);
      if (commit !== null && (await files.isDirectory(catalog.root)))
        catalog.#set({ commit, served_at: options.now() });
      await catalog.#look();
      if (catalog.#state.commit === null)
        throw new PegboardError('git_refused', catalog.#state.problem ?? 'No commit.');
      return catalog;
    } catch (error) {
      folder.release();
      throw error;
    }
  }

  state(): CatalogState {
    return { ...this.#state, commit: this.#state.commit ?? '' };
  }

  /** Follows the remote from now on; `takeOver` reads `root` again. */
  follow(takeOver: () => Promise<void>): void {
    this.#takeOver = takeOver;
    this.#wait();
  }

  /** Asks the remote now, or once more when it is being asked. No error. */
  ask(): void {
    if (this.#isClosed || !this.#takeOver) return;
    clearTimeout(this.#timer);
    if (this.#running) {
      this.#isAsked = true;
      return;
    }
    this.#running = this.#look().finally(() => {
      this.#running = null;
      if (!this.#isAsked) return this.#wait();
      this.#isAsked = false;
      this.ask();
    });
  }

  /** Ends it; a takeover under way ends first. */
  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    while (this.#running) await this.#running;
    this.#folder.release();
  }

  #wait(): void {
    if (this.#isClosed) return;
    this.#timer = setTimeout(() => this.ask(), this.#options.settings.poll_seconds * 1000).unref();
  }

  #set(change: Partial<CatalogState>): void {
    this.#state = { ...this.#state, ...change };
  }

  /** Looks at the remote, and serves what is new there. No error. */
  async #look(): Promise<void> {
    const { settings, logger, now } = this.#options;
    let commit: string | undefined;
    try {
      commit = await this.#clone.fetch(this.#url, settings.ref);
      this.#set({ checked_at: now() });
      if (commit === this.#refusedCommit) return;
      if (commit !== this.#state.commit) await this.#serve(commit);
      this.#set({ problem: null });
      this.#refusedCommit = null;
    } catch (error) {
      const words = this.#masker.text(error instanceof Error ? error.message : String(error));
      const problem = commit === undefined ? words : `Commit ${short(commit)} is not served: ${words}`;
      if (commit !== undefined) {
        this.#refusedCommit = commit;
        await removeFolder(this.#placeOf(commit));
      }
      if (problem !== this.#state.problem) logger.error('The catalog stays as it is.', { error: problem });
      this.#set({ problem, refused: this.#state.refused + (commit === undefined ? 0 : 1) });
    }
  }

  /** Errors: `git_refused`, those of loading. Afterwards the commit is served, or the one before. */
  async #serve(commit: string): Promise<void> {
    const { settings, logger, now } = this.#options;
    const former = this.#state.commit;
    const place = this.#placeOf(commit);
    await this.#clone.checkOut(commit, place);
    const loaded = await loadWorkspace(join(place, settings.folder), this.#options.files);
    refuseHalf(loaded);
    await this.#point(commit);
    try {
      await this.#takeOver?.();
    } catch (error) {
      if (former !== null) {
        await this.#point(former);
        await this.#takeOver?.();
      }
      throw error;
    }
    this.#set({ commit, served_at: now(), replaced: this.#state.replaced + 1 });
    logger.info('The catalog is served.', { commit, tools: loaded.catalog.tools.length });
    this.#tellOfConsent(loaded);
    // The former folder stays too: a request under way may read a skill in it.
    await removeOtherFolders(join(this.#folder.path, 'commits'), new Set([commit, former ?? commit]));
  }

  /** Moves the link in one step. */
  async #point(commit: string): Promise<void> {
    await pointLink(this.root, join('commits', commit, this.#options.settings.folder));
  }

  #tellOfConsent({ file }: LoadedWorkspace): void {
    const { settings, logger } = this.#options;
    for (const { name, mcp, enabled } of file.config.sources)
      if (mcp && enabled && !settings.agreed.includes(describeWhole(mcp)))
        logger.warn('A source has no consent. Add this text to catalog.git.agreed if you agree.', {
          source: name,
          agreed: describeWhole(mcp),
        });
  }

  #placeOf(commit: string): string {
    return join(this.#folder.path, 'commits', commit);
  }
}

/** The workspace that a server serves, and the files by which it sees it: of the first process, where there are several. */
export function servedWorkspace(
  { catalog, public_url, workspace }: Pick<GatewayServerSettings, 'catalog' | 'public_url' | 'workspace'>,
  userDataDir: string,
  files: Files,
): { readonly root: string; readonly files: Files } {
  if (!catalog) return { root: workspace, files };
  const folder = join(catalogsFolder(userDataDir, public_url, catalog.git.url), '1');
  const root = join(folder, 'current');
  return { root, files: withOneRoot(files, join(folder, 'commits'), root) };
}

/** Error: `config_invalid` for a workspace with a part that cannot be read. */
function refuseHalf({ findings }: LoadedWorkspace): void {
  const found = findings.filter(({ code }) => refusing.has(code));
  if (found.length === 0) return;
  const words = found.slice(0, 5).map(({ message }) => message);
  throw new PegboardError('config_invalid', words.join(' '));
}

/** Files whose real path in the folder of a commit is that through the link: what is kept by the path of the workspace outlives a commit. */
function withOneRoot(files: Files, commits: string, root: string): Files {
  return {
    ...files,
    realPath: async (path) => {
      const [real, realCommits, target] = await Promise.all([
        files.realPath(path),
        files.realPath(commits),
        files.realPath(root),
      ]);
      // Only below the folder that is served, wherever inside the commit that is.
      const isServed =
        target.startsWith(`${realCommits}${sep}`) && (real === target || real.startsWith(`${target}${sep}`));
      return isServed ? join(root, relative(target, real)) : real;
    },
  };
}

function short(commit: string): string {
  return commit.slice(0, 12);
}

/** Error: `variable_missing`. */
function filledIn(url: string, env: Readonly<Record<string, string | undefined>>): string {
  return url.replace(/\$\{env:\w+\}/g, (reference) => encodeURIComponent(secretOf('catalog.git.url', reference, env)));
}
