import { join, posix } from 'node:path';
import type { Files } from './files.ts';

/** Folders inside each other, and entries that are looked at. */
const limits = { depth: 5, entries: 20_000 } as const;

/**
 * Paths of the files below a folder whose name is wanted, in the order of their letters, and of the folders that were looked into. Both begin
 * at the folder, which itself is ''. What lies deeper than five folders, or after 20,000 entries, is left out.
 */
export async function pathsBelow(
  root: string,
  files: Pick<Files, 'list' | 'look'>,
  isWanted: (name: string) => boolean,
): Promise<{ readonly paths: readonly string[]; readonly folders: readonly string[] }> {
  const paths: string[] = [];
  const folders: string[] = [];
  let seen = 0;
  const look = async (folder: string, depth: number): Promise<void> => {
    folders.push(folder);
    for (const name of [...(await files.list(join(root, folder)))].sort()) {
      seen += 1;
      if (seen > limits.entries) return;
      const path = posix.join(folder, name);
      if (isWanted(name)) paths.push(path);
      else if (depth < limits.depth && (await files.look(join(root, path)))?.kind === 'folder') {
        await look(path, depth + 1);
      }
    }
  };
  await look('', 1);
  return { paths: paths.sort(), folders };
}
