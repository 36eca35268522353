import { createHash, randomUUID } from 'node:crypto';
import { dirname, join } from 'node:path';
import type { Database } from '../../db/database.ts';
import { databaseSuffixes, putOddFilesAside } from '../../db/odd-files.ts';
import { openIndexDatabase, UnusableDatabase, usageSchema } from '../../db/open-database.ts';
import { withLock } from '../../db/workspace-lock.ts';
import type { Files } from '../../files/files.ts';
import type { Logger } from '../../logger.ts';

/** How long a statement waits for another process, milliseconds: the process serves requests meanwhile, so not long. */
const timeoutMs = 100;

/** Pages that a write-ahead log collects before they move into the file, 4 KiB each, and the size that it keeps afterwards. */
const checkpointPages = 250;
const logBytes = 1024 * 1024;

/** An open log, and which file it was opened as. */
export interface UsageFile {
  readonly path: string;
  readonly database: Database;
  readonly id: string | null;
  /** What its log is called: new where a file is made again. */
  readonly logId: string;
}

interface OpenUsageOptions {
  readonly path: string;
  readonly files: Files;
  readonly logger: Logger;
}

/** Where the log of a workspace lies: in the user's own folder, by the real path of the workspace. */
export async function usagePath(userDataDir: string, root: string, files: Files): Promise<string> {
  const hash = createHash('sha256').update(await files.realPath(root));
  return join(userDataDir, 'usage', hash.digest('hex').slice(0, 32), 'usage.db');
}

/**
 * Opens the log, and creates it if it is missing, in a folder that only the user can read. Sets aside a damaged file and a file that
 * is not a usage log. Throws UnusableDatabase for the file of a newer Pegboard; errors: `database_busy`, `disk_full`,
 * `folder_read_only`, `file_unreadable`.
 */
export async function openUsageFile(options: OpenUsageOptions): Promise<UsageFile> {
  const { path, files } = options;
  await files.makeFolder(dirname(path), { mode: 0o700 });
  await putOddFilesAside(path);
  try {
    return await open(options);
  } catch (error) {
    if (!(error instanceof UnusableDatabase) || error.reason !== 'corrupt') throw error;
    // Another process may have put it aside by the time that it is this one's turn.
    return withLock(lockPath(path), async () => {
      try {
        return await open(options);
      } catch (second) {
        if (!(second instanceof UnusableDatabase) || second.reason !== 'corrupt') throw second;
        await putAside(options);
        return open(options);
      }
    });
  }
}

/** Puts a log aside that turned out to be damaged while it was open, unless another process did. Close it first. */
export async function putDamagedAside({ path, id }: UsageFile, options: Omit<OpenUsageOptions, 'path'>): Promise<void> {
  await withLock(lockPath(path), async () => {
    if (await isSameFile({ path, id }, options.files)) await putAside({ ...options, path });
  });
}

/** Whether the opened file is still at its path. */
export async function isSameFile({ path, id }: Pick<UsageFile, 'path' | 'id'>, files: Files): Promise<boolean> {
  return id !== null && (await files.look(path))?.id === id;
}

async function open({ path, files }: OpenUsageOptions): Promise<UsageFile> {
  const database = openIndexDatabase(path, usageSchema, { timeoutMs });
  try {
    database.pragma(`wal_autocheckpoint = ${checkpointPages}`);
    database.pragma(`journal_size_limit = ${logBytes}`);
    const logId = String(database.prepare("SELECT value FROM usage_meta WHERE key = 'log_id'").pluck().get());
    return { path, database, id: (await files.look(path))?.id ?? null, logId };
  } catch (error) {
    database.close();
    throw error;
  }
}

async function putAside({ path, files, logger }: OpenUsageOptions): Promise<void> {
  const aside = `${path}.corrupt-${randomUUID()}`;
  logger.warn('The log of the gateway is damaged; it is put aside and a new one begins.', { path, aside });
  for (const suffix of databaseSuffixes) await files.moveAside(`${path}${suffix}`, `${aside}${suffix}`);
}

function lockPath(path: string): string {
  return join(dirname(path), 'lock.db');
}
