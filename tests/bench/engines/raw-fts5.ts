import { join } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import { type Engine, resultLimit, type Scratch } from './engine.ts';
import { splitIdentifiers, toolTexts } from './tool-texts.ts';

/** FTS5 with nothing around it: any of the words, the best by bm25(), names only. */
export function rawFts5(scratch: Scratch, options: { readonly splitIdentifiers: boolean }): Engine {
  const database = new BetterSqlite3(join(scratch.folder(), 'raw.db'));
  database.pragma('journal_mode = WAL');
  database.pragma('synchronous = NORMAL');
  database.exec(`
    CREATE TABLE names (id INTEGER PRIMARY KEY, name TEXT);
    CREATE VIRTUAL TABLE docs USING fts5(name, description, tags, arguments, tokenize = 'porter unicode61');
  `);
  const select = database
    .prepare('SELECT names.name FROM docs JOIN names ON id = docs.rowid WHERE docs MATCH ? ORDER BY bm25(docs) LIMIT ?')
    .pluck();
  const textsOf = (tool: Parameters<typeof toolTexts>[0]) =>
    options.splitIdentifiers
      ? toolTexts(tool)
      : { name: tool.name, description: tool.description, tags: JSON.stringify(tool.tags), arguments: '' };
  return {
    name: options.splitIdentifiers ? 'FTS5, identifiers split, arguments' : 'FTS5, OR of the words',
    index(tools) {
      const insertName = database.prepare('INSERT INTO names VALUES (?, ?)');
      const insert = database.prepare(
        'INSERT INTO docs (rowid, name, description, tags, arguments) VALUES (?, ?, ?, ?, ?)',
      );
      database.transaction(() => {
        for (const [id, tool] of tools.entries()) {
          const { name, description, tags, arguments: argumentTexts } = textsOf(tool);
          insertName.run(id, tool.name);
          insert.run(id, name, description, tags, argumentTexts);
        }
      })();
    },
    search(query) {
      // As many words as tool_search reads.
      const text = options.splitIdentifiers ? splitIdentifiers(query) : query;
      const words = [...new Set(text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [])].slice(0, 64);
      const expression = words.map((word) => `"${word}"`).join(' OR ');
      return expression === '' ? [] : (select.all(expression, resultLimit) as string[]);
    },
    close: () => {
      database.close();
    },
  };
}
