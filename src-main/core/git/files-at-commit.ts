import { basename, isAbsolute, relative, sep } from 'node:path';
import { PegboardError } from '#shared/errors.ts';
import type { Files } from '../files/files.ts';
import { decodeUtf8, maximumFileBytes } from '../files/node-files.ts';
import type { Repository } from './repository.ts';

/** A file as a commit has it. */
interface Blob {
  readonly object: string;
  readonly bytes: number;
  readonly executable: boolean;
}

export interface FilesAtCommit {
  readonly files: Files;
  /** Files that git leaves out on purpose, so that they were read as they are now; relative to the folder. */
  readonly asNow: ReadonlySet<string>;
}

/**
 * The files of a folder as a commit has them, read out of git's objects: nothing is checked out. What git ignores has no versions
 * and is what it is now; files outside of the folder too. Links of the commit are not followed; nothing can be written. Error:
 * `git_refused`.
 */
export async function filesAtCommit(
  repository: Repository,
  { folder, commit, now }: { readonly folder: string; readonly commit: string; readonly now: Files },
): Promise<FilesAtCommit> {
  const root = await now.realPath(folder);
  const tree = await readTree(repository, commit);
  const asNow = new Set<string>();
  /** The path inside the folder, with `/`; null for one outside. */
  const inside = (path: string): string | null => {
    for (const from of [root, folder]) {
      const way = relative(from, path);
      if (way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way)) return way.split(sep).join('/');
    }
    return null;
  };
  const isNow = async (path: string): Promise<boolean> => {
    const place = inside(path);
    if (place === null) return true;
    if (place === '' || tree.blobs.has(place) || tree.folders.has(place)) return false;
    if (!(await now.exists(path)) || !(await repository.ignores(path))) return false;
    asNow.add(place);
    return true;
  };
  const bytes = async (path: string, maximumBytes: number): Promise<Buffer> => {
    const place = inside(path) ?? '';
    const blob = tree.blobs.get(place);
    if (!blob) {
      throw new PegboardError('file_not_found', `There is no ${place} in commit ${commit.slice(0, 12)}.`, {
        hint: 'Links and files that are not committed do not count.',
        data: { path },
      });
    }
    if (blob.bytes > maximumBytes) {
      throw new PegboardError('file_too_large', `${path} has ${blob.bytes} bytes at that version.`, {
        hint: `At most ${maximumBytes} are read.`,
        data: { path },
      });
    }
    return repository.bytesOf(blob.object);
  };
  const refuse = (): never => {
    throw new Error('A version in git is read-only.');
  };
  const files: Files = {
    readText: async (path, options = {}) =>
      (await isNow(path))
        ? now.readText(path, options)
        : decodeUtf8(await bytes(path, options.maximumBytes ?? maximumFileBytes), path, options.keepMark ?? false),
    readBytes: async (path, options) =>
      (await isNow(path)) ? now.readBytes(path, options) : bytes(path, options.maximumBytes),
    exists: async (path) => {
      if (await isNow(path)) return now.exists(path);
      const place = inside(path) ?? '';
      return place === '' || tree.blobs.has(place) || tree.folders.has(place);
    },
    isDirectory: async (path) => {
      if (await isNow(path)) return now.isDirectory(path);
      const place = inside(path) ?? '';
      return place === '' || tree.folders.has(place);
    },
    look: async (path) => {
      if (await isNow(path)) return now.look(path);
      const place = inside(path) ?? '';
      const id = `${commit}:${place}`;
      if (place === '' || tree.folders.has(place)) return { kind: 'folder', id, size: 0, executable: false };
      const blob = tree.blobs.get(place);
      return blob ? { kind: 'file', id, size: blob.bytes, executable: blob.executable } : null;
    },
    isReadOnly: async (path) => ((await isNow(path)) ? now.isReadOnly(path) : true),
    realPath: async (path) => ((await isNow(path)) || path === folder ? now.realPath(path) : path),
    list: async (path) => {
      if (await isNow(path)) return now.list(path);
      return [...(tree.folders.get(inside(path) ?? '') ?? [])];
    },
    writeAll: refuse,
    removeStrays: refuse,
    makeFolder: refuse,
    moveAside: refuse,
    removeFile: refuse,
    removeEmptyFolder: refuse,
    watchFolder: () => ({ close: () => {} }),
  };
  return { files, asNow };
}

/** The files of a commit below the folder that git is asked in, and the names in each of its folders; '' is the folder itself. */
async function readTree(repository: Repository, commit: string) {
  const blobs = new Map<string, Blob>();
  const folders = new Map<string, Set<string>>([['', new Set()]]);
  const listed = await repository.ask('ls-tree', '-r', '-z', '-l', commit);
  for (const entry of listed.split('\0')) {
    // Regular files only: a link is 120000, a submodule 160000.
    const [, mode, object, size, path] = /^100(\d{3}) blob ([0-9a-f]+) +(\d+)\t(.+)$/s.exec(entry) ?? [];
    if (object === undefined || path === undefined) continue;
    blobs.set(path, { object, bytes: Number(size), executable: mode === '755' });
    for (let child = path; child !== ''; ) {
      const cut = child.lastIndexOf('/');
      const parent = cut < 0 ? '' : child.slice(0, cut);
      const names = folders.get(parent) ?? new Set();
      folders.set(parent, names.add(basename(child)));
      child = parent;
    }
  }
  return { blobs, folders };
}
