import { dirname, join } from 'node:path';
import type { Files } from '../../files/files.ts';
import type { PackFolder } from './pack-folder.ts';

/**
 * The path, or with `-2`, `-3` … the first that is free in the folder of a pack; upper and lower case count as the same, as
 * on the disks of most people.
 */
export async function unusedFileName({ folder }: PackFolder, path: string, files: Files): Promise<string> {
  const [first = '', ...rest] = path.split('/');
  const names = await files.list(dirname(join(folder, first)));
  const taken = new Set(names.map((name) => name.toLowerCase()));
  const [, stem = first, ending = ''] = /^(.*?)(\.skill\.\w+)?$/.exec(first) ?? [];
  let free = first;
  for (let n = 2; taken.has(free.toLowerCase()); n++) free = `${stem}-${n}${ending}`;
  return [free, ...rest].join('/');
}
