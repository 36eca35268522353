import type { Database } from '../database.ts';

/**
 * The skill store (R8.02, R8.03, R8.05, R8.12, R8.13): the reference schema corrected, with an integer key of its own,
 * since the row ids of a table with a text key may change; and the columns `pack`, `body`, `derived` and `extra`. A name is
 * unique in its scope, ids that are missing included.
 */
export function createSkills(database: Database): void {
  database.exec(`
    CREATE TABLE IF NOT EXISTS skills (
      row INTEGER PRIMARY KEY AUTOINCREMENT,
      id TEXT NOT NULL UNIQUE CHECK (id LIKE 'sk\\_%' ESCAPE '\\'),
      scope_mode TEXT NOT NULL CHECK (scope_mode IN ('project', 'tenant', 'global')),
      scope_tenant_id TEXT,
      scope_project_id TEXT,
      name TEXT NOT NULL,
      title TEXT,
      description TEXT,
      trigger TEXT NOT NULL,
      task_type TEXT NOT NULL CHECK (task_type IN ('browser', 'api', 'code', 'domain', 'unknown')),
      tags TEXT NOT NULL,
      steps TEXT NOT NULL,
      preconditions TEXT NOT NULL,
      failure_modes TEXT NOT NULL,
      body TEXT NOT NULL,
      derived TEXT NOT NULL,
      extra TEXT NOT NULL,
      origin TEXT NOT NULL CHECK (origin IN ('pack', 'learned')),
      origin_ref TEXT,
      pack TEXT,
      content_hash TEXT NOT NULL,
      created_at INTEGER NOT NULL,
      updated_at INTEGER NOT NULL,
      last_used INTEGER NOT NULL,
      use_count INTEGER NOT NULL
    );
    CREATE UNIQUE INDEX IF NOT EXISTS idx_skills_name
      ON skills(scope_mode, coalesce(scope_tenant_id, ''), coalesce(scope_project_id, ''), name);
    CREATE INDEX IF NOT EXISTS idx_skills_scope ON skills(scope_mode, scope_tenant_id, scope_project_id);
    CREATE INDEX IF NOT EXISTS idx_skills_task_type ON skills(task_type);
    CREATE INDEX IF NOT EXISTS idx_skills_origin ON skills(origin);
    CREATE INDEX IF NOT EXISTS idx_skills_pack ON skills(pack);
  `);
}
