import type { Database } from '../database.ts';

/**
 * Hosts at the gateway and what they asked for. Numbers are never given twice, so that a reader can go on after the last one that
 * it saw; `log_id` tells a file from the one that was there before.
 */
export function usageRequests(database: Database): void {
  database.exec(`
    CREATE TABLE sessions (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      client_name TEXT,
      client_version TEXT,
      protocol TEXT NOT NULL,
      transport TEXT NOT NULL,
      persona TEXT,
      mode TEXT NOT NULL,
      pid INTEGER NOT NULL,
      started_at INTEGER NOT NULL,
      used_at INTEGER NOT NULL,
      ended_at INTEGER,
      requests INTEGER NOT NULL DEFAULT 0
    );
    CREATE INDEX sessions_by_use ON sessions (used_at);
    CREATE TABLE requests (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      session INTEGER NOT NULL,
      at INTEGER NOT NULL,
      kind TEXT NOT NULL,
      outcome TEXT NOT NULL,
      error TEXT,
      elapsed_ms REAL NOT NULL,
      tokens INTEGER NOT NULL,
      source TEXT,
      tool TEXT,
      detail TEXT NOT NULL
    );
    CREATE INDEX requests_by_session ON requests (session, kind);
    CREATE INDEX requests_by_time ON requests (at);
    INSERT INTO usage_meta (key, value) VALUES ('log_id', lower(hex(randomblob(8))));
  `);
}
