import type { GatewayConfig } from '#shared/domain/gateway-config.ts';
import type { UsageRecord, UsageSession } from '#shared/domain/usage.ts';
import { isPegboardError } from '#shared/errors.ts';
import { databaseError, UnusableDatabase } from '../../db/open-database.ts';
import type { Files } from '../../files/files.ts';
import { isRunning } from '../../files/temporary-files.ts';
import type { Logger } from '../../logger.ts';
import { createMasker } from '../../secrets/masker.ts';
import type { UsageLog } from '../usage-log.ts';
import { HostSessions } from './host-sessions.ts';
import { PendingRequests } from './pending-requests.ts';
import { trimUsage } from './trim-usage.ts';
import { isSameFile, openUsageFile, putDamagedAside, type UsageFile, usagePath } from './usage-file.ts';
import { writeUsage } from './write-usage.ts';

export interface UsageLogOptions {
  readonly userDataDir: string;
  /** Folder of the workspace. */
  readonly root: string;
  readonly files: Files;
  readonly logger: Logger;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** `gateway.log` as it is now; asked again at each batch. */
  readonly settings: () => GatewayConfig['log'];
  /** Hides the secrets that are known; tokens that betray themselves are hidden without it. */
  readonly mask?: (text: string) => string;
}

/** How long a batch collects, and how long it waits where another process holds the file, milliseconds. */
const batchMs = 200;
const busyMs = 1000;

/** How long the log goes without a look at its bounds, milliseconds; it looks earlier when it wrote a twentieth of its size. */
const boundsMs = 60 * 60_000;
const boundsShare = 1 / 20;

const dayMs = 24 * 60 * 60_000;
const megabyte = 1024 * 1024;

/**
 * Opens the log of a workspace in `usage.db`, in the user's own folder. Requests are written in batches; those of the last moment
 * are lost when the process is killed. No error: what cannot be written is dropped, and the logger says so once.
 */
export async function openUsageLog(options: UsageLogOptions): Promise<UsageLog> {
  const log = new SqliteUsageLog(options, await usagePath(options.userDataDir, options.root, options.files));
  if (options.settings().enabled) await log.work();
  return log;
}

class SqliteUsageLog implements UsageLog {
  readonly #options: UsageLogOptions;
  readonly #path: string;
  readonly #mask: (text: string) => string;
  readonly #sessions: HostSessions;
  readonly #warned = new Set<string>();
  readonly #pending = new PendingRequests();
  #file: UsageFile | null = null;
  #logId: string | null = null;
  #timer: NodeJS.Timeout | undefined;
  #isWorking = false;
  /** Whether there is more to write than the work that is under way saw. */
  #isAsked = false;
  #isClosed = false;
  /** A look at the bounds that is under way. */
  #trimming: Generator<void, void> | null = null;
  /** When the bounds were looked at, by which settings, and how many bytes were written since, about. */
  #looked = { at: Number.NEGATIVE_INFINITY, days: 0, max_mb: 0, bytes: 0 };

  constructor(options: UsageLogOptions, path: string) {
    this.#options = options;
    this.#path = path;
    this.#mask = options.mask ?? createMasker([]).text;
    this.#sessions = new HostSessions(options.now);
  }

  begin(session: UsageSession): number {
    const number = this.#sessions.begin(session);
    this.#soon(batchMs);
    return number;
  }

