import { copyFile, stat, truncate } from 'node:fs/promises';

/** Empties a file in place and keeps a copy of what it held. The file stays the same file for everybody who has it open. */
export async function emptyFile(path: string, copy: string): Promise<void> {
  const { size } = await stat(path);
  if (size === 0) return;
  await copyFile(path, copy);
  await truncate(path);
}
