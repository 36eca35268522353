import { join } from 'node:path';
import { isPegboardError, PegboardError } from '#shared/errors.ts';
import { withLock } from '../../db/workspace-lock.ts';
import { textHash } from './export-journal.ts';

export interface ExportLockOptions {
  /** Folder for locks, which must exist, the user's own: nothing of them is left in the target. */
  readonly locks: string;
  readonly signal?: AbortSignal | undefined;
  /** How long to wait for another export to the same folder, milliseconds; five seconds by default. */
  readonly patienceMs?: number | undefined;
}

/** Runs work while no other export writes to this folder, a real path. Error: `export_busy`. */
export async function withExportLock<Result>(
  target: string,
  work: () => Promise<Result>,
  { locks, signal, patienceMs = 5000 }: ExportLockOptions,
): Promise<Result> {
  const lock = join(locks, `export-${textHash(target.toLowerCase()).slice(0, 32)}.db`);
  let hasBegun = false;
  try {
    return await withLock(
      lock,
      () => {
        hasBegun = true;
        return work();
      },
      { signal, patienceMs },
    );
  } catch (error) {
    if (hasBegun || !isPegboardError(error) || error.code !== 'database_busy') throw error;
    throw new PegboardError('export_busy', `Another export is writing to ${target}.`, {
      hint: 'Wait until it has ended and run it again. Nothing was written.',
      data: { target },
      cause: error,
    });
  }
}