  note(session: number, record: UsageRecord): void {
    const { enabled, arguments: keepsValues } = this.#options.settings();
    if (!enabled || !this.#sessions.use(session)) return;
    if (!this.#pending.add(session, this.#options.now(), record, keepsValues)) {
      this.#warn('too_many', 'Requests come faster than the log of the gateway can write them.');
      return;
    }
    this.#soon(batchMs);
  }

  end(session: number): void {
    this.#sessions.end(session);
    this.#soon(batchMs);
  }

  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    clearTimeout(this.#timer);
    this.#sessions.endAll();
    try {
      this.#file?.database.pragma(`busy_timeout = ${busyMs}`);
      if (this.#options.settings().enabled) this.#write();
    } catch (error) {
      this.#tell(error);
    }
    this.#closeFile();
  }

  /** Opens the file, writes what waits, and looks after the bounds. No error. */
  async work(): Promise<void> {
    if (this.#isClosed || this.#isWorking) return;
    this.#isWorking = true;
    this.#isAsked = false;
    let next: number | null = null;
    try {
      next = await this.#step();
    } catch (error) {
      next = await this.#recover(error).catch((second: unknown) => {
        this.#tell(second);
        return null;
      });
    }
    this.#isWorking = false;
    if (next !== null || this.#isAsked) this.#soon(next ?? batchMs);
  }

  /** Milliseconds until there is more to do; null for nothing. */
  async #step(): Promise<number | null> {
    if (!this.#options.settings().enabled) {
      this.#pending.drop();
      return null;
    }
    await this.#openFile();
    if (this.#isClosed) return null;
    this.#write();
    return this.#lookAtBounds() ? 0 : null;
  }

  async #openFile(): Promise<void> {
    const { files, logger } = this.#options;
    // Somebody may have deleted the file, or put it aside as damaged.
    if (this.#file && !(await isSameFile(this.#file, files)) && !this.#isClosed) this.#closeFile();
    if (this.#file || this.#isClosed) return;
    const file = await openUsageFile({ path: this.#path, files, logger });
    if (this.#isClosed) file.database.close();
    else this.#file = file;
    // Rows of the file before are other sessions here.
    if (file.logId !== this.#logId) this.#sessions.forgetRows();
    this.#logId = file.logId;
  }

  /** Writes what waits where the file is open. Errors: those of SQLite; what waits stays. */
  #write(): void {
    const sessions = this.#sessions.changed();
    if (!this.#file || (sessions.length === 0 && this.#pending.size === 0)) return;
    const requests = this.#pending.first();
    this.#looked.bytes += writeUsage(this.#file.database, { sessions, requests, mask: this.#mask, pid: process.pid });
    this.#pending.drop();
  }

  /** One step of a look at the bounds; whether there are more. Errors: those of SQLite. */
  #lookAtBounds(): boolean {
    const { settings, now } = this.#options;
    const { days, max_mb } = settings();
    const { at, bytes, ...by } = this.#looked;
    const isOther = by.days !== days || by.max_mb !== max_mb;
    const isDue = isOther || now() - at > boundsMs || bytes > max_mb * megabyte * boundsShare;
    if (isDue && this.#file) {
      this.#looked = { at: now(), days, max_mb, bytes: 0 };
      this.#trimming = trimUsage(this.#file.database, {
        oldest: now() - days * dayMs,
        maximumBytes: max_mb * megabyte,
        isRunning,
      });
    }
    if (this.#trimming?.next().done) this.#trimming = null;
    return this.#trimming !== null;
  }

  /** What is done about a failure; milliseconds until the next try, null for none. */
  async #recover(error: unknown): Promise<number | null> {
    const known = databaseError(error, this.#path);
    if (this.#trimming) this.#looked.at = Number.NEGATIVE_INFINITY;
    this.#trimming = null;
    if (isPegboardError(known) && known.code === 'database_busy') return busyMs;
    const file = this.#file;
    this.#closeFile();
    if (file && known instanceof UnusableDatabase && known.reason === 'corrupt') {
      await putDamagedAside(file, this.#options);
      return 0;
    }
    this.#pending.drop();
    this.#tell(error);
    return null;
  }

  #closeFile(): void {
    try {
      this.#trimming = null;
      this.#file?.database.close();
    } catch (error) {
      this.#tell(error);
    }
    this.#file = null;
  }

  #soon(milliseconds: number): void {
    if (this.#isWorking) this.#isAsked = true;
    if (this.#isClosed || this.#isWorking || this.#timer) return;
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      void this.work();
    }, milliseconds);
    this.#timer.unref();
  }

  #tell(error: unknown): void {
    const known = databaseError(error, this.#path);
    const isNewer = known instanceof UnusableDatabase && known.reason === 'newer';
    const code = isPegboardError(known) ? known.code : known.name;
    if (isNewer)
      this.#warn('newer', 'The log of the gateway was written by a newer Pegboard; this one adds nothing to it.');
    else this.#warn(code, `The log of the gateway could not be written: ${known.message}`);
  }

  /** Says a thing once. */
  #warn(code: string, message: string): void {
    if (this.#warned.has(code)) return;
    this.#warned.add(code);
    this.#options.logger.warn(message, { path: this.#path });
  }
}
