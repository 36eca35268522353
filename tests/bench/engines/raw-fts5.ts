import { join } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import { type Engine, resultLimit, type Scratch } from './engine.ts';

/** FTS5 with nothing around it: any of the words, the best eight by bm25(), names only. */
export function rawFts5(scratch: Scratch): Engine {
  const database = new BetterSqlite3(join(scratch.folder(), 'raw.db'));
  database.pragma('journal_mode = WAL');
  database.pragma('synchronous = NORMAL');
  database.exec("CREATE VIRTUAL TABLE docs USING fts5(name, description, tags, tokenize = 'porter unicode61')");
  const select = database.prepare('SELECT name FROM docs WHERE docs MATCH ? ORDER BY bm25(docs) LIMIT ?').pluck();
  return {
    name: 'raw FTS5, OR of the words',
    index(tools) {
      const insert = database.prepare('INSERT INTO docs (name, description, tags) VALUES (?, ?, ?)');
      database.transaction(() => {
        for (const tool of tools) insert.run(tool.name, tool.description, JSON.stringify(tool.tags));
      })();
    },
    search(query) {
      // As many words as tool_search reads.
      const words = [...new Set(query.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [])].slice(0, 64);
      const expression = words.map((word) => `"${word}"`).join(' OR ');
      return expression === '' ? 0 : select.all(expression, resultLimit).length;
    },
    close: () => {
      database.close();
    },
  };
}
