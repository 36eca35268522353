import { randomUUID } from 'node:crypto';
import { createReadStream, type Stats, watch } from 'node:fs';
import { copyFile, lstat, mkdir, open, readdir, readFile, realpath, rename, rm, rmdir, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { PegboardError } from '#shared/errors.ts';
import { decodeUtf16 } from '#shared/utf16.ts';
import type { Files, FileWrite } from './files.ts';

/** Largest captured file that is read: 32 MiB, about 20,000 real tools. */
export const maximumFileBytes = 32 * 1024 * 1024;

/** The error number of Node's file system and SQLite errors, or undefined. */
export function errorNumber(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}

/** What went wrong with a path, in our words. */
export function fileError(error: unknown, path: string): PegboardError {
  switch (errorNumber(error)) {
    case 'ENOTDIR':
      return new PegboardError('file_not_found', `${path}: a part of this path is a file, not a folder.`, {
        hint: 'Check the path.',
        data: { path },
        cause: error,
      });
    case 'ENOENT':
      return new PegboardError('file_not_found', `There is no file at ${path}.`, {
        hint: 'Check the path; relative paths start at the folder the command runs in.',
        data: { path },
        cause: error,
      });
    case 'EEXIST':
      return new PegboardError('file_not_found', `${path} is a file, not a folder.`, {
        hint: 'Choose another place.',
        data: { path },
        cause: error,
      });
    case 'EISDIR':
      return new PegboardError('not_a_file', `${path} is a folder, not a file.`, {
        hint: `Name the files in it, for example ${join(path, '*.json')}.`,
        data: { path },
        cause: error,
      });
    case 'EACCES':
    case 'EPERM':
    case 'EROFS':
      return new PegboardError('folder_read_only', `${path} cannot be written or read: permission denied.`, {
        hint: 'Change its permissions or choose another folder.',
        data: { path },
        cause: error,
      });
    case 'ENOSPC':
    case 'EDQUOT':
      return new PegboardError('disk_full', `The disk is full: ${path} was not written and is as it was.`, {
        hint: 'Free some space and run it again.',
        data: { path },
        cause: error,
      });
    default:
      return new PegboardError(
        'file_unreadable',
        `${path}: ${error instanceof Error ? error.message : String(error)}`,
        {
          data: { path },
          cause: error,
        },
      );
  }
}

/** The real file system. */
export const nodeFiles: Files = {
  async readText(path, { maximumBytes = maximumFileBytes, regularOnly = false, keepMark = false, utf16 = false } = {}) {
    try {
      const info = await stat(path);
      if (info.isDirectory()) throw Object.assign(new Error('is a directory'), { code: 'EISDIR' });
      if (regularOnly && !info.isFile()) {
        throw new PegboardError('not_a_file', `${path} is a pipe or a device, not a file.`, { data: { path } });
      }
      if (info.size > maximumBytes) throw tooLarge(path, info.size, maximumBytes);
      const bytes = await readWithin(path, { maximumBytes, info });
      return (utf16 ? decodeUtf16(bytes) : null) ?? decodeUtf8(bytes, path, keepMark);
    } catch (error) {
      throw error instanceof PegboardError ? error : fileError(error, path);
    }
  },

  async readBytes(path, { maximumBytes }) {
    try {
      const info = await stat(path);
      if (!info.isFile()) {
        throw new PegboardError('not_a_file', `${path} is no regular file.`, { data: { path } });
      }
      if (info.size > maximumBytes) throw tooLarge(path, info.size, maximumBytes, 'Take a smaller one.');
      return await readWithin(path, { maximumBytes, info, hint: 'Take a smaller one.' });
    } catch (error) {
      throw error instanceof PegboardError ? error : fileError(error, path);
    }
  },

  async exists(path) {
    return (await stat(path).catch(() => null)) !== null;
  },

  async isDirectory(path) {
    return (await stat(path).catch(() => null))?.isDirectory() ?? false;
  },

  async realPath(path) {
    try {
      return await realpath(path);
    } catch {
      const parent = dirname(path);
      return parent === path ? path : join(await nodeFiles.realPath(parent), basename(path));
    }
  },

  async writeAll(writes) {
    const staged: StagedWrite[] = [];
    try {
      for (const write of writes) staged.push(await stage(write));
      for (const one of staged) {
        await rename(one.temporary, one.path).catch((error: unknown) => Promise.reject(fileError(error, one.path)));
        one.isDone = true;
      }
    } catch (error) {
      // Whatever was already replaced gets its old text back: all or nothing.
      for (const { path, backup, isDone } of staged) {
        if (isDone) await (backup === null ? rm(path, { force: true }) : rename(backup, path));
      }
      throw error;
    } finally {
      const leftovers = staged.flatMap(({ temporary, backup }) => [temporary, backup]);
      await Promise.all(leftovers.map((path) => path !== null && rm(path, { force: true }).catch(() => {})));
    }
  },

  async makeFolder(path) {
    try {
      await makeFolders(path);
    } catch (error) {
      throw fileError(error, path);
    }
  },

  async list(path) {
    return readdir(path).catch(() => []);
  },

  async moveAside(from, to) {
    try {
      await rename(from, to);
    } catch (error) {
      if (errorNumber(error) !== 'ENOENT') throw fileError(error, from);
    }
  },

  async removeFile(path) {
    try {
      await rm(path, { force: true });
    } catch (error) {
      throw fileError(error, path);
    }
  },

  async removeEmptyFolder(path) {
    await rmdir(path).catch(() => {});
  },

  watchFolder(path, onChange) {
    try {
      const watcher = watch(path, { persistent: false }, () => onChange());
      watcher.on('error', () => watcher.close());
      return { close: () => watcher.close() };
    } catch {
      return { close() {} };
    }
  },
};

interface ReadLimits {
  readonly maximumBytes: number;
  readonly info: Stats;
  /** What to do about a file that is too large. */
  readonly hint?: string;
}

/** The bytes of a file; of a pipe or a device, which has no size and may never end, no more than are allowed. */
async function readWithin(path: string, { maximumBytes, info, hint }: ReadLimits): Promise<Buffer> {
  // A stream takes a large buffer for each file, which a pack of many small ones feels.
  if (info.isFile() && info.size > 0) {
    const bytes = await readFile(path);
    if (bytes.length > maximumBytes) throw tooLarge(path, bytes.length, maximumBytes, hint);
    return bytes;
  }
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of createReadStream(path, { highWaterMark: 1024 * 1024 })) {
    chunks.push(chunk as Buffer);
    bytes += (chunk as Buffer).length;
    if (bytes > maximumBytes) throw tooLarge(path, bytes, maximumBytes, hint);
  }
  return Buffer.concat(chunks);
}

