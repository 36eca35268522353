import { randomUUID } from 'node:crypto';
import { watch } from 'node:fs';
import { mkdir, open, readFile, realpath, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { PegboardError } from '#shared/errors.ts';
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
  async readText(path, { maximumBytes = maximumFileBytes } = {}) {
    try {
      const info = await stat(path);
      if (info.isDirectory()) throw Object.assign(new Error('is a directory'), { code: 'EISDIR' });
      if (info.size > maximumBytes) {
        throw new PegboardError(
          'file_too_large',
          `${path} has ${(info.size / 1024 / 1024).toFixed(1)} MiB; ${maximumBytes / 1024 / 1024} MiB is the limit.`,
          { hint: 'Split the list into one file a server.', data: { path, bytes: info.size, maximumBytes } },
        );
      }
      const text = await readFile(path, 'utf8');
      return text.charCodeAt(0) === 0xfeff ? text.slice(1) : text;
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
    const temporary: string[] = [];
    try {
      for (const write of writes) temporary.push(await writeBeside(write));
      for (const [i, write] of writes.entries()) await rename(temporary[i] ?? '', write.path);
    } catch (error) {
      await Promise.all(temporary.map((path) => rm(path, { force: true })));
      throw error instanceof PegboardError ? error : fileError(error, writes[0]?.path ?? '');
    }
  },

  async makeFolder(path) {
    try {
      await mkdir(path, { recursive: true });
    } catch (error) {
      throw fileError(error, path);
    }
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

/** Writes and flushes a temporary file in the folder of its target; returns its path. Leaves nothing behind when it fails. */
async function writeBeside({ path, text, mode }: FileWrite): Promise<string> {
  const temporary = join(dirname(path), `.${basename(path)}.${randomUUID()}.tmp`);
  try {
    await mkdir(dirname(path), { recursive: true });
    const handle = await open(temporary, 'w', mode);
    try {
      await handle.writeFile(text);
      await handle.sync();
    } finally {
      await handle.close();
    }
    return temporary;
  } catch (error) {
    await rm(temporary, { force: true }).catch(() => {});
    throw fileError(error, path);
  }
}
