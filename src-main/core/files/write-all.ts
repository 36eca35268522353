import type { Stats } from 'node:fs';
import { copyFile, lstat, open, rename, rm } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import { PegboardError } from '#shared/errors.ts';
import { fileError } from './file-error.ts';
import type { BytesWrite, FileWrite, WaitingWrite } from './files.ts';
import { makeFolders } from './make-folders.ts';
import { release, temporaryBeside } from './temporary-files.ts';

/** A file that is written but not yet in its place, with a copy of the one that is. */
interface StagedWrite {
  readonly path: string;
  readonly temporary: string;
  readonly before: Stats | null;
  /** Null where nothing was there, or where a single rename needs no copy. */
  readonly backup: string | null;
  isDone: boolean;
}

/**
 * Writes all files or none. One file is one rename; of several, each that is replaced is copied aside first. `onReady` is
 * called when all new texts wait on the disk, before the first rename.
 */
export async function writeAllFiles(
  writes: readonly (FileWrite | BytesWrite)[],
  onReady: (ready: readonly WaitingWrite[]) => Promise<void> = async () => {},
): Promise<void> {
  const staged: StagedWrite[] = [];
  try {
    for (const write of writes) staged.push(await stage(write, { withBackup: writes.length > 1 }));
    await onReady(staged);
    for (const one of staged) {
      await rename(one.temporary, one.path).catch((error: unknown) => Promise.reject(fileError(error, one.path)));
      one.isDone = true;
    }
    await flushFolders(staged.map(({ path }) => dirname(path)));
  } catch (error) {
    // Whatever was already replaced gets its old text back: all or nothing.
    for (const { path, backup, before, isDone } of staged) {
      if (isDone && backup !== null) await rename(backup, path);
      else if (isDone && before === null) await rm(path, { force: true });
    }
    throw error;
  } finally {
    await release(staged.flatMap(({ temporary, backup }) => (backup === null ? [temporary] : [temporary, backup])));
  }
}

/** Puts the names in folders on the disk, so that a power loss keeps them. Where a system cannot do that, nothing happens. */
async function flushFolders(folders: readonly string[]): Promise<void> {
  for (const folder of new Set(folders)) {
    const handle = await open(folder, 'r').catch(() => null);
    await handle?.sync().catch(() => {});
    await handle?.close().catch(() => {});
  }
}

/** Writes and flushes a temporary file beside its target. Leaves nothing behind when it fails. */
async function stage(
  write: FileWrite | BytesWrite,
  { withBackup }: { readonly withBackup: boolean },
): Promise<StagedWrite> {
  const { path } = write;
  const [temporary, copy] = [temporaryBeside(path, 'tmp'), temporaryBeside(path, 'old')];
  try {
    await makeFolders(dirname(path));
    const before = await lstat(path).catch(() => null);
    refuseOddTarget(path, before);
    const content = 'bytes' in write ? await write.bytes() : write.text;
    const handle = await open(temporary, 'w', modeOf(write, before));
    try {
      await handle.writeFile(content);
      await handle.sync();
    } finally {
      await handle.close();
    }
    const backup = before && withBackup ? copy : null;
    if (backup === null) await release([copy]);
    else await copyFile(path, backup);
    return { path, temporary, before, backup, isDone: false };
  } catch (error) {
    await release([temporary, copy]);
    throw error instanceof PegboardError ? error : fileError(error, path);
  }
}

/** The permissions of a new file. Whoever may read an executable file may run it. */
function modeOf(write: FileWrite | BytesWrite, before: Stats | null): number {
  const mode = before ? before.mode & 0o777 : 0o666;
  if (!('bytes' in write)) return write.mode ?? mode;
  return write.executable ? mode | ((mode & 0o444) >> 2) : mode & 0o666;
}

/** Replacing a link would leave the file it points to as it was, and nobody would notice. A pipe has no text to keep. */
function refuseOddTarget(path: string, before: Stats | null): void {
  if (before === null || before.isFile()) return;
  if (before.isDirectory()) throw fileError(Object.assign(new Error('is a directory'), { code: 'EISDIR' }), path);
  const [what, hint] = before.isSymbolicLink()
    ? ['a link; Pegboard does not write through links', 'or open the folder the link points to']
    : ['a pipe or a device, not a file', 'or choose another name'];
  throw new PegboardError('not_a_file', `${path} is ${what}.`, {
    hint: `Put the file ${basename(path)} itself there, ${hint}.`,
    data: { path },
  });
}
