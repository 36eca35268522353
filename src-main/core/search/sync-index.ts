import { setImmediate } from 'node:timers/promises';
import type { IndexStatus } from '#shared/domain/index-status.ts';
import { PegboardError } from '#shared/errors.ts';
import type { Database } from '../db/database.ts';
import { attachFullText, detachFullText } from '../db/full-text.ts';
import { catalogFingerprint, type IndexRow } from './index-row.ts';

export interface SyncOptions {
  readonly now: () => number;
  /** Start from nothing (R2.18). */
  readonly rebuild?: boolean;
  readonly onProgress?: (done: number, total: number) => void;
  /** Asked between batches: true stops the work and leaves the index as it was. */
  readonly isCancelled?: () => boolean;
}

export type SyncResult = IndexStatus['last_sync'];

const batchSize = 500;
/** How many rows are turned into full text within a few milliseconds. */
const sliceSize = 250;

/** Fingerprint of the catalog the index was last brought to, or an empty text. */
export function storedFingerprint(database: Database): string {
  const value = database.prepare("SELECT value FROM tool_index_meta WHERE key = 'catalog_fingerprint'").pluck().get();
  return typeof value === 'string' ? value : '';
}

/** Makes the rows of `tools` equal to the given ones, in one transaction, writing only what differs (R2.15–R2.17). */
export function syncRows(database: Database, rows: readonly IndexRow[], options: SyncOptions): SyncResult {
  const fingerprint = catalogFingerprint(rows);
  if (!options.rebuild && storedFingerprint(database) === fingerprint) return unchangedResult(rows);
  return database
    .transaction((): SyncResult => {
      // Another process may have done the same work while this one waited for the lock.
      if (!options.rebuild && storedFingerprint(database) === fingerprint) return unchangedResult(rows);
      const result = options.rebuild ? replaceAll(database, rows, options) : writeDifferences(database, rows, options);
      storeFingerprint(database, fingerprint);
      return result;
    })
    .immediate();
}

function unchangedResult(rows: readonly IndexRow[]): SyncResult {
  return { inserted: 0, updated: 0, removed: 0, unchanged: rows.length, rebuilt: false };
}

/**
 * Fills an index that has no rows yet, a slice at a time, and gives way to other work in between. Nobody else may use the
 * database meanwhile. Error: `cancelled`.
 */
export async function fillRows(
  database: Database,
  rows: readonly IndexRow[],
  options: Pick<SyncOptions, 'now' | 'isCancelled'>,
): Promise<SyncResult> {
  for (let start = 0; start < rows.length; start += sliceSize) {
    const slice = rows.slice(start, start + sliceSize);
    database.transaction(() => insertAll(database, slice, options))();
    await setImmediate();
  }
  storeFingerprint(database, catalogFingerprint(rows));
  return { inserted: rows.length, updated: 0, removed: 0, unchanged: 0, rebuilt: false };
}

function storeFingerprint(database: Database, fingerprint: string): void {
  database
    .prepare("INSERT OR REPLACE INTO tool_index_meta (key, value) VALUES ('catalog_fingerprint', ?)")
    .run(fingerprint);
}

function replaceAll(database: Database, rows: readonly IndexRow[], options: SyncOptions): SyncResult {
  filledAtOnce(database, () => {
    database.exec('DELETE FROM tools');
    insertAll(database, rows, options);
  });
  return { inserted: rows.length, updated: 0, removed: 0, unchanged: 0, rebuilt: true };
}

/** Runs a large write without the triggers and fills the full text once behind it: a quarter of the time. */
function filledAtOnce(database: Database, write: () => void): void {
  const hadFullText = detachFullText(database);
  write();
  if (hadFullText) attachFullText(database);
}

function writeDifferences(database: Database, rows: readonly IndexRow[], options: SyncOptions): SyncResult {
  const stored = new Map(
    (
      database.prepare('SELECT name, tool_record_hash, loading_mode FROM tools').raw().all() as [
        string,
        string,
        string,
      ][]
    ).map(([name, hash, mode]) => [name, { hash, mode }]),
  );
  const added: IndexRow[] = [];
  const changed: IndexRow[] = [];
  for (const row of rows) {
    const before = stored.get(row.name);
    if (!before) added.push(row);
    else if (before.hash !== row.tool_record_hash || before.mode !== row.loading_mode) changed.push(row);
    stored.delete(row.name);
  }
  const remove = database.prepare('DELETE FROM tools WHERE name = ?');
  for (const name of stored.keys()) remove.run(name);
  const update = database.prepare(
    `UPDATE tools SET namespace = @namespace, description = @description, tags = @tags, side_effects = @side_effects,
       loading_mode = @loading_mode, declared_mode = @declared_mode, tool_record_hash = @tool_record_hash, updated_at = @now
     WHERE name = @name`,
  );
  const now = options.now();
  for (const row of changed) update.run({ ...row, now });
  if (stored.size + changed.length === 0 && added.length === rows.length) {
    filledAtOnce(database, () => insertAll(database, added, options));
  } else insertAll(database, added, options);
  return {
    inserted: added.length,
    updated: changed.length,
    removed: stored.size,
    unchanged: rows.length - added.length - changed.length,
    rebuilt: false,
  };
}

function insertAll(database: Database, rows: readonly IndexRow[], options: SyncOptions): void {
  const insert = database.prepare(
    `INSERT INTO tools (name, namespace, description, tags, side_effects, loading_mode, declared_mode, tool_record_hash,
       created_at, updated_at)
     VALUES (@name, @namespace, @description, @tags, @side_effects, @loading_mode, @declared_mode, @tool_record_hash,
       @now, @now)`,
  );
  const now = options.now();
  for (const [i, row] of rows.entries()) {
    if (i % batchSize === 0) {
      if (options.isCancelled?.())
        throw new PegboardError('cancelled', 'Indexing was cancelled; the index is as it was.');
      options.onProgress?.(i, rows.length);
    }
    insert.run({ ...row, now });
  }
  options.onProgress?.(rows.length, rows.length);
}
