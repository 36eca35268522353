import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { z } from 'zod';
import type { Logger } from '../logger.ts';
import { serialQueue } from '../serial-queue.ts';
import type { Files } from './files.ts';

/** The fields that every record has, besides those of its kind. */
const recordSchema = z.object({ id: z.uuid(), at: z.iso.datetime() });
type Recorded = z.infer<typeof recordSchema>;

interface RecordFolderOptions<Head extends Recorded> {
  readonly userDataDir: string;
  readonly files: Files;
  readonly logger: Logger;
  /** Name of the folder within that of the user's data. */
  readonly name: string;
  readonly head: z.ZodType<Head>;
}

/** Records of one workspace that are kept at most, and bytes of all of them; the oldest go. */
const mostRecords = 50;
const mostBytes = 64 * 1024 * 1024;

/** Bytes of the longest body of one record. */
const longestRecord = 32 * 1024 * 1024;

/**
 * Results of a workspace in the user's own folder, the last ones. A record is two files that only the user can read: a short head for
 * lists, and a body that is read when somebody opens it. Losing one does no harm.
 */
export class RecordFolder<Head extends Recorded> {
  readonly #options: RecordFolderOptions<Head>;
  readonly #inTurn = serialQueue();

  constructor(options: RecordFolderOptions<Head>) {
    this.#options = options;
  }

  /** Keeps a record in place of the one of its id; the oldest records go when there are too many. Errors: `disk_full`, `folder_read_only`. */
  async keep(workspace: string, head: Head, body: string): Promise<void> {
    await this.#inTurn(async () => {
      const folder = await this.#folderOf(workspace);
      const bytes = Buffer.byteLength(body);
      const text = JSON.stringify({ ...head, bytes });
      await this.#options.files.writeAll([
        { path: join(folder, `${head.id}.body`), text: body, mode: 0o600 },
        { path: join(folder, `${head.id}.json`), text: `${text}\n`, mode: 0o600 },
      ]);
      await this.#prune(folder);
    });
  }

  /** Heads of all records, the newest first. A file that is not a head is not touched. */
  async list(workspace: string): Promise<readonly Head[]> {
    const records = await this.#inTurn(async () => this.#read(await this.#folderOf(workspace)));
    return records.map(({ head }) => head);
  }

  /** The body of a record; null where there is none. */
  async body(workspace: string, id: string): Promise<string | null> {
    const { files } = this.#options;
    const path = join(await this.#folderOf(workspace), `${id}.body`);
    if (!(await files.exists(path))) return null;
    return files.readText(path, { maximumBytes: longestRecord, regularOnly: true });
  }

  /** Removes a record; whether it was there. */
  async remove(workspace: string, id: string): Promise<boolean> {
    return this.#inTurn(async () => {
      const folder = await this.#folderOf(workspace);
      const wasThere = await this.#options.files.exists(join(folder, `${id}.json`));
      await this.#removeFiles(folder, id);
      return wasThere;
    });
  }

  async #prune(folder: string): Promise<void> {
    let [count, bytes] = [0, 0];
    for (const { head, bytes: size } of await this.#read(folder)) {
      count += 1;
      bytes += size;
      if (count > mostRecords || bytes > mostBytes) await this.#removeFiles(folder, head.id);
    }
  }

  async #removeFiles(folder: string, id: string): Promise<void> {
    // The head first: a body alone is not listed.
    for (const end of ['json', 'body']) await this.#options.files.removeFile(join(folder, `${id}.${end}`));
  }

  async #read(folder: string): Promise<{ readonly head: Head; readonly bytes: number }[]> {
    const { files, logger, head } = this.#options;
    const names = (await files.list(folder)).filter((name) => name.endsWith('.json'));
    const records = await Promise.all(
      names.map(async (name) => {
        try {
          const value: unknown = JSON.parse(await files.readText(join(folder, name), { regularOnly: true }));
          return [{ head: head.parse(value), bytes: bytesSchema.parse(value).bytes }];
        } catch {
          // Not the error's own text, which may quote the record.
          logger.warn('A kept result cannot be read and is left out.', { path: join(folder, name) });
          return [];
        }
      }),
    );
    return records.flat().sort((a, b) => b.head.at.localeCompare(a.head.at) || a.head.id.localeCompare(b.head.id));
  }

  async #folderOf(workspace: string): Promise<string> {
    const { userDataDir, files, name } = this.#options;
    const root = await files.realPath(workspace);
    return join(userDataDir, name, createHash('sha256').update(root).digest('hex').slice(0, 32));
  }
}

const bytesSchema = z.object({ bytes: z.int() });
