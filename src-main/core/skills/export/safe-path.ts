import { isAbsolute, join, relative, sep } from 'node:path';
import { PegboardError } from '#shared/errors.ts';
import type { Files } from '../../files/files.ts';

/** A path inside of the target in full. One that leaves it, by `..` or by a link on the way, is refused. Error: `outside_target`. */
export async function safePath(target: string, path: string, files: Files): Promise<string> {
  const full = join(target, path);
  const inside = relative(target, await files.realPath(full));
  const leaves = inside === '' || inside === '..' || inside.startsWith(`..${sep}`) || isAbsolute(inside);
  if (!leaves && relative(target, full) === inside) return full;
  throw new PegboardError(
    'outside_target',
    `${full} leads through a link or out of the folder; nothing is written there.`,
    {
      hint: 'Remove the link, or choose another folder.',
      data: { target, path },
    },
  );
}
