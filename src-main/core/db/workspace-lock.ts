import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import BetterSqlite3 from 'better-sqlite3';
import { throwIfCancelled } from '../cancellation.ts';
import { databaseError } from './open-database.ts';

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
 * file: the system releases it when a process dies. Error: `database_busy` after `patienceMs`, ten seconds by default.
 */
export async function withLock<Result>(
  path: string,
  change: () => Promise<Result>,
  options: { readonly signal?: AbortSignal | undefined; readonly patienceMs?: number } = {},
): Promise<Result> {
  const { signal, patienceMs = defaultPatienceMs } = options;
  const lock = open(path);
  try {
    for (let waited = 0; ; waited += pauseMs) {
      if (tryToTake(lock, path, waited >= patienceMs)) break;
      throwIfCancelled(signal);
      await setTimeout(pauseMs);
    }
    return await change();
  } finally {
    lock.close();
  }
}

function open(path: string): BetterSqlite3.Database {
  try {
    return new BetterSqlite3(path, { timeout: 0 });
  } catch (error) {
    throw databaseError(error, path);
  }
}

function tryToTake(lock: BetterSqlite3.Database, path: string, isLastTry: boolean): boolean {
  try {
    lock.exec('BEGIN EXCLUSIVE');
    return true;
  } catch (error) {
    const known = databaseError(error, path);
    if (isLastTry || !('code' in known) || known.code !== 'database_busy') throw known;
    return false;
  }
}
