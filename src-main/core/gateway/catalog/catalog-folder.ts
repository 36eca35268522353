import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { isPegboardError, PegboardError } from '#shared/errors.ts';
import { withLock } from '../../db/workspace-lock.ts';
import { makeFolders } from '../../files/make-folders.ts';

/** Processes of one account that can have a folder for the same catalog at once. */
const mostProcesses = 64;

/** A folder that one process has to itself. */
export interface CatalogFolder {
  readonly path: string;
  /** Lets other processes have it. */
  release(): void;
}

/** Folders for the catalog of a gateway, by its address and that of the repository. */
export function catalogsFolder(userDataDir: string, publicUrl: string, url: string): string {
  const id = createHash('sha256')
    .update(JSON.stringify([publicUrl, url]))
    .digest('hex')
    .slice(0, 12);
  return join(userDataDir, 'gateway-catalogs', id);
}

/** Takes the first folder that no other process has: after a restart it is the same one. Errors: `database_busy`, `folder_read_only`. */
export async function takeCatalogFolder(folders: string): Promise<CatalogFolder> {
  for (let number = 1; number <= mostProcesses; number++) {
    const path = join(folders, String(number));
    await makeFolders(path);
    const released = Promise.withResolvers<void>();
    try {
      await new Promise<void>((taken, refused) => {
        const hold = async () => {
          taken();
          await released.promise;
        };
        withLock(join(path, 'lock.db'), hold, { patienceMs: 0 }).catch(refused);
      });
      return { path, release: () => released.resolve() };
    } catch (error) {
      if (!isPegboardError(error) || error.code !== 'database_busy') throw error;
    }
  }
  throw new PegboardError('database_busy', `${mostProcesses} processes already use ${folders}, and no more can.`);
}
