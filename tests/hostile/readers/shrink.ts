import type { CaseFile } from '../campaign/area.ts';
import type { ReaderCase } from './reader.ts';

/** How long shrinking may take, milliseconds, and how often it tries. */
const patienceMs = 4000;
const mostTries = 120;

/** The files of a case with as much left out as fails in the same way: first halves, then smaller and smaller pieces. */
export async function shrink(
  one: ReaderCase,
  stillFails: (smaller: ReaderCase) => Promise<boolean>,
): Promise<readonly CaseFile[]> {
  const end = performance.now() + patienceMs;
  let files = one.files;
  let tries = 0;
  for (let at = 0; at < files.length; at++) {
    let pieces = 2;
    for (;;) {
      const file = files[at];
      if (!file || pieces > file.bytes.length || pieces > 256) break;
      const size = Math.ceil(file.bytes.length / pieces);
      let isSmaller = false;
      for (let from = 0; from < file.bytes.length; from += size) {
        if (performance.now() > end || ++tries > mostTries) return files;
        const bytes = Buffer.concat([file.bytes.subarray(0, from), file.bytes.subarray(from + size)]);
        const smaller = files.with(at, { ...file, bytes });
        if (!(await stillFails({ ...one, files: smaller }))) continue;
        files = smaller;
        isSmaller = true;
        break;
      }
      pieces = isSmaller ? Math.max(2, pieces - 1) : pieces * 2;
    }
  }
  return files;
}
