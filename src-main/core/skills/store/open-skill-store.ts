import { join } from 'node:path';
import { isPegboardError } from '#shared/errors.ts';
import { UnusableDatabase } from '../../db/open-database.ts';
import { makeCacheFolder, type OpenIndexOptions, quarantine } from '../../workspace/open-index.ts';
import { SkillStore } from './skill-store.ts';

export interface OpenStoreOptions extends OpenIndexOptions {
  readonly newId: () => string;
}

/**
 * Opens `skills.db` in a cache folder (R8.01). A damaged file is put aside and made anew; where the folder cannot be
 * written, or the file is a newer Pegboard's, the store lives in memory and says why (R15.07). Error: `database_busy`.
 */
export async function openSkillStore(
  options: OpenStoreOptions,
): Promise<{ store: SkillStore; memoryReason: string | null }> {
  const path = join(options.cacheDir, 'skills.db');
  const open = (at: string | null) =>
    new SkillStore({ path: at, fts: options.fts, now: options.now, newId: options.newId });
  try {
    await makeCacheFolder(options);
    return { store: open(path), memoryReason: null };
  } catch (error) {
    if (error instanceof UnusableDatabase && error.reason === 'corrupt') {
      await quarantine(path, options);
      return { store: open(path), memoryReason: null };
    }
    const reason = memoryReason(error);
    if (reason === null) throw error;
    options.logger.warn(reason, { path });
    return { store: open(null), memoryReason: reason };
  }
}

function memoryReason(error: unknown): string | null {
  if (error instanceof UnusableDatabase)
    return 'skills.db is of a newer Pegboard; it is left alone and skills are kept in memory.';
  if (!isPegboardError(error)) return null;
  if (error.code === 'folder_read_only') return 'The workspace cannot be written; skills are kept in memory.';
  return error.code === 'disk_full' ? 'The disk is full; skills are kept in memory.' : null;
}
