import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { z } from 'zod';
import type { ExperimentRun } from '#shared/domain/experiment.ts';
import { isPegboardError, PegboardError } from '#shared/errors.ts';
import { databaseSuffixes, putOddFilesAside } from '../../db/odd-files.ts';
import { experimentSchema, openIndexDatabase, UnusableDatabase } from '../../db/open-database.ts';
import { withLock } from '../../db/workspace-lock.ts';
import type { Files } from '../../files/files.ts';
import type { Logger } from '../../logger.ts';
import { ExperimentStore, type RunHead } from './experiment-store.ts';

/** Experiments of one workspace that are kept at most; the oldest go. */
const mostExperiments = 50;

/** How long a run waits for a list that only looks whether it runs, milliseconds. */
const patienceMs = 1000;

const killed = 'Pegboard ended before the experiment did.';

export interface ExperimentFilesOptions {
  readonly userDataDir: string;
  readonly files: Files;
  readonly logger: Logger;
}

/** The experiments of workspaces in the user's own folder: a database for each, which only the user can read, with a lock beside it. */
export class ExperimentFiles {
  readonly #options: ExperimentFilesOptions;

  constructor(options: ExperimentFilesOptions) {
    this.#options = options;
  }

  /** Runs work on a new experiment, while no other process runs it. */
  async create<Result>(root: string, id: string, work: (store: ExperimentStore) => Promise<Result>): Promise<Result> {
    const folder = await this.#folderOf(root);
    await this.#options.files.makeFolder(folder, { mode: 0o700 });
    await this.#prune(root);
    return this.#alone(folder, id, () => this.#on(folder, id, work));
  }

  /** Runs work on a kept experiment, while no other process runs it. Errors: `unknown_run`, `run_in_progress`. */
  async resume<Result>(root: string, id: string, work: (store: ExperimentStore) => Promise<Result>): Promise<Result> {
    const folder = await this.#folderOf(root);
    await this.#mustExist(folder, id);
    return this.#alone(folder, id, () => this.#on(folder, id, work));
  }

  /** Reads a kept experiment, also while it runs. Error: `unknown_run`. */
  async read<Result>(
    root: string,
    id: string,
    work: (store: ExperimentStore, head: RunHead) => Promise<Result> | Result,
  ): Promise<Result> {
    const folder = await this.#folderOf(root);
    await this.#mustExist(folder, id);
    return this.#on(folder, id, async (store) => {
      const head = await this.#headNow(folder, store);
      if (!head) throw unknownRun(id);
      return work(store, head);
    });
  }

  /** The experiments of a workspace, the newest first. A file that cannot be read is left out. */
  async list(root: string): Promise<ExperimentRun[]> {
    const folder = await this.#folderOf(root);
    const runs: ExperimentRun[] = [];
    for (const id of await this.#ids(folder)) {
      try {
        const run = await this.#on(folder, id, async (store) => {
          const head = await this.#headNow(folder, store);
          return head && store.run(head);
        });
        if (run) runs.push(run);
      } catch (error) {
        if (!isPegboardError(error) && !(error instanceof z.ZodError) && !(error instanceof SyntaxError)) throw error;
        this.#options.logger.warn('A kept experiment cannot be read and is left out.', {
          path: join(folder, `${id}.db`),
        });
      }
    }
    return runs.sort((a, b) => b.started.localeCompare(a.started) || a.id.localeCompare(b.id));
  }

  /** Removes an experiment; whether it was there. Error: `run_in_progress`. */
  async remove(root: string, id: string): Promise<boolean> {
    const folder = await this.#folderOf(root);
    const { files } = this.#options;
    if (!(await files.exists(join(folder, `${id}.db`)))) return false;
    await this.#alone(folder, id, async () => {
      for (const suffix of databaseSuffixes) await files.removeFile(join(folder, `${id}.db${suffix}`));
    });
    await files.removeFile(lockOf(folder, id));
    return true;
  }

  /** A run that says that it runs, and that no process holds, was killed. */
  async #headNow(folder: string, store: ExperimentStore): Promise<RunHead | null> {
    const head = store.plan()?.head ?? null;
    if (head?.state !== 'running' || (await this.#isHeld(folder, head.id))) return head;
    return { ...head, state: 'stopped', stopped_by: killed };
  }

  async #isHeld(folder: string, id: string): Promise<boolean> {
    try {
      await withLock(lockOf(folder, id), async () => {}, { patienceMs: 0 });
      return false;
    } catch (error) {
      if (isPegboardError(error) && error.code === 'database_busy') return true;
      throw error;
    }
  }

  async #alone<Result>(folder: string, id: string, work: () => Promise<Result>): Promise<Result> {
    let hasBegun = false;
    try {
      return await withLock(
        lockOf(folder, id),
        () => {
          hasBegun = true;
          return work();
        },
        { patienceMs },
      );
    } catch (error) {
      if (hasBegun || !isPegboardError(error) || error.code !== 'database_busy') throw error;
      throw new PegboardError('run_in_progress', 'This experiment is running.', {
        hint: 'Stop it where it runs, or wait until it has ended.',
        data: { id },
        cause: error,
      });
    }
  }

  async #on<Result>(folder: string, id: string, work: (store: ExperimentStore) => Promise<Result>): Promise<Result> {
    const path = join(folder, `${id}.db`);
    await putOddFilesAside(path);
    const store = new ExperimentStore(opened(path), path);
    try {
      return await work(store);
    } finally {
      store.close();
    }
  }

  async #prune(root: string): Promise<void> {
    const runs = await this.list(root);
    for (const { id } of runs.slice(mostExperiments - 1)) {
      try {
        await this.remove(root, id);
      } catch (error) {
        if (!isPegboardError(error) || error.code !== 'run_in_progress') throw error;
      }
    }
  }

  async #mustExist(folder: string, id: string): Promise<void> {
    if (!(await this.#options.files.exists(join(folder, `${id}.db`)))) throw unknownRun(id);
  }

  async #ids(folder: string): Promise<string[]> {
    const names = await this.#options.files.list(folder);
    return names.flatMap((name) => {
      const id = z.uuid().safeParse(name.replace(/\.db$/, ''));
      return name.endsWith('.db') && id.success ? [id.data] : [];
    });
  }

  async #folderOf(workspace: string): Promise<string> {
    const { userDataDir, files } = this.#options;
    const root = await files.realPath(workspace);
    return join(userDataDir, 'experiments', createHash('sha256').update(root).digest('hex').slice(0, 32));
  }
}

function lockOf(folder: string, id: string): string {
  return join(folder, `${id}.lock`);
}

function opened(path: string) {
  try {
    return openIndexDatabase(path, experimentSchema);
  } catch (error) {
    if (!(error instanceof UnusableDatabase)) throw error;
    const newer = error.reason === 'newer';
    throw new PegboardError('file_unreadable', `${path} ${newer ? 'was written by a newer Pegboard' : 'is damaged'}.`, {
      hint: newer ? 'Update this Pegboard to read it.' : 'Remove the experiment, and run it again.',
      data: { path },
      cause: error,
    });
  }
}

function unknownRun(id: string): PegboardError {
  return new PegboardError('unknown_run', `There is no experiment ${id}.`, {
    hint: '"pegboard experiment list" lists those of this workspace.',
    data: { id },
  });
}
