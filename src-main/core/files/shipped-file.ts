import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

/** Finds files by the `imports` of our own package.json, wherever this code lies: in the clone, the built app or its archive. */
const here = createRequire(import.meta.url);

/** A file of `understanding/`, which comes with Pegboard. Read at once: a search needs it and does not wait. */
export function readShippedFile(path: string): Buffer {
  return readFileSync(here.resolve(`#understanding/${path}`));
}
