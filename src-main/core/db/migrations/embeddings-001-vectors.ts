import type { Database } from '../database.ts';

/** Vectors of texts by what made them: of a text its hash, of an embedder its id, which is no secret. */
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
