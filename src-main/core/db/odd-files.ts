import { randomUUID } from 'node:crypto';
import { basename, join } from 'node:path';
import type { FileKind } from '../files/files.ts';
// SQLite opens its files itself, so this checks the real disk.
import { nodeFiles } from '../files/node-files.ts';

/** A database and the files that SQLite keeps beside it. */
export const databaseSuffixes = ['', '-wal', '-shm', '-journal'] as const;

/** The databases of a workspace. */
const databaseNames = ['tool_cache.db', 'skills.db', 'embeddings.db', 'lock.db'] as const;

const described: Readonly<Record<Exclude<FileKind, 'file'>, string>> = {
  link: 'a link',
  shared: 'a hard link to a file elsewhere',
  folder: 'a folder',
  special: 'a pipe or a device',
};

/** The kind of thing at the path of a database that is not a file of ours. */
export interface OddFile {
  readonly path: string;
  /** What it is, in words. */
  readonly what: string;
}

/**
 * What SQLite must not open at the path of a database: it follows links, also to nothing, and writes where they lead. A
 * cloned repository can hold such a link. A file with another name elsewhere belongs to somebody else as well.
 */
async function oddFilesOf(path: string): Promise<OddFile[]> {
  const odd: OddFile[] = [];
  for (const suffix of databaseSuffixes) {
    const kind = (await nodeFiles.look(path + suffix))?.kind ?? 'file';
    if (kind !== 'file') odd.push({ path: path + suffix, what: described[kind] });
  }
  return odd;
}

/** Everything odd among the databases in a cache folder, with paths from there. */
export async function oddDatabases(cacheDir: string): Promise<OddFile[]> {
  const names = await nodeFiles.list(cacheDir);
  const present = databaseNames.filter((name) => names.some((other) => other.startsWith(name)));
  const odd = await Promise.all(present.map((name) => oddFilesOf(join(cacheDir, name))));
  return odd.flat().map(({ path, what }) => ({ path: basename(path), what }));
}

/** Moves what SQLite must not open at this path aside. Error: `folder_read_only`. */
export async function putOddFilesAside(path: string): Promise<void> {
  for (const odd of await oddFilesOf(path)) {
    const aside = `${odd.path}.refused-${randomUUID()}`;
    await nodeFiles.moveAside(odd.path, aside);
    // Another process may have put a file of ours there between the look and the move. It goes back.
    const isOurs = (await nodeFiles.look(aside))?.kind === 'file';
    if (isOurs && (await nodeFiles.look(odd.path)) === null) await nodeFiles.moveAside(aside, odd.path);
  }
}
