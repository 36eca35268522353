import type { Database } from '../database.ts';

/** Requests and replies of an experiment, and calls of its live tools. A request is the hashes of its messages; a text is kept once. */
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
      -- Tokens; counted is 1 where the provider told them, 0 where they are an estimate.
      input INTEGER NOT NULL DEFAULT 0,
      cached INTEGER NOT NULL DEFAULT 0,
      output INTEGER NOT NULL DEFAULT 0,
      counted INTEGER NOT NULL DEFAULT 0,
      ms REAL NOT NULL DEFAULT 0,
      -- How often it was sent.
      sent INTEGER NOT NULL,
      PRIMARY KEY (trial, step)
    ) WITHOUT ROWID;
    CREATE TABLE calls (
      trial INTEGER NOT NULL,
      number INTEGER NOT NULL,
      -- JSON: the tool and its arguments; the answer.
      call TEXT NOT NULL,
      answer TEXT NOT NULL,
      PRIMARY KEY (trial, number)
    ) WITHOUT ROWID;
  `);
}
