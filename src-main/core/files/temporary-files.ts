import { randomUUID } from 'node:crypto';
import { readdir, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';

/** Hidden files that a write needs for a moment. The number is the process that made it. */
const pattern = /^\..+\.(\d{1,10})-[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}\.(?:tmp|old)$/s;

/** Files and folders that one sweep looks at, about. */
const maximumEntries = 20_000;

/** The temporary files of this process that are in use. */
const inUse = new Set<string>();

/** A free name for a temporary file beside a file. It is in use until `release`. */
export function temporaryBeside(path: string, ending: 'tmp' | 'old'): string {
  const temporary = join(dirname(path), `.${basename(path)}.${process.pid}-${randomUUID()}.${ending}`);
  inUse.add(temporary);
  return temporary;
}

/** Removes temporary files, and forgets that they are in use. */
export async function release(temporaries: readonly string[]): Promise<void> {
  for (const path of temporaries) {
    await rm(path, { force: true }).catch(() => {});
    inUse.delete(path);
  }
}

/** Whether a name is that of a new text that waits beside the file of another name. */
export function isTemporaryOf(name: string, file: string): boolean {
  return name.startsWith(`.${file}.`) && name.endsWith('.tmp') && pattern.test(name);
}

/**
 * Removes the temporary files that killed processes left in a folder and, with `deep`, below it. Files of processes that
 * run stay, and links are not followed. Returns how many it removed. No error.
 */
export async function removeStrays(folder: string, { deep }: { readonly deep: boolean }): Promise<number> {
  let [removed, seen] = [0, 0];
  const waiting = [folder];
  for (let next = waiting.pop(); next !== undefined && seen < maximumEntries; next = waiting.pop()) {
    const entries = await readdir(next, { withFileTypes: true }).catch(() => []);
    seen += entries.length;
    for (const entry of entries) {
      const path = join(next, entry.name);
      if (entry.isDirectory() && deep && entry.name !== 'node_modules' && entry.name !== '.git') waiting.push(path);
      if (entry.isFile() && isStray(entry.name, path) && (await isRemoved(path))) removed++;
    }
  }
  return removed;
}

function isRemoved(path: string): Promise<boolean> {
  return rm(path).then(
    () => true,
    () => false,
  );
}

function isStray(name: string, path: string): boolean {
  const writer = Number(pattern.exec(name)?.[1] ?? Number.NaN);
  if (Number.isNaN(writer)) return false;
  return writer === process.pid ? !inUse.has(path) : !isRunning(writer);
}

/** Whether a process of this computer runs. One of another user does, too. */
export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
