import { join, sep } from 'node:path';
import { PegboardError } from '#shared/errors.ts';
import type { Files } from '../../files/files.ts';

/** A file that lies on no disk: an entry of an archive, or what a page sent. */
export interface FileInMemory {
  /** Relative to the folder that it is in, with `/`. */
  readonly path: string;
  readonly bytes: Uint8Array;
  readonly executable: boolean;
}

/** Files below a folder that is not on a disk, for readers: every write is refused. Paths are full. */
export function filesInMemory(root: string, given: readonly FileInMemory[]): Files {
  const files = new Map(given.map((file) => [join(root, ...file.path.split('/')), file]));
  const folders = new Map<string, Set<string>>([[root, new Set()]]);
  for (const path of files.keys()) {
    for (let at = path; at.startsWith(`${root}${sep}`); ) {
      const end = at.lastIndexOf(sep);
      const around = at.slice(0, end);
      const names = folders.get(around) ?? new Set();
      folders.set(around, names.add(at.slice(end + 1)));
      at = around;
    }
  }
  const read = (path: string, maximumBytes: number) => {
    const file = files.get(path);
    if (!file) throw new PegboardError('file_not_found', `There is no file ${path}.`, { data: { path } });
    if (file.bytes.length <= maximumBytes) return file.bytes;
    throw new PegboardError('file_too_large', `${path} has ${file.bytes.length} bytes; ${maximumBytes} is the limit.`, {
      hint: 'Use a smaller one.',
      data: { path },
    });
  };
  const refuse = async () => {
    throw new PegboardError('folder_read_only', `${root} is not on a disk.`);
  };
  return {
    writeAll: refuse,
    makeFolder: refuse,
    moveAside: refuse,
    removeFile: refuse,
    removeEmptyFolder: refuse,
    removeStrays: async () => 0,
    isReadOnly: async () => true,
    watchFolder: () => ({ close() {} }),
    readBytes: async (path, { maximumBytes }) => read(path, maximumBytes),
    readText: async (path, { maximumBytes = Number.POSITIVE_INFINITY, keepMark = false } = {}) => {
      try {
        return new TextDecoder('utf-8', { fatal: true, ignoreBOM: keepMark }).decode(read(path, maximumBytes));
      } catch (error) {
        if (error instanceof PegboardError) throw error;
        throw new PegboardError('file_unreadable', `${path} is not UTF-8 text.`, {
          hint: 'Save it as UTF-8.',
          data: { path },
        });
      }
    },
    exists: async (path) => files.has(path) || folders.has(path),
    isDirectory: async (path) => folders.has(path),
    list: async (path) => [...(folders.get(path) ?? [])],
    realPath: async (path) => path,
    look: async (path) => {
      const file = files.get(path);
      if (file) return { kind: 'file', id: path, size: file.bytes.length, executable: file.executable };
      return folders.has(path) ? { kind: 'folder', id: path, size: 0, executable: false } : null;
    },
  };
}
