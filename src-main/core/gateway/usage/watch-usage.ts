import { setTimeout } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { mostUsageEntries, type UsageEvent } from '#shared/domain/usage-view.ts';
import type { Files } from '../../files/files.ts';
import { isRunning } from '../../files/temporary-files.ts';
import { type ReadUsage, usageProblem } from './open-for-reading.ts';
import { usageEntries, usageRange, usageSessions } from './read-usage.ts';
import { isSameFile, type UsageFile } from './usage-file.ts';

/** How often the file is looked at while somebody watches, milliseconds. */
const pollMs = 250;

interface WatchOptions {
  /** The current place of the log of the open workspace; null while no workspace is open. */
  readonly path: () => Promise<string | null>;
  readonly read: ReadUsage;
  readonly files: Files;
  /** Entries of the first event. */
  readonly limit: number;
  readonly signal: AbortSignal | undefined;
}

/** The result of one look at the file. */
interface Seen {
  readonly event: UsageEvent;
  /** Changes whenever somebody writes to the file. */
  readonly version: number | null;
  /** Number of the last request that was given. */
  readonly last: number;
  /** Whether there are requests after that one. */
  readonly hasMore: boolean;
}

/** The newest entries of the log, then those that come, until aborted. It follows the file, and a file that takes its place. */
export async function* watchUsage(options: WatchOptions): AsyncGenerator<UsageEvent, void> {
  const { read, files, signal } = options;
  let file: UsageFile | null = null;
  let seen = null as Seen | null;
  try {
    while (!signal?.aborted) {
      const path = await options.path();
      if (file && (file.path !== path || !(await isSameFile(file, files)))) {
        file.database.close();
        file = null;
        seen = seen && { ...seen, version: null };
      }
      let problem: string | null = null;
      if (!file && path !== null) ({ file, problem } = await read(path));
      const next: Seen = file ? look(file, seen, options.limit) : nothing(problem);
      if (!seen || !isDeepStrictEqual(next.event, { ...seen.event, entries: [] })) yield next.event;
      seen = next;
      if (!next.hasMore) await setTimeout(pollMs, undefined, { signal }).catch(() => {});
    }
  } finally {
    file?.database.close();
  }
}

/** What is new in the file since the last look. A failure is reported; the next look may succeed. */
function look({ database, logId }: UsageFile, before: Seen | null, limit: number): Seen {
  try {
    const version = Number(database.pragma('data_version', { simple: true }));
    const seen = before?.event.log === logId ? before : null;
    // A process that was killed writes nothing.
    const isQuiet = ({ event, hasMore }: Seen) =>
      !hasMore && event.sessions.every(({ connected, pid }) => !connected || isRunning(pid));
    if (seen?.version === version && isQuiet(seen)) return { ...seen, event: { ...seen.event, entries: [] } };
    return database.transaction((): Seen => {
      const page = usageEntries(database, seen ? { after: seen.last, limit: mostUsageEntries } : { limit });
      const { oldest, newest } = usageRange(database);
      const entries = seen ? page.entries : page.entries.reverse();
      const event = { log: logId, problem: null, oldest, sessions: usageSessions(database, isRunning), entries };
      if (!seen) return { event, version, last: newest ?? 0, hasMore: false };
      return { event, version, last: page.last ?? seen.last, hasMore: page.next !== null };
    })();
  } catch (error) {
    return nothing(usageProblem(error));
  }
}

function nothing(problem: string | null): Seen {
  return {
    event: { log: null, problem, oldest: null, sessions: [], entries: [] },
    version: null,
    last: 0,
    hasMore: false,
  };
}
