import { type BigIntStats, createReadStream, type Stats, watch } from 'node:fs';
import { lstat, readdir, readFile, readlink, realpath, rename, rm, rmdir, stat } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { PegboardError } from '#shared/errors.ts';
import { decodeUtf16 } from '#shared/utf16.ts';
import { errorNumber, fileError, readError } from './file-error.ts';
import type { FileKind, Files } from './files.ts';
import { makeFolders } from './make-folders.ts';
import { removeStrays } from './temporary-files.ts';
import { writeAllFiles } from './write-all.ts';

/** Largest captured file that is read: 32 MiB, about 20,000 real tools. */
export const maximumFileBytes = 32 * 1024 * 1024;

/** The real file system. */
export const nodeFiles: Files = {
  async readText(path, { maximumBytes = maximumFileBytes, regularOnly = true, keepMark = false, utf16 = false } = {}) {
    try {
      const info = await stat(path);
      if (info.isDirectory()) throw Object.assign(new Error('is a directory'), { code: 'EISDIR' });
      if (regularOnly && !info.isFile()) {
        throw new PegboardError('not_a_file', `${path} is a pipe or a device, not a file.`, {
          hint: 'Put a file in its place.',
          data: { path },
        });
      }
      if (info.size > maximumBytes) throw tooLarge({ path, bytes: info.size, maximumBytes });
      const bytes = await readWithin(path, { maximumBytes, info });
      return (utf16 ? decodeUtf16(bytes) : null) ?? decodeUtf8(bytes, path, keepMark);
    } catch (error) {
      throw error instanceof PegboardError ? error : readError(error, path);
    }
  },

  async readBytes(path, { maximumBytes }) {
    try {
      const info = await stat(path);
      if (!info.isFile()) {
        throw new PegboardError('not_a_file', `${path} is not a regular file.`, { data: { path } });
      }
      if (info.size > maximumBytes)
        throw tooLarge({ path, bytes: info.size, maximumBytes, hint: 'Use a smaller one.' });
      return await readWithin(path, { maximumBytes, info, hint: 'Use a smaller one.' });
    } catch (error) {
      throw error instanceof PegboardError ? error : readError(error, path);
    }
  },

  async exists(path) {
    return (await stat(path).catch(() => null)) !== null;
  },

  async look(path) {
    // As bigint: the ids of some disks do not fit into a number.
    const info = await lstat(path, { bigint: true }).catch(() => null);
    return (
      info && {
        kind: kindOf(info),
        id: `${info.dev}:${info.ino}`,
        size: Number(info.size),
        executable: info.isFile() && (info.mode & 0o100n) !== 0n,
      }
    );
  },

  async isDirectory(path) {
    return (await stat(path).catch(() => null))?.isDirectory() ?? false;
  },

  async isReadOnly(path) {
    const info = await stat(path).catch(() => null);
    return info !== null && (info.mode & 0o222) === 0;
  },

  async realPath(path) {
    return realPathOf(path, { linksLeft: maximumLinks });
  },

  writeAll: (writes, { onReady } = {}) => writeAllFiles(writes, onReady),

  makeFolder: (path, { mode } = {}) => makeFolders(path, mode),

  removeStrays: (folder, options) => removeStrays(folder, options),

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
  readonly hint?: string | undefined;
}

/** The bytes of a file; of a pipe or a device, which has no size and may never end, no more than are allowed. */
async function readWithin(path: string, { maximumBytes, info, hint }: ReadLimits): Promise<Buffer> {
  // A stream takes a large buffer for each file, which a pack of many small ones feels.
  if (info.isFile() && info.size > 0) {
    const bytes = await readFile(path);
    if (bytes.length > maximumBytes) throw tooLarge({ path, bytes: bytes.length, maximumBytes, hint });
    return bytes;
  }
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of createReadStream(path, { highWaterMark: 1024 * 1024 })) {
    chunks.push(chunk as Buffer);
    bytes += (chunk as Buffer).length;
    if (bytes > maximumBytes) throw tooLarge({ path, bytes, maximumBytes, hint });
  }
  return Buffer.concat(chunks);
}

interface TooLarge {
  readonly path: string;
  readonly bytes: number;
  readonly maximumBytes: number;
  readonly hint?: string | undefined;
}

/** The error for a file with more bytes than are read. */
export function tooLarge({
  path,
  bytes,
  maximumBytes,
  hint = 'Split the list into one file per server.',
}: TooLarge): PegboardError {
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

/** Links that a path may go through, one after the other; a system allows about as many. */
const maximumLinks = 40;

/** The path without links. A link to nothing leads to its target, where a later file would be. */
async function realPathOf(path: string, budget: { linksLeft: number }): Promise<string> {
  try {
    return await realpath(path);
  } catch {
    const parent = dirname(path);
    if (parent === path) return path;
    const real = join(await realPathOf(parent, budget), basename(path));
    const link = await readlink(real).catch(() => null);
    return link === null || budget.linksLeft-- <= 0 ? real : realPathOf(resolve(dirname(real), link), budget);
  }
}

function kindOf(info: BigIntStats): FileKind {
  if (info.isSymbolicLink()) return 'link';
  if (info.isDirectory()) return 'folder';
  if (!info.isFile()) return 'special';
  return info.nlink > 1n ? 'shared' : 'file';
}
