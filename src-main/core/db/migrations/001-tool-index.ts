import type { Database } from '../database.ts';

/**
 * The tool index (R2.05, R2.09, R2.11, R2.12, R2.25): the reference schema without schemas, examples and extra, with
 * the declared mode beside the effective one. The full-text table is made apart, since FTS5 may be missing.
 */
export function createToolIndex(database: Database): void {
  database.exec(`
    CREATE TABLE IF NOT EXISTS tools (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      name TEXT UNIQUE NOT NULL,
      namespace TEXT,
      description TEXT NOT NULL,
      tags TEXT NOT NULL,
      side_effects TEXT,
      loading_mode TEXT NOT NULL CHECK (loading_mode IN ('always', 'deferred')),
      declared_mode TEXT NOT NULL CHECK (declared_mode IN ('always', 'deferred', 'undeclared')),
      tool_record_hash TEXT NOT NULL,
      created_at INTEGER NOT NULL,
      updated_at INTEGER NOT NULL
    );
    CREATE INDEX IF NOT EXISTS idx_tools_namespace ON tools(namespace);
    CREATE INDEX IF NOT EXISTS idx_tools_loading_mode ON tools(loading_mode);
    CREATE INDEX IF NOT EXISTS idx_tools_side_effects ON tools(side_effects);
  `);
}
