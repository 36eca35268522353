import { createHash } from 'node:crypto';
import { basename, join } from 'node:path';
import { z } from 'zod';
import type { Files } from '../files/files.ts';
import type { Logger } from '../logger.ts';

const hashSchema = z.string().regex(/^[0-9a-f]{64}$/);

const recordSchema = z.object({
  version: z.literal(1),
  path: z.string(),
  name: z.string(),
  workspace: z.string(),
  /** Hash of the file before; null where there was none. */
  before: hashSchema.nullable(),
  /** Hashes under which the file is as Pegboard wrote it last, so that the backup may take its place. */
  after: z.array(hashSchema).max(100),
  /** Whether the backup is free of this entry. */
  restores: z.boolean(),
  /** Folders that were made for the file, the innermost first. */
  folders: z.array(z.string()).max(50),
  /** Servers that were taken over. */
  taken: z.array(z.string()).max(1000),
  connected_at: z.string(),
});
/** What is needed to take a connection back. */
export type ConnectRecord = z.infer<typeof recordSchema>;

/**
 * Records of connections and the files as they were before, in the user's own folder (mode 0600): a client's file may hold credentials,
 * so its copy is not kept next to it.
 */
export class ConnectRecords {
  readonly folder: string;
  readonly #files: Files;
  readonly #logger: Logger;

  constructor({ userDataDir, files, logger }: { userDataDir: string; files: Files; logger: Logger }) {
    this.folder = join(userDataDir, 'connect');
    this.#files = files;
    this.#logger = logger;
  }

  /** The record of an entry of a file; null where there is none or it cannot be read. */
  async read(path: string, name: string): Promise<ConnectRecord | null> {
    return this.#readAt(join(this.folder, `${this.#idOf(path, name)}.json`));
  }

  /** Names of the entries of a file that have a record. */
  async namesOf(path: string): Promise<readonly string[]> {
    const names = (await this.#files.list(this.folder)).filter((name) => name.endsWith('.json'));
    const records = await Promise.all(names.map((name) => this.#readAt(join(this.folder, name))));
    return records.flatMap((record) => (record?.path === path ? [record.name] : []));
  }

  /** The place of the backup of the file. */
  backupOf({ path, name }: Pick<ConnectRecord, 'path' | 'name'>): string {
    return join(this.folder, `${this.#idOf(path, name)}-${basename(path)}.before`);
  }

  /** Keeps a record with the text before; null: no file, or the backup that is there stays. Errors: `disk_full`, `folder_read_only`. */
  async keep(record: ConnectRecord, before: string | null): Promise<void> {
    const path = join(this.folder, `${this.#idOf(record.path, record.name)}.json`);
    const backup = before === null ? [] : [{ path: this.backupOf(record), text: before, mode: 0o600 }];
    await this.#files.writeAll([...backup, { path, text: `${JSON.stringify(record, null, 2)}\n`, mode: 0o600 }]);
  }

  /** Forgets a record; its backup too, unless that is still of use. */
  async forget(
    { path, name }: Pick<ConnectRecord, 'path' | 'name'>,
    { keepBackup }: { keepBackup: boolean },
  ): Promise<void> {
    // The backup first: without its record nobody would find it again after a kill in between.
    if (!keepBackup) await this.#files.removeFile(this.backupOf({ path, name }));
    await this.#files.removeFile(join(this.folder, `${this.#idOf(path, name)}.json`));
  }

  #idOf(path: string, name: string): string {
    return createHash('sha256').update(`${path}\0${name}`).digest('hex').slice(0, 24);
  }

  async #readAt(path: string): Promise<ConnectRecord | null> {
    if (!(await this.#files.exists(path))) return null;
    try {
      return recordSchema.parse(JSON.parse(await this.#files.readText(path)));
    } catch (error) {
      this.#logger.warn('A record of a connection cannot be read and is left out.', { path, error: String(error) });
      return null;
    }
  }
}
