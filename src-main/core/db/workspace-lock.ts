import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import BetterSqlite3 from 'better-sqlite3';
import { throwIfCancelled } from '../cancellation.ts';
import { databaseError } from './open-database.ts';

/** How long a change waits for another process that is changing the workspace, milliseconds. */
const patienceMs = 10_000;
const pauseMs = 25;

/**
 * Runs a change of a workspace while no other process changes it. The lock is SQLite's own on an empty file in the cache
 * folder, which must exist: the system releases it when a process dies. Error: `database_busy` after ten seconds.
 */
export async function withWorkspaceLock<Result>(
  cacheDir: string,
  signal: AbortSignal | undefined,
  change: () => Promise<Result>,
): Promise<Result> {
  const path = join(cacheDir, 'lock.db');
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
