import { dirname, isAbsolute, join, relative, sep } from 'node:path';
import { type Finding, finding } from '#shared/domain/finding.ts';
import { PegboardError } from '#shared/errors.ts';
import { oddDatabases } from '../db/odd-files.ts';
import type { Files } from '../files/files.ts';

/** The folder of what Pegboard can make again, and the workspace that it belongs to. */
export interface CacheFolder {
  readonly root: string;
  /** In full. */
  readonly cacheDir: string;
  readonly files: Files;
}

/**
 * Makes the cache folder. One that is new keeps itself out of git, so that no file of the user's must say so (R2.04). Errors:
 * `workspace_not_found` when the folder of the workspace is gone, `config_invalid` when a link leads out of it,
 * `folder_read_only`, `disk_full`.
 */
export async function makeCacheFolder({ root, cacheDir, files }: CacheFolder): Promise<void> {
  if (!(await files.isDirectory(root))) throw workspaceGone(root);
  if (!isBelow(await files.realPath(root), await files.realPath(cacheDir))) {
    throw new PegboardError('config_invalid', `${cacheDir} is a link that leads out of the workspace.`, {
      hint: 'Remove the link. Pegboard makes the folder when it needs it.',
      data: { path: cacheDir },
    });
  }
  if (await files.exists(cacheDir)) return;
  await files.makeFolder(cacheDir);
  await files.writeAll([{ path: join(cacheDir, '.gitignore'), text: '*\n' }]);
}

export function workspaceGone(root: string): PegboardError {
  return new PegboardError('workspace_not_found', `The folder ${root} does not exist.`, {
    hint: 'Restore it to continue, or open another workspace.',
    data: { path: root },
  });
}

/**
 * A path in the cache folder in full, for what is kept there. Error: `outside_target` when a link on the way leads out of the
 * folder.
 */
export async function pathInCache({ cacheDir, files }: Omit<CacheFolder, 'root'>, ...parts: string[]): Promise<string> {
  const path = join(cacheDir, ...parts);
  if (isBelow(await files.realPath(cacheDir), await files.realPath(path))) return path;
  throw new PegboardError('outside_target', `${path} is a link that leads out of the cache folder.`, {
    hint: `Remove the link. Pegboard makes the folder ${parts[0]} when it needs it.`,
    data: { path },
  });
}

/**
 * Refuses a cache folder that cannot be made because a file is in its way. Error: `config_invalid`, which names the `field`.
 */
export async function refuseFileInTheWay(field: string, { root, cacheDir, files }: CacheFolder): Promise<void> {
  const realRoot = await files.realPath(root);
  for (let path = cacheDir; isBelow(realRoot, path) && path !== realRoot; path = dirname(path)) {
    if (!(await files.exists(path))) continue;
    if (await files.isDirectory(path)) return;
    throw new PegboardError('config_invalid', `${field}: ${relative(realRoot, path)} is a file, not a folder.`, {
      hint: 'Name an existing folder or a new one.',
      data: { field, path },
    });
  }
}

/** Whether a path is in a folder, or is that folder. Both are real paths. */
export function isBelow(folder: string, path: string): boolean {
  const inside = relative(folder, path);
  return !isAbsolute(inside) && inside !== '..' && !inside.startsWith(`..${sep}`);
}

/** Things in the cache folder in the place of a database, which are put aside when the database is opened. */
export async function cacheFindings(root: string, cacheDir: string): Promise<Finding[]> {
  const place = relative(root, cacheDir).replaceAll('\\', '/');
  return (await oddDatabases(cacheDir)).map(({ path, what }) =>
    finding('cache_file_refused', {
      message: `${place}/${path} is ${what}. Pegboard does not open it and puts it aside.`,
      path: `${place}/${path}`,
      hint: 'If the folder came with a repository, ask who put it there. You can delete the folder: Pegboard makes it again.',
    }),
  );
}
