import type { Database } from './database.ts';

const fields = ['name', 'title', 'trigger', 'description', 'tags'];
const triggers = ['skills_fts_insert', 'skills_fts_delete', 'skills_fts_update'];

const columns = fields.join();
const values = (row: 'new' | 'old') => fields.map((field) => `${row}.${field}`).join();
const changed = [...fields, 'body'].map((field) => `old.${field} IS NOT new.${field}`).join(' OR ');

const remove = `
  INSERT INTO skills_fts(skills_fts, rowid, ${columns}) VALUES ('delete', old.row, ${values('old')});
  INSERT INTO skills_body_fts(skills_body_fts, rowid, body) VALUES ('delete', old.row, old.body);`;
const add = `
  INSERT INTO skills_fts(rowid, ${columns}) VALUES (new.row, ${values('new')});
  INSERT INTO skills_body_fts(rowid, body) VALUES (new.row, new.body);`;

/**
 * Makes the full-text tables over `skills` and the triggers that keep them equal to it (R8.03, R8.04). The body has a
 * table of its own: bm25() counts the length of a whole row, so a long body would push its skill down. May run on every open.
 */
export function attachSkillsFullText(database: Database): void {
  if (countTriggers(database) === triggers.length) return;
  database
    .transaction(() => {
      database.exec(`
        CREATE VIRTUAL TABLE IF NOT EXISTS skills_fts USING fts5(
          ${columns}, content = 'skills', content_rowid = 'row', tokenize = 'porter unicode61'
        );
        CREATE VIRTUAL TABLE IF NOT EXISTS skills_body_fts USING fts5(
          body, content = 'skills', content_rowid = 'row', tokenize = 'porter unicode61'
        );
        CREATE TRIGGER IF NOT EXISTS skills_fts_insert AFTER INSERT ON skills BEGIN ${add} END;
        CREATE TRIGGER IF NOT EXISTS skills_fts_delete AFTER DELETE ON skills BEGIN ${remove} END;
        CREATE TRIGGER IF NOT EXISTS skills_fts_update AFTER UPDATE ON skills WHEN ${changed} BEGIN ${remove} ${add} END;
        INSERT INTO skills_fts(skills_fts) VALUES ('rebuild');
        INSERT INTO skills_body_fts(skills_body_fts) VALUES ('rebuild');
      `);
    })
    .immediate();
}

/** Drops the triggers: without FTS5 they name tables that such a SQLite cannot write. `attachSkillsFullText` fills them again. */
export function detachSkillsFullText(database: Database): void {
  for (const trigger of triggers) database.exec(`DROP TRIGGER IF EXISTS ${trigger}`);
}

function countTriggers(database: Database): number {
  const marks = triggers.map(() => '?').join();
  return Number(
    database
      .prepare(`SELECT count(*) FROM sqlite_master WHERE type = 'trigger' AND name IN (${marks})`)
      .pluck()
      .get(...triggers),
  );
}
