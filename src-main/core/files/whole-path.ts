import { isAbsolute, resolve } from 'node:path';
import { PegboardError } from '#shared/errors.ts';

/** Refuses a relative path: a person in a window cannot see what it is relative to. Error: `usage`. */
export function wholePath(path: string): string {
  if (isAbsolute(path)) return resolve(path);
  throw new PegboardError('usage', `${path} is not an absolute path.`, {
    hint: 'Give the full path, from the root of the file system.',
  });
}
