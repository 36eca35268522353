import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import BetterSqlite3 from 'better-sqlite3';
import { isPegboardError, PegboardError } from '#shared/errors.ts';
import { throwIfCancelled } from '../cancellation.ts';
import { emptyFile } from '../files/empty-file.ts';
import { nodeFiles } from '../files/node-files.ts';
import { putOddFilesAside } from './odd-files.ts';
import { databaseError, UnusableDatabase } from './open-database.ts';

/** How long a change waits for another process that is changing the same, milliseconds. */
const defaultPatienceMs = 10_000;
const pauseMs = 25;

/** Runs a change of a workspace while no other process changes it; the cache folder must exist. Error: `database_busy`. */
export function withWorkspaceLock<Result>(
  cacheDir: string,
  signal: AbortSignal | undefined,
  change: () => Promise<Result>,
): Promise<Result> {
  return withLock(join(cacheDir, 'lock.db'), change, { signal });
}

/**
 * Runs a change while nobody else holds the lock at this path, whose folder must exist. The lock is SQLite's own on an empty
 * file: the system releases it when a process dies. A damaged file is mended. Errors: `database_busy` after `patienceMs`, ten
 * seconds by default; `file_unreadable`.
 */
export async function withLock<Result>(
  path: string,
  change: () => Promise<Result>,
  options: { readonly signal?: AbortSignal | undefined; readonly patienceMs?: number } = {},
): Promise<Result> {
  const { signal, patienceMs = defaultPatienceMs } = options;
  let lock = await open(path);
  try {
    for (let [waited, isMended] = [0, false]; ; waited += pauseMs) {
      try {
        if (tryToTake(lock, path, waited >= patienceMs)) break;
      } catch (error) {
        if (isMended || !isDamage(error)) throw error;
        isMended = true;
        lock.close();
        await mend(path);
        lock = await open(path);
        continue;
      }
      throwIfCancelled(signal);
      await setTimeout(pauseMs);
    }
    return await change();
  } finally {
    lock.close();
  }
}

async function open(path: string): Promise<BetterSqlite3.Database> {
  await putOddFilesAside(path);
  try {
    return new BetterSqlite3(path, { timeout: 0 });
  } catch (error) {
    throw databaseError(error, path);
  }
}

function tryToTake(lock: BetterSqlite3.Database, path: string, isLastTry: boolean): boolean {
  try {
    // The file stays empty, so there is nothing to take back: a journal beside it would only stay when the process is killed.
    lock.pragma('journal_mode = MEMORY');
    lock.exec('BEGIN EXCLUSIVE');
    return true;
  } catch (error) {
    const known = databaseError(error, path);
    if (isLastTry || !('code' in known) || known.code !== 'database_busy') throw known;
    return false;
  }
}

function isDamage(error: unknown): boolean {
  return error instanceof UnusableDatabase || (isPegboardError(error) && error.code === 'file_unreadable');
}

/**
 * Makes a damaged lock usable, and keeps a copy of what it held. The file is emptied and not replaced: two processes that mend
 * it at once then still take the same lock.
 */
async function mend(path: string): Promise<void> {
  const aside = `${path}.corrupt-${randomUUID()}`;
  try {
    for (const suffix of ['-wal', '-shm', '-journal']) await nodeFiles.moveAside(path + suffix, aside + suffix);
    await emptyFile(path, aside);
  } catch (cause) {
    throw new PegboardError('file_unreadable', `The lock file ${path} is damaged and cannot be repaired.`, {
      hint: `Delete ${path}. Nothing is lost: Pegboard creates it again.`,
      data: { path },
      cause,
    });
  }
}
