import { chmod, stat } from 'node:fs/promises';

/**
 * Takes a file away from other users of the computer, if a backup or a person opened it to them. Returns whether it was open; a disk
 * that refuses the change leaves it so.
 */
export async function closeToOthers(path: string): Promise<boolean> {
  if (process.platform === 'win32') return false;
  const { mode } = await stat(path);
  if ((mode & 0o077) === 0) return false;
  await chmod(path, 0o600).catch(() => undefined);
  return true;
}
