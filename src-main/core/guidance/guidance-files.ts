import { join } from 'node:path';
import { isPegboardError } from '#shared/errors.ts';
import type { Files } from '../files/files.ts';
import type { Logger } from '../logger.ts';
import { containedPath } from '../workspace/load-workspace.ts';

/** The hint of a category, or null when nobody wrote one. */
export type ReadGuidance = (category: string) => Promise<string | null>;

const maximumBytes = 16 * 1024;
/** What may be a file's name without being a path. */
const plainName = /^[\p{L}\p{N}][\p{L}\p{N}_-]{0,63}$/u;

/**
 * Reads hints when results need them: `guidance/<category>.md` of the workspace, else the one that comes with Pegboard (R17.17,
 * R17.19). An empty file of the workspace switches a hint off. One that cannot be read is left out and logged.
 */
export function guidanceOf(
  root: string,
  options: { readonly files: Files; readonly logger: Logger; readonly shipped: string | undefined },
): ReadGuidance {
  const { files, logger, shipped } = options;
  return async (category) => {
    if (!plainName.test(category)) return null;
    const path = join('guidance', `${category}.md`);
    try {
      const own = await containedPath(root, 'guidance', path, files);
      if (await files.exists(own)) return await readHint(own, files);
      const ours = shipped === undefined ? null : join(shipped, `${category}.md`);
      return ours !== null && (await files.exists(ours)) ? await readHint(ours, files) : null;
    } catch (error) {
      if (!isPegboardError(error)) throw error;
      logger.warn('A hint of a category is left out.', { category, error: error.message });
      return null;
    }
  };
}

async function readHint(path: string, files: Files): Promise<string> {
  return (await files.readText(path, { maximumBytes, regularOnly: true })).trim();
}
