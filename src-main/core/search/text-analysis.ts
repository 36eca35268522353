import type { ByField, Highlight, IndexedField } from '#shared/domain/search-result.ts';
import type { Database } from '../db/database.ts';
import { openScratchDatabase } from '../db/open-database.ts';
import { quotePhrase } from './query-words.ts';

const fields: readonly IndexedField[] = ['name', 'description', 'tags'];
const maximumKnownTerms = 10_000;
const markStart = '\u0001';
const markEnd = '\u0002';

/** The texts of a tool as they are in the index. */
export interface IndexedTexts {
  readonly name: string;
  readonly description: string;
  readonly tags: string;
}

/** What the tokenizer makes of one tool: its length in tokens, and how often each word occurs in each field. */
export interface AnalysedTool {
  readonly length: number;
  /** One for each word, in their order. */
  readonly frequencies: readonly ByField[];
  readonly highlights: readonly Highlight[];
}

/**
 * Runs SQLite's own tokenizer over texts, in a scratch table made like the index: what an explanation says of stems,
 * lengths and frequencies is then what bm25() saw, and no second tokenizer can disagree with it. Needs FTS5.
 */
export class TextAnalysis {
  readonly #database: Database;
  /** A cache of words: a query that is being typed asks for the same words again and again. */
  readonly #terms = new Map<string, string[]>();

  constructor() {
    this.#database = openScratchDatabase();
    this.#database.exec(`
      CREATE VIRTUAL TABLE texts USING fts5(name, description, tags, tokenize = 'porter unicode61');
      CREATE VIRTUAL TABLE tokens USING fts5vocab('texts', 'instance');
    `);
  }

  /** The terms that the index makes of each word; mostly one, none where the word has no letter the index knows. */
  termsOf(words: readonly string[]): string[][] {
    const unknown = words.filter((word) => !this.#terms.has(word));
    if (unknown.length > 0) this.#learnTerms(unknown);
    return words.map((word) => this.#terms.get(word) ?? []);
  }

  /** Lengths, frequencies and matched places of some tools for some words of a query. */
  analyse(tools: readonly IndexedTexts[], words: readonly string[]): AnalysedTool[] {
    return this.#with(tools, () => {
      const lengths = this.#lengths(tools.length);
      const found = words.map((word) => this.#places(word, tools.length));
      return tools.map((_tool, i) => ({
        length: lengths[i] ?? 0,
        frequencies: found.map((places) => countByField(places[i] ?? [])),
        highlights: found.flatMap((places) => places[i] ?? []),
      }));
    });
  }

  close(): void {
    this.#database.close();
  }

  #learnTerms(words: readonly string[]): void {
    if (this.#terms.size > maximumKnownTerms) this.#terms.clear();
    const texts = words.map((word) => ({ name: word, description: '', tags: '' }));
    this.#with(texts, () => {
      for (const word of words) this.#terms.set(word, []);
      const rows = this.#database.prepare('SELECT doc, term FROM tokens ORDER BY doc, offset').raw().all();
      for (const [id, term] of rows as [number, string][]) this.#terms.get(words[id - 1] ?? '')?.push(term);
    });
  }

  #with<Result>(texts: readonly IndexedTexts[], read: () => Result): Result {
    this.#database.exec('DELETE FROM texts');
    const insert = this.#database.prepare('INSERT INTO texts (rowid, name, description, tags) VALUES (?, ?, ?, ?)');
    for (const [i, text] of texts.entries()) {
      insert.run(i + 1, withoutMarks(text.name), withoutMarks(text.description), withoutMarks(text.tags));
    }
    return read();
  }

  #lengths(count: number): number[] {
    const lengths = new Array<number>(count).fill(0);
    const rows = this.#database.prepare('SELECT doc, count(*) FROM tokens GROUP BY doc').raw().all();
    for (const [id, length] of rows as [number, number][]) lengths[id - 1] = length;
    return lengths;
  }

  /** Where a word stands, for each tool, read off FTS5's own highlight(). */
  #places(word: string, count: number): Highlight[][] {
    const places: Highlight[][] = Array.from({ length: count }, () => []);
    const marked = fields.map((_field, column) => `highlight(texts, ${column}, '${markStart}', '${markEnd}')`).join();
    const rows = this.#database
      .prepare(`SELECT rowid, ${marked} FROM texts WHERE texts MATCH ?`)
      .raw()
      .all(quotePhrase(word));
    for (const [id, ...texts] of rows as [number, ...string[]][]) {
      for (const [column, field] of fields.entries()) {
        places[id - 1]?.push(...readMarks(texts[column] ?? '', field, word));
      }
    }
    return places;
  }
}

/** Marks that a text brings along, and U+0000, become spaces: token bounds and offsets stay. */
function withoutMarks(text: string): string {
  return text.replaceAll(markStart, ' ').replaceAll(markEnd, ' ').replaceAll('\u0000', ' ');
}

function readMarks(marked: string, field: IndexedField, term: string): Highlight[] {
  const places: Highlight[] = [];
  let removed = 0;
  let start = 0;
  for (let i = 0; i < marked.length; i++) {
    if (marked[i] === markStart) start = i - removed++;
    else if (marked[i] === markEnd) places.push({ field, start, end: i - removed++, term });
  }
  return places;
}

function countByField(places: readonly Highlight[]): ByField {
  const counts = { name: 0, description: 0, tags: 0 };
  for (const place of places) counts[place.field]++;
  return counts;
}
