import { readdir, readlink, rename, rm, symlink } from 'node:fs/promises';

/** Makes a link to a folder, or moves it to another one in one step: whoever follows it gets one of the two. Errors: those of the system. */
export async function pointLink(link: string, target: string): Promise<void> {
  const next = `${link}.next`;
  await rm(next, { force: true });
  await symlink(target, next, 'dir');
  await rename(next, link);
}

/** The target of a link, as it is written; null where there is none. */
export async function targetOfLink(link: string): Promise<string | null> {
  return readlink(link).catch(() => null);
}

/** Removes folders of a folder with all that is in them, except those with these names. No error. */
export async function removeOtherFolders(folder: string, kept: ReadonlySet<string>): Promise<void> {
  const names = await readdir(folder).catch(() => []);
  for (const name of names) if (!kept.has(name)) await removeFolder(`${folder}/${name}`);
}

/** Removes a folder with all that is in it. No error. */
export async function removeFolder(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true }).catch(() => {});
}
