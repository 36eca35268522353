import { join } from 'node:path';
import { isPegboardError } from '#shared/errors.ts';
import { databaseSuffixes, putOddFilesAside } from '../db/odd-files.ts';
import { UnusableDatabase } from '../db/open-database.ts';
import type { Logger } from '../logger.ts';
import { ToolIndex } from '../search/tool-index.ts';
import { type CacheFolder, makeCacheFolder } from './cache-folder.ts';

export interface OpenIndexOptions extends CacheFolder {
  readonly fts: 'detect' | 'off';
  readonly now: () => number;
  readonly logger: Logger;
}

/** An open index; when it had to be kept in memory, why. */
export interface OpenedIndex {
  readonly index: ToolIndex;
  readonly memoryReason: string | null;
}

/** What a database holds, in the words of a sentence: `index` for "The index is kept in memory." */
type Content = 'index' | 'skills' | 'vectors';

interface CachedDatabase<Opened> {
  /** Name of its file. */
  readonly name: string;
  readonly content: Content;
  /** Opens the file, or one in memory for null. */
  readonly open: (path: string | null) => Opened;
}

/** Opens the index of a workspace (R2.01, R2.02). As `openCached`. */
export async function openWorkspaceIndex(options: OpenIndexOptions): Promise<OpenedIndex> {
  const { opened, memoryReason } = await openCached(options, {
    name: 'tool_cache.db',
    content: 'index',
    open: (path) => new ToolIndex({ path, fts: options.fts, now: options.now }),
  });
  return { index: opened, memoryReason };
}

/** An index in memory, which takes the place of one that cannot be used. */
export function indexInMemory({ fts, now }: OpenIndexOptions, memoryReason: string): OpenedIndex {
  return { index: new ToolIndex({ path: null, fts, now }), memoryReason };
}

/**
 * Opens a database in the cache folder; the only way to do so. Sets aside a damaged file and a file that is not a database of
 * Pegboard, and creates a new one (R2.24). Where that fails, the database lives in memory and says why (R15.07). Error:
 * `database_busy`.
 */
export async function openCached<Opened>(
  options: OpenIndexOptions,
  { name, content, open }: CachedDatabase<Opened>,
): Promise<{ readonly opened: Opened; readonly memoryReason: string | null }> {
  const path = join(options.cacheDir, name);
  try {
    await makeCacheFolder(options);
    await putOddFilesAside(path);
    try {
      return { opened: open(path), memoryReason: null };
    } catch (error) {
      if (!(error instanceof UnusableDatabase) || error.reason !== 'corrupt') throw error;
      await quarantine(path, options);
      return { opened: open(path), memoryReason: null };
    }
  } catch (error) {
    const reason = memoryReason(error, content);
    if (reason === null) throw error;
    options.logger.warn(reason, { path, error: String(error) });
    return { opened: open(null), memoryReason: reason };
  }
}

/** Moves a damaged index aside, with the files SQLite keeps beside it; nothing of it is deleted. */
export async function quarantine(path: string, { files, logger, now }: OpenIndexOptions): Promise<void> {
  const aside = `${path}.corrupt-${now()}`;
  logger.warn('The index file is damaged; it is put aside and built again from the catalog.', { path, aside });
  for (const suffix of databaseSuffixes) await files.moveAside(`${path}${suffix}`, `${aside}${suffix}`);
}

/** Why a database is kept in memory after an error; null for an error that is not a reason, such as `database_busy`. */
export function memoryReason(error: unknown, content: Content): string | null {
  const why = whyNotOnDisk(error);
  return why && `${why} The ${content} ${content === 'index' ? 'is' : 'are'} kept in memory.`;
}

function whyNotOnDisk(error: unknown): string | null {
  if (error instanceof UnusableDatabase) {
    return error.reason === 'newer'
      ? 'The file was written by a newer Pegboard and is not changed.'
      : 'The file is damaged.';
  }
  if (!isPegboardError(error)) return null;
  switch (error.code) {
    case 'folder_read_only':
      return 'The workspace cannot be written.';
    case 'disk_full':
      return 'The disk is full.';
    case 'workspace_not_found':
    case 'config_invalid':
    case 'file_unreadable':
    case 'file_not_found':
      return error.message;
    default:
      return null;
  }
}

/** An error of reading the index file itself; others of the same codes may be about what the work reads. */
export function isDiskError(error: unknown): boolean {
  return isPegboardError(error) && error.code === 'file_unreadable' && String(error.data?.path).endsWith('.db');
}
