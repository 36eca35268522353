import type { Database } from '../database.ts';

/** Vectors of texts by their origin: the hash of the text and the id of the embedder, which is not a secret. */
export function createVectors(database: Database): void {
  database.exec(`
    CREATE TABLE IF NOT EXISTS vectors (
      embedder TEXT NOT NULL,
      text_hash TEXT NOT NULL,
      vector BLOB NOT NULL,
      PRIMARY KEY (embedder, text_hash)
    ) WITHOUT ROWID
  `);
}
