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

/** A record as it is kept. */
export interface KeptRecord extends ConnectRecord {
  /** Of its file and of the backup. */
  readonly id: string;
}

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

  /** The records of the entries of a file, the newest first: one for each name and workspace. What cannot be read is left out. */
  async of(path: string): Promise<readonly KeptRecord[]> {
    const names = (await this.#files.list(this.folder)).filter((name) => name.endsWith('.json'));
    const records = await Promise.all(names.map((name) => this.#readAt(join(this.folder, name))));
    return records
      .flatMap((record) => (record?.path === path ? [record] : []))
      .sort((a, b) => (a.connected_at < b.connected_at ? 1 : -1));
  }

  /** The place of the backup of the file. */
  backupOf({ id, path }: Pick<KeptRecord, 'id' | 'path'>): string {
    return join(this.folder, `${id}-${basename(path)}.before`);
  }

  /** Keeps a record with the text before; null: no file, or the backup that is there stays. Errors: `disk_full`, `folder_read_only`. */
  async keep({ id, ...record }: KeptRecord, before: string | null): Promise<void> {
    const backup = before === null ? [] : [{ path: this.backupOf({ id, ...record }), text: before, mode: 0o600 }];
    const text = `${JSON.stringify(record, null, 2)}\n`;
    await this.#files.writeAll([...backup, { path: this.#pathOf(id), text, mode: 0o600 }]);
  }

  /** Forgets a record; its backup too, unless that is still of use. */
  async forget(record: KeptRecord, { keepBackup }: { keepBackup: boolean }): Promise<void> {
    // The backup first: without its record nobody would find it again after a kill in between.
    if (!keepBackup) await this.#files.removeFile(this.backupOf(record));
    await this.#files.removeFile(this.#pathOf(record.id));
  }

  #pathOf(id: string): string {
    return join(this.folder, `${id}.json`);
  }

  async #readAt(path: string): Promise<KeptRecord | null> {
    if (!(await this.#files.exists(path))) return null;
    try {
      return { ...recordSchema.parse(JSON.parse(await this.#files.readText(path))), id: basename(path, '.json') };
    } catch (error) {
      this.#logger.warn('A record of a connection cannot be read and is left out.', { path, error: String(error) });
      return null;
    }
  }
}

/** The id of a new record. */
export function recordId({ path, name, workspace }: Pick<ConnectRecord, 'path' | 'name' | 'workspace'>): string {
  return createHash('sha256').update(`${path}\0${name}\0${workspace}`).digest('hex').slice(0, 24);
}
