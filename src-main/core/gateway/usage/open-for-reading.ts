import { UnusableDatabase } from '../../db/open-database.ts';
import type { Files } from '../../files/files.ts';
import type { Logger } from '../../logger.ts';
import { openUsageFile, type UsageFile } from './usage-file.ts';

/** Opens the log at a path for reading; null when there is none, or when a problem keeps it closed. */
export type ReadUsage = (path: string) => Promise<{ readonly file: UsageFile | null; readonly problem: string | null }>;

/** Makes what opens logs to look at them. It makes no file. No error. */
export function usageReader(files: Files, logger: Logger): ReadUsage {
  return async (path) => {
    if (!(await files.exists(path))) return { file: null, problem: null };
    try {
      return { file: await openUsageFile({ path, files, logger }), problem: null };
    } catch (error) {
      return { file: null, problem: usageProblem(error) };
    }
  };
}

/** Why the log cannot be read, in words. */
export function usageProblem(error: unknown): string {
  if (!(error instanceof UnusableDatabase)) return error instanceof Error ? error.message : String(error);
  return error.reason === 'newer'
    ? 'The log was written by a newer Pegboard. Update this one to read it.'
    : 'The log is damaged. Pegboard sets it aside and starts a new one with the next request.';
}
