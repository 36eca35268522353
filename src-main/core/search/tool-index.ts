import type { IndexStatus } from '#shared/domain/index-status.ts';
import type { Database, Statement } from '../db/database.ts';
import { attachFullText, detachFullText, detectFts5 } from '../db/full-text.ts';
import { databaseError, openIndexDatabase, schemaVersion } from '../db/open-database.ts';
import type { IndexRow } from './index-row.ts';
import { fillRows, type SyncOptions, type SyncResult, storedFingerprint, syncRows } from './sync-index.ts';

export interface ToolIndexOptions {
  /** File of the index; null keeps it in memory. */
  readonly path: string | null;
  /** `off` means a SQLite without FTS5 (R2.22). */
  readonly fts: 'detect' | 'off';
  /** Milliseconds since 1970, for created_at and updated_at. */
  readonly now: () => number;
}

/** A full-text match: a tool's name and what bm25() says of it, negative and the lower the better (R3.14). */
export type FullTextMatch = readonly [name: string, rawBm25: number];

/** What the bm25() of this index computes with. */
export interface Corpus {
  readonly tools: number;
  /** Tokens of all fields, over all tools. */
  readonly tokens: number;
}

/**
 * The tool index: SQLite rows and their full text (R2.23). It knows no policy: an index holds exactly the tools that its
 * caller may use, so that neither a score nor an error can tell of another.
 */
export class ToolIndex {
  readonly path: string | null;
  readonly ftsAvailable: boolean;
  readonly #database: Database;
  readonly #now: () => number;
  #lastSync: SyncResult = { inserted: 0, updated: 0, removed: 0, unchanged: 0, rebuilt: false };
  #names = new Map<number, string>();
  #corpus: Corpus | undefined;
  #dataVersion: unknown;
  #matching: Statement<[string], [number, number]> | undefined;
  #counting: Statement<[string], number> | undefined;

  /** Errors: UnusableDatabase, `database_busy`, `folder_read_only`, `disk_full`. */
  constructor({ path, fts, now }: ToolIndexOptions) {
    this.path = path;
    this.#now = now;
    this.#database = openIndexDatabase(path);
    try {
      this.ftsAvailable = fts === 'detect' && detectFts5(this.#database);
      if (this.ftsAvailable) attachFullText(this.#database);
      else detachFullText(this.#database);
    } catch (error) {
      this.#database.close();
      throw databaseError(error, path ?? 'memory');
    }
  }

  /**
   * Makes the rows equal to these and returns what was written; an equal fingerprint writes nothing (R2.15–R2.18).
   * Errors: `cancelled` (nothing written), `database_busy`, `disk_full`.
   */
  sync(rows: readonly IndexRow[], options: Omit<SyncOptions, 'now'> = {}): SyncResult {
    return this.#guarded(() => {
      this.#lastSync = syncRows(this.#database, rows, { ...options, now: this.#now });
      this.#forget();
      return this.#lastSync;
    });
  }

  /** The same for an index in memory that is new: gives way to other work between slices. Error: `cancelled`. */
  async fill(rows: readonly IndexRow[], options: Pick<SyncOptions, 'isCancelled'> = {}): Promise<void> {
    try {
      this.#lastSync = await fillRows(this.#database, rows, { ...options, now: this.#now });
      this.#forget();
    } catch (error) {
      throw databaseError(error, this.path ?? 'memory');
    }
  }

  /** Takes note of a sync that another thread did on the same file. */
  noteSync(result: SyncResult): void {
    this.#lastSync = result;
    this.#forget();
  }

  /** Every tool that matches an FTS5 expression, in no order. */
  matchFullText(expression: string): FullTextMatch[] {
    return this.#guarded(() => {
      const names = this.#namesById();
      this.#matching ??= this.#database
        .prepare<[string], [number, number]>('SELECT rowid, bm25(tools_fts) FROM tools_fts WHERE tools_fts MATCH ?')
        .raw();
      const rows = this.#matching.all(expression);
      const matches: FullTextMatch[] = [];
      for (const [id, raw] of rows) {
        const name = names.get(id);
        if (name !== undefined) matches.push([name, raw]);
      }
      return matches;
    });
  }

  /** In how many tools a phrase occurs. */
  documentFrequency(phrase: string): number {
    return this.#guarded(() => {
      this.#counting ??= this.#database
        .prepare<[string], number>('SELECT count(*) FROM tools_fts WHERE tools_fts MATCH ?')
        .pluck();
      return this.#counting.get(phrase) ?? 0;
    });
  }

  corpus(): Corpus {
    return this.#guarded(() => {
      this.#forgetIfChanged();
      if (this.#corpus) return this.#corpus;
      this.#database.exec(
        "CREATE VIRTUAL TABLE IF NOT EXISTS temp.tools_terms USING fts5vocab('main', 'tools_fts', 'col')",
      );
      const tokens = this.#database.prepare('SELECT coalesce(sum(cnt), 0) FROM temp.tools_terms').pluck().get();
      this.#corpus = { tools: this.count(), tokens: Number(tokens) };
      return this.#corpus;
    });
  }

  count(): number {
    return this.#guarded(() => Number(this.#database.prepare('SELECT count(*) FROM tools').pluck().get()));
  }

  /** Name of the tool that is called exactly this, or null (R3.04). */
  exact(name: string): string | null {
    const found = this.#guarded(() =>
      this.#database.prepare('SELECT name FROM tools WHERE name = ?').pluck().get(name),
    );
    return typeof found === 'string' ? found : null;
  }

  /** Names of the tools of a mode, sorted (R2.23). */
  namesByMode(mode: 'always' | 'deferred'): string[] {
    return this.#guarded(
      () =>
        this.#database
          .prepare('SELECT name FROM tools WHERE loading_mode = ? ORDER BY name')
          .pluck()
          .all(mode) as string[],
    );
  }

  /** Removes every row. */
  clear(): void {
    this.sync([], { rebuild: true });
  }

  status(): Omit<IndexStatus, 'memory_reason'> {
    return this.#guarded(() => ({
      path: this.path,
      bytes: this.#bytes(),
      tools: this.count(),
      fts_available: this.ftsAvailable,
      schema_version: schemaVersion(this.#database),
      fingerprint: storedFingerprint(this.#database),
      last_sync: this.#lastSync,
    }));
  }

  /** What its pages take, whether in a file or in memory. */
  #bytes(): number {
    const pages = this.#database.pragma('page_count', { simple: true });
    return Number(pages) * Number(this.#database.pragma('page_size', { simple: true }));
  }

  close(): void {
    this.#database.close();
  }

  /** Names by row id. Another process may have written since: SQLite's data_version tells, at no cost. */
  #namesById(): ReadonlyMap<number, string> {
    this.#forgetIfChanged();
    if (this.#names.size === 0) {
      const rows = this.#database.prepare('SELECT id, name FROM tools').raw().all() as [number, string][];
      this.#names = new Map(rows);
    }
    return this.#names;
  }

  #forgetIfChanged(): void {
    const version = this.#database.pragma('data_version', { simple: true });
    if (version !== this.#dataVersion) this.#forget();
    this.#dataVersion = version;
  }

  #forget(): void {
    this.#names = new Map();
    this.#corpus = undefined;
  }

  #guarded<Result>(work: () => Result): Result {
    try {
      return work();
    } catch (error) {
      throw databaseError(error, this.path ?? 'memory');
    }
  }
}
