import { createHash, randomUUID } from 'node:crypto';
import { dirname, join } from 'node:path';
import type { UseOrigin } from '#shared/domain/use.ts';
import { PegboardError } from '#shared/errors.ts';
import type { Database, Statement } from '../db/database.ts';
import { databaseSuffixes, putOddFilesAside } from '../db/odd-files.ts';
import { databaseError, openIndexDatabase, UnusableDatabase, useSchema } from '../db/open-database.ts';
import type { Files } from '../files/files.ts';
import type { KeptEvent, KeptOutcome } from './bounded-event.ts';

/** How far a log is read. */
export interface FileState {
  /** Hash of its path. */
  readonly key: string;
  readonly origin: UseOrigin;
  readonly size: number;
  readonly mtime: number;
  /** How it began, to tell it from another file in its place. */
  readonly head: string;
  /** Bytes that are read; of a database, the number of the last row. */
  readonly offset: number;
  readonly lines: number;
  readonly broken: number;
  readonly first_broken: number | null;
  readonly read_at: number;
}

/** Sums of what was read of an origin. */
export interface OriginSums {
  readonly lines: number;
  readonly broken: number;
  readonly events: number;
  readonly read_at: number | null;
}

/** Events that are kept; the oldest go. */
const mostEvents = 1_000_000;

/** The folder of a workspace in the user's own, by its real path. */
export async function folderOfUse(userDataDir: string, root: string, files: Files): Promise<string> {
  const hash = createHash('sha256').update(await files.realPath(root));
  return join(userDataDir, 'use', hash.digest('hex').slice(0, 32));
}

/**
 * Opens what is kept of the use of a workspace, in a folder that only the user can read; a damaged file is put aside, and the logs are
 * read again. Errors: `database_busy`, `disk_full`, `folder_read_only`, `file_unreadable`.
 */
export async function openUseStore(folder: string, files: Files): Promise<UseStore> {
  const path = join(folder, 'use.db');
  await files.makeFolder(dirname(path), { mode: 0o700 });
  await putOddFilesAside(path);
  try {
    return new UseStore(openIndexDatabase(path, useSchema), path);
  } catch (error) {
    if (!(error instanceof UnusableDatabase)) throw error;
    if (error.reason === 'newer') {
      throw new PegboardError('file_unreadable', `${path} was written by a newer Pegboard.`, {
        hint: 'Update this Pegboard to read it.',
        data: { path },
        cause: error,
      });
    }
    const aside = `${path}.corrupt-${randomUUID()}`;
    for (const suffix of databaseSuffixes) await files.moveAside(`${path}${suffix}`, `${aside}${suffix}`);
    return new UseStore(openIndexDatabase(path, useSchema), path);
  }
}

/** What is kept of the use of one workspace. Errors of each method: `database_busy`, `disk_full`, `folder_read_only`. */
export class UseStore {
  readonly database: Database;
  readonly #path: string;
  #insert: Statement<[KeptEvent], unknown> | undefined;
  #update: Statement<[KeptOutcome], unknown> | undefined;
  #keep: Statement<[FileState], unknown> | undefined;

  constructor(database: Database, path: string) {
    this.database = database;
    this.#path = path;
  }

  /** Runs work on the database; errors of SQLite in our words. */
  run<Result>(work: (database: Database) => Result): Result {
    try {
      return work(this.database);
    } catch (error) {
      throw databaseError(error, this.#path);
    }
  }

  file(key: string): FileState | undefined {
    return this.run((database) => database.prepare<[string], FileState>('SELECT * FROM files WHERE key = ?').get(key));
  }

  files(origin: UseOrigin): FileState[] {
    return this.run((database) =>
      database.prepare<[string], FileState>('SELECT * FROM files WHERE origin = ? ORDER BY id').all(origin),
    );
  }

  /** Keeps events and how far their log is read, both or neither; how many events are new. */
  add(file: FileState, events: readonly KeptEvent[], outcomes: readonly KeptOutcome[]): number {
    return this.run((database) => {
      this.#insert ??= database.prepare<[KeptEvent], unknown>(
        `INSERT OR IGNORE INTO events (key, origin, session, at, client, persona, kind, said, via, skill, query, found, ok, ms, tokens)
         VALUES (@key, @origin, @session, @at, @client, @persona, @kind, @said, @via, @skill, @query, @found, @ok, @ms, @tokens)`,
      );
      this.#update ??= database.prepare<[KeptOutcome], unknown>(
        `UPDATE events SET ok = coalesce(ok, @ok), tokens = coalesce(tokens, @tokens), found = CASE WHEN kind = 'search' AND via = 0 THEN coalesce(found, @found) ELSE found END,
           ms = coalesce(ms, @ms, CASE WHEN @at - at BETWEEN 0 AND 86400000 THEN @at - at END)
         WHERE key = @key`,
      );
      const [insert, update] = [this.#insert, this.#update];
      return database
        .transaction(() => {
          let added = 0;
          for (const event of events) added += insert.run(event).changes;
          for (const outcome of outcomes) update.run(outcome);
          this.#keepFile(file);
          return added;
        })
        .immediate();
    });
  }

  #keepFile(file: FileState): void {
    this.#keep ??= this.database.prepare<[FileState], unknown>(
      `INSERT INTO files (key, origin, size, mtime, head, offset, lines, broken, first_broken, read_at)
       VALUES (@key, @origin, @size, @mtime, @head, @offset, @lines, @broken, @first_broken, @read_at)
       ON CONFLICT (key) DO UPDATE SET size = @size, mtime = @mtime, head = @head, offset = @offset, lines = @lines,
         broken = @broken, first_broken = @first_broken, read_at = @read_at`,
    );
    this.#keep.run(file);
  }

  sums(origin: UseOrigin): OriginSums {
    return this.run((database) => {
      const files = database
        .prepare(
          'SELECT coalesce(sum(lines), 0) AS lines, coalesce(sum(broken), 0) AS broken, max(read_at) AS read_at FROM files WHERE origin = ?',
        )
        .get(origin) as Omit<OriginSums, 'events'>;
      const events = database.prepare('SELECT count(*) FROM events WHERE origin = ?').pluck().get(origin);
      return { ...files, events: Number(events) };
    });
  }

  /** Removes the oldest events when there are too many. */
  trim(most = mostEvents): void {
    this.run((database) => {
      const count = Number(database.prepare('SELECT count(*) FROM events').pluck().get());
      if (count <= most) return;
      database
        .prepare('DELETE FROM events WHERE id IN (SELECT id FROM events ORDER BY at, id LIMIT ?)')
        .run(count - most);
    });
  }

  /** Removes what is kept of an origin, or of all; how many events. The bytes are overwritten. */
  forget(origin: UseOrigin | undefined): number {
    return this.run((database) => {
      database.pragma('secure_delete = ON');
      const where = origin === undefined ? '' : 'WHERE origin = ?';
      const given = origin === undefined ? [] : [origin];
      const removed = database
        .transaction(() => {
          database.prepare(`DELETE FROM files ${where}`).run(...given);
          return database.prepare(`DELETE FROM events ${where}`).run(...given).changes;
        })
        .immediate();
      database.pragma('incremental_vacuum');
      database.pragma('wal_checkpoint(TRUNCATE)');
      return removed;
    });
  }

  close(): void {
    this.database.close();
  }
}
