import BetterSqlite3 from 'better-sqlite3';
import type { ReferenceTool } from './captured-catalog.ts';

/** SQLite itself, asked directly: a full-text table that the test fills and queries without the product. */
export class SqliteOracle {
  readonly #database = new BetterSqlite3(':memory:');
  readonly #names: readonly string[];

  constructor(tools: readonly ReferenceTool[]) {
    this.#names = tools.map((tool) => tool.name);
    this.#database.exec(`
      CREATE VIRTUAL TABLE docs USING fts5(name, description, tags, tokenize = 'porter unicode61');
      CREATE VIRTUAL TABLE instances USING fts5vocab('docs', 'instance');
    `);
    const insert = this.#database.prepare('INSERT INTO docs (rowid, name, description, tags) VALUES (?, ?, ?, ?)');
    this.#database.transaction(() => {
      for (const [i, tool] of tools.entries()) {
        insert.run(i + 1, tool.name, tool.description, JSON.stringify(tool.tags));
      }
    })();
  }

  /** bm25() of every match by name. Words are joined as given. */
  bm25(words: readonly string[], operator: 'AND' | 'OR'): Map<string, number> {
    const expression = words.map((word) => `"${word}"`).join(` ${operator} `);
    const rows = this.#database
      .prepare('SELECT rowid, bm25(docs) FROM docs WHERE docs MATCH ?')
      .raw()
      .all(expression) as [number, number][];
    return new Map(rows.map(([id, raw]) => [this.#names[id - 1] ?? '', raw]));
  }

  /** The terms of each tool in the order of its text. */
  terms(): string[][] {
    const terms: string[][] = this.#names.map(() => []);
    const rows = this.#database
      .prepare("SELECT doc, term FROM instances ORDER BY doc, instr('name description tags', col), offset")
      .raw()
      .all();
    for (const [id, term] of rows as [number, string][]) terms[id - 1]?.push(term);
    return terms;
  }

  close(): void {
    this.#database.close();
  }
}
