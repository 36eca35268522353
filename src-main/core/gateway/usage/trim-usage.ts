import type { Database } from '../../db/database.ts';

export interface UsageBounds {
  /** Milliseconds since 1970: what is older goes. */
  readonly oldest: number;
  /** Bytes that the log may use. When it uses more, the oldest records go until it uses nine tenths. */
  readonly maximumBytes: number;
  /** Whether a process runs. */
  readonly isRunning: (pid: number) => boolean;
}

/** Rows that one step removes, and pages that one step gives back: a few milliseconds. */
const rowsOfStep = 1000;
const pagesOfStep = 500;

/** Sessions without a request that are kept, whatever their age. */
const mostSessions = 10_000;

/** Share of the limit that is left when the oldest records went. */
const lowMark = 0.9;

/**
 * Removes what is too old or too much and gives the room back to the disk, a step at each turn. A session whose process is gone
 * ends with its last use; one whose requests are gone goes with them. Errors: those of SQLite.
 */
export function* trimUsage(
  database: Database,
  { oldest, maximumBytes, isRunning }: UsageBounds,
): Generator<void, void> {
  endDeadSessions(database, isRunning);
  const tooOld = database.prepare(
    'DELETE FROM requests WHERE id IN (SELECT id FROM requests WHERE at < ? ORDER BY at LIMIT ?)',
  );
  while (tooOld.run(oldest, rowsOfStep).changes > 0) yield;
  const first = database.prepare('DELETE FROM requests WHERE id IN (SELECT id FROM requests ORDER BY id LIMIT ?)');
  if (usedBytes(database) > maximumBytes) {
    while (usedBytes(database) > maximumBytes * lowMark && first.run(rowsOfStep).changes > 0) yield;
  }
  const unused = 'NOT EXISTS (SELECT 1 FROM requests WHERE session = sessions.id)';
  const gone = '(ended_at IS NOT NULL OR used_at < ?) AND used_at < coalesce((SELECT min(at) FROM requests), ?)';
  database.prepare(`DELETE FROM sessions WHERE ${gone} AND ${unused}`).run(oldest, oldest);
  const tooMany = 'id IN (SELECT id FROM sessions ORDER BY used_at DESC LIMIT -1 OFFSET ?)';
  database.prepare(`DELETE FROM sessions WHERE ${tooMany} AND ${unused}`).run(mostSessions);
  yield;
  yield* giveRoomBack(database);
}

/** Removes every record, and every session but those that are connected; gives the room back. Errors: those of SQLite. */
export function clearUsage(database: Database, isRunning: (pid: number) => boolean): { readonly removed: number } {
  // Removed entries are also overwritten.
  database.pragma('secure_delete = ON');
  endDeadSessions(database, isRunning);
  const removed = database
    .transaction(() => {
      const { changes } = database.prepare('DELETE FROM requests').run();
      database.prepare('DELETE FROM sessions WHERE ended_at IS NOT NULL').run();
      return changes;
    })
    .immediate();
  for (const _step of giveRoomBack(database));
  return { removed };
}

/** Bytes of the pages that hold something. */
export function usedBytes(database: Database): number {
  const pages = pragma(database, 'page_count') - pragma(database, 'freelist_count');
  return pages * pragma(database, 'page_size');
}

function* giveRoomBack(database: Database): Generator<void, void> {
  const free = () => pragma(database, 'freelist_count');
  let left = free();
  if (left === 0) return;
  while (left > 0) {
    database.pragma(`incremental_vacuum(${pagesOfStep})`);
    yield;
    const now = free();
    // A file that was not made to shrink keeps its size.
    if (now >= left) break;
    left = now;
  }
  // Only now does the file itself get shorter. Another reader may keep it from that: then the next one does it.
  database.pragma('wal_checkpoint(TRUNCATE)');
}

/** A process that was killed did not say goodbye. */
function endDeadSessions(database: Database, isRunning: (pid: number) => boolean): void {
  const pids = database.prepare('SELECT DISTINCT pid FROM sessions WHERE ended_at IS NULL').pluck().all() as number[];
  const end = database.prepare('UPDATE sessions SET ended_at = used_at WHERE ended_at IS NULL AND pid = ?');
  for (const pid of pids) if (!isRunning(pid)) end.run(pid);
}

function pragma(database: Database, name: 'page_count' | 'freelist_count' | 'page_size'): number {
  return Number(database.pragma(name, { simple: true }));
}
