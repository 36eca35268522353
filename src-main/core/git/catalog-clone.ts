import { dirname, join } from 'node:path';
import { simpleGit } from 'simple-git';
import { PegboardError } from '#shared/errors.ts';
import { removeFolder } from '../files/folder-link.ts';
import { nodeFiles } from '../files/node-files.ts';

/** How long git may print nothing, milliseconds. */
const patienceMs = 120_000;

/** The commit that is served is kept here, so that git does not remove it. */
const wanted = 'refs/pegboard/wanted';

/** No hook and no program that a repository names runs, and a link becomes a file with its target. */
const careful = [
  ...['core.hooksPath=/dev/null', 'core.fsmonitor=false', 'core.symlinks=false', 'protocol.ext.allow=never'],
  ...['submodule.recurse=false', 'core.autocrlf=false', 'gc.auto=0'],
];

/** What git gets of our environment: its configuration, keys and certificates of the account, and the way out. */
const passedOn =
  /^(PATH|HOME|USER|LOGNAME|TMPDIR|XDG_CONFIG_HOME|SSH_AUTH_SOCK|SSL_CERT_(FILE|DIR)|(HTTPS?|ALL|NO)_PROXY|SystemRoot|USERPROFILE)$/i;

/** A clone without a folder of its own: commits of a remote are fetched into it and checked out beside it. */
export class CatalogClone {
  readonly #folder: string;
  readonly #env: Readonly<Record<string, string>>;

  /** `folder` need not be there; the one around it must. */
  constructor(folder: string, env: Readonly<Record<string, string | undefined>>) {
    this.#folder = folder;
    const passed = Object.entries(env).flatMap(([name, value]) =>
      value !== undefined && passedOn.test(name) ? [[name, value] as const] : [],
    );
    // Nobody is there to type a password.
    this.#env = { ...Object.fromEntries(passed), GIT_TERMINAL_PROMPT: '0', LC_ALL: 'C' };
  }

  /** Fetches a branch, a tag or a commit; returns the commit. Error: `git_refused`, with what git says. */
  async fetch(url: string, ref: string): Promise<string> {
    const isThere = await nodeFiles.exists(join(this.#folder, 'HEAD'));
    if (!isThere) await this.#git(dirname(this.#folder), 'init', '--quiet', '--bare', this.#folder);
    await this.#git(this.#folder, 'fetch', '--quiet', '--force', '--no-tags', '--', url, `+${ref}:${wanted}`);
    return (await this.#git(this.#folder, 'rev-parse', '--verify', `${wanted}^{commit}`)).trim();
  }

  /** Puts the files of a commit into a folder, in place of what is there. A process that is killed may leave a part of them. Error: `git_refused`. */
  async checkOut(commit: string, folder: string): Promise<void> {
    await removeFolder(folder);
    await this.#git(this.#folder, 'worktree', 'prune');
    await this.#git(this.#folder, 'worktree', 'add', '--quiet', '--force', '--detach', folder, commit);
  }

  async #git(baseDir: string, ...words: string[]): Promise<string> {
    const unsafe = { allowUnsafeProtocolOverride: true, allowUnsafeFsMonitor: true, allowUnsafeHooksPath: true };
    const allowEnvironment = ['GIT_TERMINAL_PROMPT'];
    const timeout = { block: patienceMs };
    const git = simpleGit({ baseDir, config: careful, timeout, unsafe, allowEnvironment });
    try {
      return await git.env(this.#env).raw(...words);
    } catch (error) {
      const said = (error instanceof Error ? error.message : String(error)).trim().split('\n').slice(0, 3).join(' ');
      throw new PegboardError('git_refused', `git ${words[0]} failed: ${said.slice(0, 500)}`, {
        hint: 'Check catalog.git.url and ref, and that the account of the server may read the repository.',
      });
    }
  }
}
