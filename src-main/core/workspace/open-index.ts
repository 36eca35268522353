import { join } from 'node:path';
import { isPegboardError } from '#shared/errors.ts';
import { UnusableDatabase } from '../db/open-database.ts';
import type { Files } from '../files/files.ts';
import type { Logger } from '../logger.ts';
import { ToolIndex } from '../search/tool-index.ts';

export interface OpenIndexOptions {
  readonly cacheDir: string;
  readonly fts: 'detect' | 'off';
  readonly now: () => number;
  readonly files: Files;
  readonly logger: Logger;
}

/** An open index; when it had to be kept in memory, why. */
export interface OpenedIndex {
  readonly index: ToolIndex;
  readonly memoryReason: string | null;
}

/**
 * Opens the index of a workspace (R2.01, R2.02). A damaged file is put aside and made anew (R2.24); where the folder
 * cannot be written, or the file is a newer Pegboard's, the index lives in memory and says why (R15.07). Error:
 * `database_busy`.
 */
export async function openWorkspaceIndex(options: OpenIndexOptions): Promise<OpenedIndex> {
  const path = join(options.cacheDir, 'tool_cache.db');
  const open = (at: string | null) => new ToolIndex({ path: at, fts: options.fts, now: options.now });
  try {
    await makeCacheFolder(options);
    return { index: open(path), memoryReason: null };
  } catch (error) {
    if (error instanceof UnusableDatabase && error.reason === 'corrupt') {
      await quarantine(path, options);
      return { index: open(path), memoryReason: null };
    }
    const reason = memoryReason(error);
    if (reason === null) throw error;
    options.logger.warn(reason, { path });
    return { index: open(null), memoryReason: reason };
  }
}

/** A cache folder that we make keeps itself out of git, so that no file of the user's must say so (R2.04). */
export async function makeCacheFolder({
  cacheDir,
  files,
}: Pick<OpenIndexOptions, 'cacheDir' | 'files'>): Promise<void> {
  if (await files.exists(cacheDir)) return;
  await files.makeFolder(cacheDir);
  await files.writeAll([{ path: join(cacheDir, '.gitignore'), text: '*\n' }]);
}

/** Moves a damaged index aside, with the files SQLite keeps beside it; nothing of it is deleted. */
export async function quarantine(path: string, { files, logger, now }: OpenIndexOptions): Promise<void> {
  const aside = `${path}.corrupt-${now()}`;
  logger.warn('The index file is damaged; it is put aside and built again from the catalog.', { path, aside });
  for (const suffix of ['', '-wal', '-shm']) await files.moveAside(`${path}${suffix}`, `${aside}${suffix}`);
}

function memoryReason(error: unknown): string | null {
  if (error instanceof UnusableDatabase)
    return 'The index file is of a newer Pegboard; it is left alone and the index is kept in memory.';
  if (!isPegboardError(error)) return null;
  if (error.code === 'folder_read_only') return 'The workspace cannot be written; the index is kept in memory.';
  if (error.code === 'disk_full') return 'The disk is full; the index is kept in memory.';
  return null;
}
