import type { VersionFacts, WorkspaceVersion } from '#shared/domain/workspace-version.ts';
import { isPegboardError, PegboardError } from '#shared/errors.ts';
import type { Files } from '../files/files.ts';
import { filesAtCommit } from '../git/files-at-commit.ts';
import { listVersions } from '../git/list-versions.ts';
import { Repository } from '../git/repository.ts';
import { type LoadedWorkspace, loadWorkspace } from './load-workspace.ts';

/** A workspace as a version in git has it. */
export interface WorkspaceAtVersion {
  readonly loaded: LoadedWorkspace;
  /** Its files at that version. */
  readonly files: Files;
  /** A file that is unchanged since it was read need not be read again. */
  facts(): VersionFacts;
}

/** How many versions are kept: the sides of a comparison, and those that were looked at before. */
const mostKept = 4;

/** The versions of a workspace in git (decision 035). Nothing of the user's folder is touched. */
export class WorkspaceVersions {
  readonly #files: Files;
  readonly #kept = new Map<string, WorkspaceAtVersion>();

  constructor(files: Files) {
    this.#files = files;
  }

  /** What the workspace can be compared with; null outside of git. Error: `git_refused`. */
  async list(root: string): Promise<readonly WorkspaceVersion[] | null> {
    const repository = await Repository.around(root);
    return repository && listVersions(repository);
  }

  /** The workspace at a version. Errors: `git_refused`, and those of loading a workspace, which name the version. */
  async at(root: string, version: string): Promise<WorkspaceAtVersion> {
    const repository = await Repository.around(root);
    if (!repository) {
      throw new PegboardError('git_refused', `${root} is not in a git repository, so it has no versions.`, {
        hint: 'Run git init and commit there, or compare profiles.',
        data: { folder: root },
      });
    }
    const commit = await repository.commitOf(version);
    const key = `${root}\0${commit}`;
    const known = this.#kept.get(key);
    // Content that was read from the present state may have changed meanwhile.
    if (known && known.facts().as_now.length === 0)
      return { ...known, facts: () => ({ ...known.facts(), name: version }) };
    const { files, asNow } = await filesAtCommit(repository, { folder: root, commit, now: this.#files });
    const loaded = await loadWorkspace(root, files).catch((error: unknown) => {
      throw atVersion(error, version);
    });
    const facts = () => ({ name: version, commit, as_now: [...asNow].sort() });
    const made = { loaded, files, facts };
    this.#kept.delete(key);
    this.#kept.set(key, made);
    for (const oldest of [...this.#kept.keys()].slice(0, -mostKept)) this.#kept.delete(oldest);
    return made;
  }
}

/** The error of a version, which the files that are there now cannot explain. */
export function atVersion(error: unknown, version: string): unknown {
  if (!isPegboardError(error) || error.code === 'cancelled') return error;
  const isGone = error.code === 'workspace_not_found';
  return new PegboardError(error.code, `At version ${version}: ${error.message}`, {
    hint: isGone ? 'Choose a version that has one: git log -- pegboard.yaml' : error.hint,
    data: { ...error.data, version },
    cause: error,
  });
}
