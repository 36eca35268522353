import { dirname } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import { PegboardError } from '#shared/errors.ts';
import { errorNumber, fileError } from '../files/file-error.ts';
import type { Database } from './database.ts';
import { migrations } from './migrations/all.ts';
import { embeddingMigrations } from './migrations/embeddings-all.ts';
import { experimentMigrations } from './migrations/experiment-all.ts';
import { skillMigrations } from './migrations/skills-all.ts';
import { trailMigrations } from './migrations/trail-all.ts';
import { usageMigrations } from './migrations/usage-all.ts';
import { useMigrations } from './migrations/use-all.ts';

/** How long a statement waits for another process before it gives up, milliseconds. */
const busyTimeoutMs = 5000;

/** Thrown for a file that is not a database, a damaged one, or one of a newer Pegboard: the caller decides what to do. */
export class UnusableDatabase extends Error {
  readonly reason: 'corrupt' | 'newer';
  constructor(reason: 'corrupt' | 'newer', cause?: unknown) {
    super(reason, { cause });
    this.reason = reason;
  }
}

/** What a database file of ours holds: where its version stands, and how it came to be. */
export interface DatabaseSchema {
  readonly metaTable: string;
  readonly migrations: readonly ((database: Database) => void)[];
  /** Whether the file gives room back when rows go, by `PRAGMA incremental_vacuum`. */
  readonly shrinks?: boolean;
  /** Whether what was written is on the disk before the statement returns, also when the power fails. */
  readonly durable?: boolean;
}

const toolIndexSchema: DatabaseSchema = { metaTable: 'tool_index_meta', migrations };
export const skillsSchema: DatabaseSchema = { metaTable: 'skills_meta', migrations: skillMigrations };
export const embeddingsSchema: DatabaseSchema = { metaTable: 'embeddings_meta', migrations: embeddingMigrations };
export const experimentSchema: DatabaseSchema = {
  metaTable: 'experiment_meta',
  migrations: experimentMigrations,
  durable: true,
};
export const usageSchema: DatabaseSchema = { metaTable: 'usage_meta', migrations: usageMigrations, shrinks: true };
export const trailSchema: DatabaseSchema = { metaTable: 'trail_meta', migrations: trailMigrations };
export const useSchema: DatabaseSchema = { metaTable: 'use_meta', migrations: useMigrations, shrinks: true };

/** An empty database in memory, with no tables. */
export function openScratchDatabase(): Database {
  return new BetterSqlite3(':memory:');
}

/**
 * Opens the index file, or one in memory for `path` null, in WAL mode (R2.03) and brings its schema up to date (R2.20).
 * `timeoutMs`: how long a statement waits for another process. Throws UnusableDatabase for a corrupt or newer file; PegboardErrors `database_busy`, `folder_read_only`, `disk_full`,
 * `file_unreadable`.
 */
export function openIndexDatabase(
  path: string | null,
  schema: DatabaseSchema = toolIndexSchema,
  { timeoutMs = busyTimeoutMs }: { readonly timeoutMs?: number } = {},
): Database {
  let database: Database | undefined;
  try {
    database = new BetterSqlite3(path ?? ':memory:', { timeout: timeoutMs });
    // Only a file without pages still accepts this setting.
    if (schema.shrinks) database.pragma('auto_vacuum = INCREMENTAL');
    if (path !== null) {
      setWal(database, timeoutMs);
      database.pragma(`synchronous = ${schema.durable ? 'FULL' : 'NORMAL'}`);
    }
    migrate(database, schema);
    return database;
  } catch (error) {
    database?.close();
    throw error instanceof UnusableDatabase ? error : databaseError(error, path ?? 'memory');
  }
}

/** Where two processes open a new file, SQLite refuses the journal of the second at once and does not wait: it is tried again here. */
function setWal(database: Database, timeoutMs: number): void {
  const until = performance.now() + timeoutMs;
  for (;;) {
    try {
      database.pragma('journal_mode = WAL');
      return;
    } catch (error) {
      if (errorNumber(error) !== 'SQLITE_BUSY' || performance.now() > until) throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 10);
    }
  }
}

/** Runs each migration that the file has not seen, in a transaction of its own. */
function migrate(database: Database, { metaTable, migrations: steps }: DatabaseSchema): void {
  database.exec(`CREATE TABLE IF NOT EXISTS ${metaTable} (key TEXT PRIMARY KEY, value TEXT NOT NULL)`);
  const latest = steps.length;
  const versionNow = () => schemaVersion(database, metaTable);
  if (versionNow() > latest) throw new UnusableDatabase('newer');
  for (let version = versionNow() + 1; version <= latest; version++) {
    database
      .transaction(() => {
        // Another process may have migrated while this one waited for the lock.
        if (versionNow() >= version) return;
        steps[version - 1]?.(database);
        database
          .prepare(`INSERT OR REPLACE INTO ${metaTable} (key, value) VALUES ('schema_version', ?)`)
          .run(String(version));
      })
      .immediate();
  }
}

/** Version of the schema in this file, 0 for a new one. */
export function schemaVersion(database: Database, metaTable = toolIndexSchema.metaTable): number {
  const row = database.prepare(`SELECT value FROM ${metaTable} WHERE key = 'schema_version'`).pluck().get();
  return typeof row === 'string' ? Number(row) : 0;
}

/** A SQLite error in our words. A lock is waited for and then reported; it is never taken for corruption. */
export function databaseError(error: unknown, path: string): Error {
  if (error instanceof PegboardError || error instanceof UnusableDatabase) return error;
  const code = errorNumber(error) ?? '';
  if (code.startsWith('SQLITE_BUSY') || code.startsWith('SQLITE_LOCKED')) {
    return new PegboardError('database_busy', `Another process is using ${path}.`, {
      hint: 'Close the other Pegboard or wait until it has finished, then try again.',
      data: { path },
      cause: error,
    });
  }
  if (code.startsWith('SQLITE_CORRUPT') || code === 'SQLITE_NOTADB') return new UnusableDatabase('corrupt', error);
  if (code === 'SQLITE_FULL') return fileError(Object.assign(new Error('full'), { code: 'ENOSPC' }), path);
  if (code.startsWith('SQLITE_READONLY') || code === 'SQLITE_CANTOPEN' || code.startsWith('SQLITE_PERM')) {
    return fileError(Object.assign(new Error('read-only'), { code: 'EACCES' }), dirname(path));
  }
  if (code.startsWith('SQLITE_IOERR')) {
    return new PegboardError('file_unreadable', `${path} cannot be read or written on this disk (${code}).`, {
      hint: 'Check the free space, the quota and the limit of file sizes (ulimit -f), or move the workspace to another disk.',
      data: { path },
      cause: error,
    });
  }
  return error instanceof Error ? error : new Error(String(error));
}
