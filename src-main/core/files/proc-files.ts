import { readdir, readFile } from 'node:fs/promises';

/** A file of Linux's `/proc`; empty where it is gone, is not ours, or the system has none. */
export async function readProcFile(path: string): Promise<string> {
  return await readFile(`/proc/${path}`, 'latin1').catch(() => '');
}

/** The names in a folder of Linux's `/proc`; none where it is gone or the system has none. */
export async function listProcFolder(path: string): Promise<readonly string[]> {
  return await readdir(`/proc/${path}`).catch(() => []);
}
