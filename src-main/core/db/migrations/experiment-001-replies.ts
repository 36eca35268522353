import type { Database } from '../database.ts';

/** Requests and replies of an experiment. A request is the hashes of its messages; a text is kept once. */
export function experimentReplies(database: Database): void {
  database.exec(`
    CREATE TABLE texts (hash TEXT PRIMARY KEY, text TEXT NOT NULL) WITHOUT ROWID;
    CREATE TABLE replies (
      trial INTEGER NOT NULL,
      step INTEGER NOT NULL,
      -- JSON: the role and the hash of each message.
      request TEXT NOT NULL,
      -- Null from the moment it is sent until it is answered.
      reply TEXT,
      usage TEXT,
      ms REAL,
      -- How often it was sent.
      sent INTEGER NOT NULL,
      PRIMARY KEY (trial, step)
    ) WITHOUT ROWID;
  `);
}
