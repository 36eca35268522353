import type { Database } from '../../db/database.ts';
import { saturate, sqliteIdf } from '../../search/score.ts';

interface Posting {
  readonly rows: number[];
  readonly frequencies: number[];
}

/**
 * The full text of all fields but the body, in memory: the same matches and the same bm25() as SQLite gives for single
 * words, without a query that joins and counts in each row. Read from SQLite's own index, so no second tokenizer can differ.
 */
export class SkillPostings {
  readonly #postings = new Map<string, Posting>();
  readonly #lengths = new Map<number, number>();
  readonly #averageLength: number;

  constructor(database: Database) {
    database.exec(
      "CREATE VIRTUAL TABLE IF NOT EXISTS temp.skills_places USING fts5vocab('main', 'skills_fts', 'instance')",
    );
    for (const row of database.prepare('SELECT row FROM skills').pluck().all()) this.#lengths.set(Number(row), 0);
    let tokens = 0;
    const places = database.prepare('SELECT term, doc FROM temp.skills_places').raw();
    for (const [term, row] of places.iterate() as IterableIterator<[string, number]>) {
      tokens++;
      this.#lengths.set(row, (this.#lengths.get(row) ?? 0) + 1);
      const posting = this.#postings.get(term) ?? { rows: [], frequencies: [] };
      this.#postings.set(term, posting);
      const last = posting.rows.length - 1;
      if (posting.rows[last] === row) posting.frequencies[last] = (posting.frequencies[last] ?? 0) + 1;
      else {
        posting.rows.push(row);
        posting.frequencies.push(1);
      }
    }
    this.#averageLength = this.#lengths.size === 0 ? 0 : tokens / this.#lengths.size;
  }

  /** Rows with every term, or with any, and their bm25(): negative, and the more negative the better. */
  match(terms: readonly string[], joined: 'every' | 'any'): [row: number, rawBm25: number][] {
    const scores = new Map<number, { score: number; terms: number }>();
    for (const term of terms) {
      const posting = this.#postings.get(term);
      if (!posting) {
        if (joined === 'every') return [];
        continue;
      }
      const idf = sqliteIdf(this.#lengths.size, posting.rows.length);
      for (const [i, row] of posting.rows.entries()) {
        const share = idf * saturate(posting.frequencies[i] ?? 0, this.#lengths.get(row) ?? 0, this.#averageLength);
        const known = scores.get(row);
        if (known) {
          known.score += share;
          known.terms++;
        } else scores.set(row, { score: share, terms: 1 });
      }
    }
    const matches: [number, number][] = [];
    for (const [row, { score, terms: count }] of scores)
      if (joined === 'any' || count === terms.length) matches.push([row, -score]);
    return matches.sort(([a], [b]) => a - b);
  }
}
