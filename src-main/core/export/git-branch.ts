import { dirname } from 'node:path';
import type { SimpleGit } from 'simple-git';
import { isPegboardError, PegboardError } from '#shared/errors.ts';
import type { Files } from '../files/files.ts';

export interface Repository {
  readonly root: string;
  /** Null when the head is detached. */
  readonly branch: string | null;
  /** Local branches, by name. */
  readonly branches: readonly string[];
}

/** The git repository around a folder, which need not be there; null where there is none, or no git. */
export async function repositoryAround(folder: string, files: Files): Promise<Repository | null> {
  try {
    const git = await gitIn(folder, files);
    const root = (await git.revparse(['--show-toplevel'])).trim();
    return { root, branch: await currentBranch(git), branches: await localBranches(git) };
  } catch {
    return null;
  }
}

/** The branch that is checked out, also one without a commit; null when the head is detached. */
async function currentBranch(git: SimpleGit): Promise<string | null> {
  const head = await git.raw(['symbolic-ref', '--quiet', '--short', 'HEAD']).catch(() => '');
  return head.trim() || null;
}

async function localBranches(git: SimpleGit): Promise<readonly string[]> {
  return (await git.branchLocal()).all;
}

/** The branch for a commit, checked out. */
export interface StartedBranch {
  /** The branch that was checked out before; null when that is still so, or when the head was detached. */
  readonly left: string | null;
  /** Commits these files, full paths, and nothing else in the folder. Returns the id of the commit. Error: `git_refused`. */
  commit(paths: readonly string[], message: string): Promise<string>;
}

/**
 * Creates a branch and checks it out, or stays on it when it is the current one. This happens before anything is written, so
 * that a refusal changes nothing. Error: `git_refused` outside of a repository, for an invalid name, for another branch that
 * exists, and while changes are staged.
 */
export async function startBranch(target: string, branch: string, files: Files): Promise<StartedBranch> {
  const refuse = (message: string, hint: string) =>
    new PegboardError('git_refused', message, { hint, data: { branch } });
  const asRefusal = (error: unknown, hint: string) =>
    isPegboardError(error) ? error : refuse(`git: ${error instanceof Error ? error.message.trim() : error}`, hint);
  try {
    const git = await gitIn(target, files);
    if (!(await git.checkIsRepo()))
      throw refuse(`${target} is not in a git repository.`, 'Export without a branch, or run git init there.');
    const isName = await git.raw(['check-ref-format', `refs/heads/${branch}`]).then(
      () => !branch.startsWith('-'),
      () => false,
    );
    if (!isName)
      throw refuse(
        `${branch} is not a valid branch name.`,
        'Use letters, digits, - and /, for example: pegboard/skills',
      );
    if ((await git.raw(['diff', '--cached', '--name-only'])) !== '')
      throw refuse('Changes are staged already.', 'Commit them or unstage them first.');
    const isMerging = await git.raw(['rev-parse', '--quiet', '--verify', 'MERGE_HEAD']).catch(() => '');
    if (isMerging !== '') throw refuse('A merge is in progress.', 'Finish or abort it first.');
    const current = await currentBranch(git);
    if (current !== branch) {
      if ((await localBranches(git)).includes(branch))
        throw refuse(
          `The branch ${branch} exists already.`,
          `Choose another name, or check it out first: git switch ${branch}`,
        );
      await git.checkoutLocalBranch(branch);
    }
    return {
      left: current === branch ? null : current,
      commit: async (paths, message) => {
        try {
          for (const some of inChunks(await knownTo(git, paths, files))) await git.raw(['add', '--all', '--', ...some]);
          // Nothing was staged before: what is now is ours.
          await git.commit(message);
          return (await git.revparse(['HEAD'])).trim();
        } catch (error) {
          throw asRefusal(
            error,
            `The files are written and the branch ${branch} is checked out; commit them yourself.`,
          );
        }
      },
    };
  } catch (error) {
    throw asRefusal(error, 'Check the folder and the name of the branch.');
  }
}

/** Whether the repository around a folder lacks some of these files, full paths, as they are. True outside of a repository. */
export async function isUncommitted(target: string, paths: readonly string[], files: Files): Promise<boolean> {
  try {
    const git = await gitIn(target, files);
    for (const some of inChunks(await knownTo(git, paths, files))) {
      if ((await git.raw(['status', '--porcelain', '--untracked-files=all', '--', ...some])) !== '') return true;
    }
    return false;
  } catch {
    return true;
  }
}

/** Paths that exist or that git has; git does not know a removed file that was never committed. */
async function knownTo(git: SimpleGit, paths: readonly string[], files: Files): Promise<string[]> {
  const known: string[] = [];
  for (const path of paths) {
    if ((await files.exists(path)) || (await git.raw(['ls-files', '--', path])) !== '') known.push(path);
  }
  return known;
}

/** The number of paths that fit into one command on every system. */
const maximumPaths = 200;

function* inChunks(paths: readonly string[]): Generator<readonly string[]> {
  for (let at = 0; at < paths.length; at += maximumPaths) yield paths.slice(at, at + maximumPaths);
}

/** Loaded when it is needed: most people never export to a branch. */
async function gitIn(folder: string, files: Files): Promise<SimpleGit> {
  const { simpleGit } = await import('simple-git');
  return simpleGit(await nearestFolder(folder, files));
}

/** The folder, or the nearest one around it that is there: an export may make the folder itself. */
async function nearestFolder(path: string, files: Files): Promise<string> {
  return (await files.isDirectory(path)) || dirname(path) === path ? path : nearestFolder(dirname(path), files);
}
