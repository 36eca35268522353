import type { Database } from '../database.ts';

/** The audit trail of a gateway server, and what was observed last. What was written stays. */
export function trailEntries(database: Database): void {
  database.exec(`
    CREATE TABLE entries (
      number INTEGER PRIMARY KEY,
      at INTEGER NOT NULL,
      by TEXT NOT NULL,
      action TEXT NOT NULL,
      subject TEXT NOT NULL,
      before TEXT,
      after TEXT,
      previous TEXT NOT NULL,
      hash TEXT NOT NULL
    );
    CREATE TABLE observed (scope TEXT PRIMARY KEY, facts TEXT NOT NULL);
    CREATE TRIGGER entries_stay BEFORE UPDATE ON entries BEGIN SELECT RAISE(ABORT, 'the audit trail is append-only'); END;
    CREATE TRIGGER entries_are_kept BEFORE DELETE ON entries BEGIN SELECT RAISE(ABORT, 'the audit trail is append-only'); END;
  `);
}
