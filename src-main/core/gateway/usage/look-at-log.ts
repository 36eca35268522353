import type { Database } from '../../db/database.ts';
import { databaseError, UnusableDatabase } from '../../db/open-database.ts';
import type { Files } from '../../files/files.ts';
import type { Logger } from '../../logger.ts';
import type { LogReading } from './log-reading.ts';
import { usageProblem, usageReader } from './open-for-reading.ts';
import { usageEntries } from './read-usage.ts';
import { putDamagedAside } from './usage-file.ts';
import { noTotals, usageTotals } from './usage-totals.ts';

/** The result of reading the log; `result` is null when there is no log or a problem prevented reading it. */
interface Look<Result> {
  readonly log: string | null;
  readonly problem: string | null;
  readonly result: Result | null;
}

interface LookParts {
  readonly files: Files;
  readonly logger: Logger;
}

/** Opens the log at a path, reads, and closes it. A damaged file is put aside. */
export async function lookAtLog<Result>(
  path: string,
  work: (database: Database) => Result,
  { files, logger }: LookParts,
): Promise<Look<Result>> {
  const { file, problem } = await usageReader(files, logger)(path);
  if (!file) return { log: null, problem, result: null };
  try {
    return { log: file.logId, problem: null, result: work(file.database) };
  } catch (error) {
    const known = databaseError(error, path);
    file.database.close();
    if (known instanceof UnusableDatabase) await putDamagedAside(file, { files, logger });
    return { log: null, problem: usageProblem(known), result: null };
  } finally {
    file.database.close();
  }
}

/** Reads the log at a path, which is asked for each time. */
export function fileReading(path: () => Promise<string>, parts: LookParts): LogReading {
  return {
    traffic: async (input) => {
      const { result, ...state } = await lookAtLog(await path(), (database) => usageEntries(database, input), parts);
      return { ...state, entries: result?.entries ?? [], next: result?.next ?? null };
    },
    totals: async ({ since }) => {
      const from = Date.parse(since);
      const { result } = await lookAtLog(await path(), (database) => usageTotals(database, from), parts);
      return result ?? noTotals(from);
    },
  };
}
