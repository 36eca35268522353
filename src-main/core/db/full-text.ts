import type { Database } from './database.ts';

/** Whether this SQLite has FTS5 (R2.21). */
export function detectFts5(database: Database): boolean {
  try {
    database.exec('CREATE VIRTUAL TABLE temp.fts5_probe USING fts5(x); DROP TABLE temp.fts5_probe;');
    return true;
  } catch {
    return false;
  }
}

const triggers = ['tools_fts_insert', 'tools_fts_delete', 'tools_fts_update'];

/**
 * Makes the full-text table over name, description and tags and the triggers that keep it equal to `tools` (R2.06–R2.08).
 * May run on every open. After a time without FTS5 the table is filled again.
 */
export function attachFullText(database: Database): void {
  const attached = countTriggers(database) === triggers.length;
  if (attached) return;
  database
    .transaction(() => {
      database.exec(`
        CREATE VIRTUAL TABLE IF NOT EXISTS tools_fts USING fts5(
          name, description, tags,
          content = 'tools', content_rowid = 'id', tokenize = 'porter unicode61'
        );
        CREATE TRIGGER IF NOT EXISTS tools_fts_insert AFTER INSERT ON tools BEGIN
          INSERT INTO tools_fts(rowid, name, description, tags) VALUES (new.id, new.name, new.description, new.tags);
        END;
        CREATE TRIGGER IF NOT EXISTS tools_fts_delete AFTER DELETE ON tools BEGIN
          INSERT INTO tools_fts(tools_fts, rowid, name, description, tags)
          VALUES ('delete', old.id, old.name, old.description, old.tags);
        END;
        CREATE TRIGGER IF NOT EXISTS tools_fts_update AFTER UPDATE ON tools
        WHEN old.name IS NOT new.name OR old.description IS NOT new.description OR old.tags IS NOT new.tags BEGIN
          INSERT INTO tools_fts(tools_fts, rowid, name, description, tags)
          VALUES ('delete', old.id, old.name, old.description, old.tags);
          INSERT INTO tools_fts(rowid, name, description, tags) VALUES (new.id, new.name, new.description, new.tags);
        END;
        INSERT INTO tools_fts(tools_fts) VALUES ('rebuild');
      `);
    })
    .immediate();
}

/**
 * Drops the triggers, and says whether there were any. Without FTS5 they must go, since they name a table that such a SQLite
 * cannot write; the table itself may stay. `attachFullText` fills it again.
 */
export function detachFullText(database: Database): boolean {
  if (countTriggers(database) === 0) return false;
  for (const trigger of triggers) database.exec(`DROP TRIGGER IF EXISTS ${trigger}`);
  return true;
}

function countTriggers(database: Database): number {
  const count = database
    .prepare(
      `SELECT count(*) FROM sqlite_master WHERE type = 'trigger' AND name IN (${triggers.map(() => '?').join()})`,
    )
    .pluck()
    .get(...triggers);
  return Number(count);
}
