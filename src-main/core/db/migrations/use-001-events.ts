import type { Database } from '../database.ts';

/**
 * What agents did, by the logs on this computer. `files` says how far each log is read, by a hash of its path. `events` has names as the
 * logs have them: the catalog may change, so names are mapped when somebody asks. `via`: the call went through our own gateway, whose
 * log may have it too.
 */
export function useEvents(database: Database): void {
  database.exec(`
    CREATE TABLE files (
      id INTEGER PRIMARY KEY,
      key TEXT NOT NULL UNIQUE,
      origin TEXT NOT NULL,
      size INTEGER NOT NULL,
      mtime REAL NOT NULL,
      head TEXT NOT NULL,
      offset INTEGER NOT NULL,
      lines INTEGER NOT NULL,
      broken INTEGER NOT NULL,
      first_broken INTEGER,
      read_at INTEGER NOT NULL
    );
    CREATE TABLE events (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      key BLOB NOT NULL UNIQUE,
      origin TEXT NOT NULL,
      session TEXT NOT NULL,
      at INTEGER NOT NULL,
      client TEXT,
      persona TEXT,
      kind TEXT NOT NULL,
      said TEXT,
      via INTEGER NOT NULL,
      skill TEXT,
      query TEXT,
      found TEXT,
      ok INTEGER,
      ms REAL,
      tokens INTEGER
    );
    CREATE INDEX events_by_session ON events (session, at, id);
    CREATE INDEX events_by_time ON events (at, id);
    CREATE INDEX events_by_origin ON events (origin);
  `);
}
