import { mkdir, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { errorNumber, folderError } from './file-error.ts';

/**
 * Makes a folder and those above it. Node's own recursive way never returns where a folder is there and says that it is not
 * when something is made in it, as `/proc` does. `mode`: the permissions of those that it makes. Errors name the folder: `folder_read_only`, `disk_full`, `file_exists`.
 */
export async function makeFolders(path: string, mode?: number): Promise<void> {
  try {
    await makeWithParents(path, mode);
  } catch (error) {
    throw folderError(error, path);
  }
}

async function makeWithParents(path: string, mode: number | undefined): Promise<void> {
  try {
    await makeOneFolder(path, mode);
  } catch (error) {
    const above = dirname(path);
    if (errorNumber(error) !== 'ENOENT' || above === path) throw error;
    await makeWithParents(above, mode);
    await makeOneFolder(path, mode);
  }
}

async function makeOneFolder(path: string, mode: number | undefined): Promise<void> {
  try {
    await mkdir(path, { mode });
  } catch (error) {
    // A drive's root, or a disk that is not written to, may say something else than EEXIST of a folder that is there.
    const there = await stat(path).catch(() => null);
    if (!there?.isDirectory()) throw error;
  }
}
