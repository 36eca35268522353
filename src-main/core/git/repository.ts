import type { SimpleGit } from 'simple-git';
import { PegboardError } from '#shared/errors.ts';

/** How long one question to git may take, milliseconds. */
const patienceMs = 20_000;

/**
 * A clone may lack objects, and git then gets them by itself, with commands that the repository's own configuration names. What
 * is on the command line comes before that, so that nothing is fetched and none of them runs.
 */
const noTransport = [
  'protocol',
  ...['ext', 'file', 'ftp', 'ftps', 'git', 'http', 'https', 'ssh'].map((name) => `protocol.${name}`),
].map((key) => `${key}.allow=never`);

/** Git in a folder, for questions: nothing is written, no hook runs, nothing is fetched. */
export class Repository {
  readonly #git: SimpleGit;
  readonly #folder: string;

  private constructor(folder: string, git: SimpleGit) {
    this.#folder = folder;
    this.#git = git;
  }

  /** The repository that a folder is in, null when it is in none or there is no git. */
  static async around(folder: string): Promise<Repository | null> {
    // Loaded when somebody asks: most commands never ask git.
    const { simpleGit } = await import('simple-git');
    const git = simpleGit({
      baseDir: folder,
      timeout: { block: patienceMs },
      maxConcurrentProcesses: 4,
      config: [...noTransport, 'core.fsmonitor=false'],
      unsafe: { allowUnsafeProtocolOverride: true, allowUnsafeFsMonitor: true },
    });
    const repository = new Repository(folder, git);
    const inside = await repository.#git.raw('rev-parse', '--is-inside-work-tree').catch(() => 'false');
    return inside.trim() === 'true' ? repository : null;
  }

  /** The commit that a version names: a branch, a tag, a hash, `HEAD~2`. Error: `git_refused`. */
  async commitOf(version: string): Promise<string> {
    const refused = () =>
      new PegboardError('git_refused', `Git does not know the version "${version.slice(0, 200)}" here.`, {
        hint: 'Name HEAD, a branch, a tag or a commit; git log lists them.',
        data: { version },
      });
    // An option, a range or a line break names no commit, and need not reach git.
    if (!/^[^-\s][^\s:]*$/u.test(version) || version.includes('..')) throw refused();
    try {
      return (await this.#git.raw('rev-parse', '--verify', '--end-of-options', `${version}^{commit}`)).trim();
    } catch (error) {
      const { GitError } = await import('simple-git');
      if (error instanceof GitError && /^fatal: Needed a single revision/m.test(error.message)) throw refused();
      throw this.#failed(error);
    }
  }

  /** What git prints. Error: `git_refused`. */
  async ask(...words: string[]): Promise<string> {
    return this.#git.raw(...words).catch((error: unknown) => {
      throw this.#failed(error);
    });
  }

  /** The bytes of an object. Error: `git_refused`. */
  async bytesOf(object: string): Promise<Buffer> {
    return this.#git.binaryCatFile(['blob', object]).catch((error: unknown) => {
      throw this.#failed(error);
    });
  }

  /** Whether the repository leaves a path out on purpose. */
  async ignores(path: string): Promise<boolean> {
    return (await this.#git.checkIgnore(path).catch(() => [])).length > 0;
  }

  #failed(error: unknown): PegboardError {
    const [reason = ''] = (error instanceof Error ? error.message : String(error)).trim().split('\n');
    return new PegboardError('git_refused', `git: ${reason.slice(0, 300)}`, {
      hint: 'Run the same git command in the folder of the workspace.',
      data: { folder: this.#folder },
      cause: error,
    });
  }
}
