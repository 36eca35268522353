import type { Database } from '../database.ts';

/** What an experiment runs, how far it is, and the trials with their films. */
export function experimentTrials(database: Database): void {
  database.exec(`
    -- One row: JSON of the experiment, its head, and the workspace that it began with.
    CREATE TABLE plan (
      one INTEGER PRIMARY KEY CHECK (one = 1),
      experiment TEXT NOT NULL,
      head TEXT NOT NULL,
      workspace TEXT NOT NULL
    );
    CREATE TABLE tasks (path TEXT PRIMARY KEY, text TEXT NOT NULL, world TEXT NOT NULL) WITHOUT ROWID;
    CREATE TABLE trials (
      number INTEGER PRIMARY KEY,
      state TEXT NOT NULL,
      trial TEXT NOT NULL,
      -- The simulation: JSON, compressed.
      simulation BLOB
    );
  `);
}
