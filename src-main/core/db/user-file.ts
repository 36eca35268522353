import { join } from 'node:path';
import type { z } from 'zod';
import { closeToOthers } from '../files/close-to-others.ts';
import type { Files } from '../files/files.ts';
import { makeFolders } from '../files/make-folders.ts';
import { readWhenChanged } from '../files/read-when-changed.ts';
import type { Logger } from '../logger.ts';
import { serialQueue } from '../serial-queue.ts';
import { withLock } from './workspace-lock.ts';

export interface UserFileOptions<Content> {
  /** Folder of the user's own data; the first change makes it. */
  readonly userDataDir: string;
  /** Name of the file without `.json`. */
  readonly name: string;
  readonly schema: z.ZodType<Content>;
  /** What a file says that is not there, or cannot be read. */
  readonly empty: Content;
  /** What the log says of a file that cannot be read. */
  readonly unreadable: string;
  /** What the log says of a file that other users of the computer could read; they cannot any more. */
  readonly opened?: string;
  readonly files: Files;
  readonly logger: Logger;
}

/**
 * A small JSON file of the user's own (mode 0600) that every Pegboard of this user reads and changes: the app, the command line and
 * the gateway of each client. Processes take turns, and each change is made on what the file says then. A file that cannot be
 * read counts as empty; it is put aside before another one is written, so that somebody can mend it.
 */
export class UserFile<Content> {
  readonly path: string;
  readonly #options: UserFileOptions<Content>;
  readonly #inTurn = serialQueue();
  readonly #seen: () => Promise<Content>;

  constructor(options: UserFileOptions<Content>) {
    this.path = join(options.userDataDir, `${options.name}.json`);
    this.#options = options;
    this.#seen = readWhenChanged(this.path, async () => (await this.#parsed()) ?? options.empty);
  }

  /** What the file says, after the changes that this process was asked for before. */
  read(): Promise<Content> {
    return this.#inTurn(this.#seen);
  }

  /**
   * Changes the file, in the order in which changes were asked for. `change` gets what the file says, and returns what it shall say, or
   * null to leave it. It runs first without the lock: where it returns null, nothing is locked or written, so what needs no change
   * works on a disk that is read-only. Else it runs again under the lock, on what the file says then. Errors: `folder_read_only`,
   * `disk_full`, `database_busy` where another process holds the lock for ten seconds.
   */
  change(change: (content: Content) => Content | null | Promise<Content | null>): Promise<void> {
    const { userDataDir, name, empty, files } = this.#options;
    return this.#inTurn(async () => {
      if ((await change(await this.#seen())) === null) return;
      await makeFolders(userDataDir);
      await withLock(join(userDataDir, `${name}-lock.db`), async () => {
        const before = await this.#parsed();
        const after = await change(before ?? empty);
        if (after === null) return;
        if (before === null) await files.moveAside(this.path, `${this.path}.damaged`);
        await files.writeAll([{ path: this.path, text: `${JSON.stringify(after, null, 2)}\n`, mode: 0o600 }]);
      });
    });
  }

  /** Null for a file that cannot be read. */
  async #parsed(): Promise<Content | null> {
    const { files, logger, schema, empty, unreadable } = this.#options;
    const { opened = 'Other users of this computer could read a file of yours.' } = this.#options;
    if (!(await files.exists(this.path))) return empty;
    try {
      const content = schema.parse(JSON.parse(await files.readText(this.path)));
      if (await closeToOthers(this.path)) logger.warn(opened, { path: this.path });
      return content;
    } catch {
      // Not the error itself: it may quote the file.
      logger.warn(unreadable, { path: this.path });
      return null;
    }
  }
}