function tooLarge(
  path: string,
  bytes: number,
  maximumBytes: number,
  hint = 'Split the list into one file a server.',
): PegboardError {
  return new PegboardError(
    'file_too_large',
    `${path} has ${(bytes / 1024 / 1024).toFixed(1)} MiB; ${maximumBytes / 1024 / 1024} MiB is the limit.`,
    { hint, data: { path, bytes, maximumBytes } },
  );
}

/**
 * UTF-8 as text, without its byte-order mark unless it is kept. Error: `file_unreadable` for other bytes, which would be lost when
 * the file is written again.
 */
export function decodeUtf8(bytes: Buffer, path: string, keepMark: boolean): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: keepMark }).decode(bytes);
  } catch (error) {
    const isUtf16 = (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff);
    throw new PegboardError('file_unreadable', `${path} is not UTF-8 text${isUtf16 ? ' but UTF-16' : ''}.`, {
      hint: 'Save it as UTF-8 and try again.',
      data: { path },
      cause: error,
    });
  }
}

/**
 * Makes a folder and those above it. Node's own recursive way never returns where a folder is there and says that it is not
 * when something is made in it, as `/proc` does.
 */
async function makeFolders(path: string): Promise<void> {
  try {
    await makeOneFolder(path);
  } catch (error) {
    const above = dirname(path);
    if (errorNumber(error) !== 'ENOENT' || above === path) throw error;
    await makeFolders(above);
    await makeOneFolder(path);
  }
}

async function makeOneFolder(path: string): Promise<void> {
  try {
    await mkdir(path);
  } catch (error) {
    // A drive's root, or a disk that is not written to, may say something else than EEXIST of a folder that is there.
    const there = await stat(path).catch(() => null);
    if (!there?.isDirectory()) throw error;
  }
}

/** A file that is written but not yet in its place, with a copy of the one that is. */
interface StagedWrite {
  readonly path: string;
  readonly temporary: string;
  readonly backup: string | null;
  isDone: boolean;
}

/** Writes and flushes a temporary file beside its target and copies the target aside. Leaves nothing behind when it fails. */
async function stage({ path, text, mode }: FileWrite): Promise<StagedWrite> {
  const beside = (ending: string) => join(dirname(path), `.${basename(path)}.${randomUUID()}.${ending}`);
  const [temporary, copy] = [beside('tmp'), beside('old')];
  try {
    await makeFolders(dirname(path));
    const before = await lstat(path).catch(() => null);
    refuseOddTarget(path, before);
    const handle = await open(temporary, 'w', mode ?? (before ? before.mode & 0o777 : 0o666));
    try {
      await handle.writeFile(text);
      await handle.sync();
    } finally {
      await handle.close();
    }
    if (before) await copyFile(path, copy);
    return { path, temporary, backup: before ? copy : null, isDone: false };
  } catch (error) {
    for (const leftover of [temporary, copy]) await rm(leftover, { force: true }).catch(() => {});
    throw error instanceof PegboardError ? error : fileError(error, path);
  }
}

/** Replacing a link would leave the file it points to as it was, and nobody would notice. */
function refuseOddTarget(path: string, before: Stats | null): void {
  if (before?.isDirectory()) throw fileError(Object.assign(new Error('is a directory'), { code: 'EISDIR' }), path);
  if (!before?.isSymbolicLink()) return;
  throw new PegboardError('not_a_file', `${path} is a link; Pegboard does not write through links.`, {
    hint: 'Put the file itself there, or open the folder the link points to.',
    data: { path },
  });
}
