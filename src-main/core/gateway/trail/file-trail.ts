import { dirname, join } from 'node:path';
import type { Database } from '../../db/database.ts';
import { putOddFilesAside } from '../../db/odd-files.ts';
import { databaseError, openIndexDatabase, trailSchema } from '../../db/open-database.ts';
import type { Files } from '../../files/files.ts';
import { usagePath } from '../usage/usage-file.ts';
import type { Trail, TrailScope } from './trail.ts';
import { chained, changesOf, type Facts, type TrailChange, type TrailEntry } from './trail-entry.ts';

/** The audit trail of one account and workspace: `trail.db`, beside the usage log. */
export class FileTrail implements Trail {
  readonly #database: Database;
  readonly #path: string;

  private constructor(database: Database, path: string) {
    this.#database = database;
    this.#path = path;
  }

  /**
   * Opens the trail, and makes it where it is missing. A damaged file stays as it is. Throws UnusableDatabase; errors: `database_busy`, `disk_full`,
   * `folder_read_only`, `file_unreadable`.
   */
  static async open(userDataDir: string, root: string, files: Files): Promise<FileTrail> {
    const path = join(dirname(await usagePath(userDataDir, root, files)), 'trail.db');
    await files.makeFolder(dirname(path), { mode: 0o700 });
    await putOddFilesAside(path);
    return new FileTrail(openIndexDatabase(path, trailSchema), path);
  }

  async observe(
    scope: TrailScope,
    facts: Facts,
    { by, at }: { readonly by: string; readonly at: number },
  ): Promise<TrailEntry[]> {
    const database = this.#database;
    const observe = database.transaction(() => {
      const known = database.prepare('SELECT facts FROM observed WHERE scope = ?').pluck().get(scope);
      const before = typeof known === 'string' ? (JSON.parse(known) as Facts) : null;
      const changes = changesOf(scope, before, facts, by);
      if (changes.length === 0) return [];
      const entries = this.#append(changes, at);
      database.prepare('INSERT OR REPLACE INTO observed VALUES (?, ?)').run(scope, JSON.stringify(facts));
      return entries;
    });
    return this.#known(() => observe.immediate());
  }

  /** Adds changes that somebody did. Errors: those of the store. */
  async add(changes: readonly TrailChange[], at: number): Promise<TrailEntry[]> {
    const add = this.#database.transaction(() => this.#append(changes, at));
    return this.#known(() => add.immediate());
  }

  async read(after: number, limit: number): Promise<TrailEntry[]> {
    const rows = () =>
      this.#database.prepare('SELECT * FROM entries WHERE number > ? ORDER BY number LIMIT ?').all(after, limit);
    return this.#known(() => rows() as TrailEntry[]);
  }

  async newest(limit: number): Promise<TrailEntry[]> {
    const rows = () => this.#database.prepare('SELECT * FROM entries ORDER BY number DESC LIMIT ?').all(limit);
    return this.#known(() => rows() as TrailEntry[]);
  }

  close(): void {
    this.#database.close();
  }

  #append(changes: readonly TrailChange[], at: number): TrailEntry[] {
    const last = this.#database.prepare('SELECT * FROM entries ORDER BY number DESC LIMIT 1').get();
    const entries = chained(last as TrailEntry | undefined, changes, at);
    const add = this.#database.prepare(
      `INSERT INTO entries (number, at, by, action, subject, before, after, previous, hash)
       VALUES (@number, @at, @by, @action, @subject, @before, @after, @previous, @hash)`,
    );
    for (const entry of entries) add.run(entry);
    return entries;
  }

  #known<Result>(work: () => Result): Result {
    try {
      return work();
    } catch (error) {
      throw databaseError(error, this.#path);
    }
  }
}
