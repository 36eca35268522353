import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { UsageRecord, UsageSession } from '#shared/domain/usage.ts';
import type { Postgres } from '../../db/postgres/postgres.ts';
import { isAboutValues } from '../../db/postgres/postgres-error.ts';
import { createMasker } from '../../secrets/masker.ts';
import type { UsageLog } from '../usage-log.ts';
import { HostSessions } from './host-sessions.ts';
import type { UsageLogOptions } from './open-usage-log.ts';
import { PendingRequests } from './pending-requests.ts';
import { dropOldMonths, writeLines } from './postgres-lines.ts';

/** How long a batch collects, milliseconds, and how many requests it has at most. */
const batchMs = 200;
const batchSize = 500;

/** The pause after a batch that could not be written, milliseconds; it doubles up to the second figure. */
const pauseMs = [500, 5000] as const;

/** How long the end waits for a store that does not answer, milliseconds. */
const closeMs = 10_000;

/** How often old months are looked for, milliseconds. */
const monthsMs = 60 * 60_000;

/** What became of the requests of this process. */
export interface UsageLogFigures {
  readonly waiting: number;
  readonly written: number;
  readonly dropped: number;
}

/**
 * The log of a gateway in PostgreSQL, which all its processes share. Requests are written in batches. While the store does not answer they wait
 * within bounds; what finds no room is dropped, counted and told. A line that is sent twice, since the answer to the first time was lost, is kept once.
 */
export class PostgresUsageLog implements UsageLog {
  readonly #postgres: Postgres;
  readonly #options: Omit<UsageLogOptions, 'userDataDir' | 'root' | 'files'>;
  readonly #mask: (text: string) => string;
  readonly #sessions: HostSessions;
  readonly #pending = new PendingRequests();
  /** Names the lines of this process. */
  readonly #writer = randomUUID();
  #written = 0;
  #dropped = 0;
  /** Requests that were taken from those that wait: the number of the next one. */
  #taken = 0;
  #working: Promise<void> | null = null;
  #timer: NodeJS.Timeout | undefined;
  #isClosed = false;
  #pause = 0;
  #isFull = false;
  #monthsAt = Number.NEGATIVE_INFINITY;

  constructor(postgres: Postgres, options: Omit<UsageLogOptions, 'userDataDir' | 'root' | 'files'>) {
    this.#postgres = postgres;
    this.#options = options;
    this.#mask = options.mask ?? createMasker([]).text;
    this.#sessions = new HostSessions(options.now);
    this.#soon(0);
  }

  begin(session: UsageSession): number {
    const number = this.#sessions.begin(session);
    this.#soon(batchMs);
    return number;
  }

  note(session: number, record: UsageRecord): void {
    const { enabled, arguments: keepsValues } = this.#options.settings();
    if (!enabled || !this.#sessions.use(session)) return;
    if (this.#pending.add(session, this.#options.now(), record, keepsValues)) this.#soon(batchMs);
    else this.#lose();
  }

  end(session: number): void {
    this.#sessions.end(session);
    this.#soon(batchMs);
  }

  figures(): UsageLogFigures {
    return { waiting: this.#pending.size, written: this.#written, dropped: this.#dropped };
  }

  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    clearTimeout(this.#timer);
    this.#sessions.endAll();
    const until = performance.now() + closeMs;
    while (performance.now() < until) {
      await this.#work();
      if (this.#pending.size === 0 && this.#pause === 0) return;
      await wait(Math.max(this.#pause, 1));
    }
    const lost = this.#pending.size;
    if (lost > 0) this.#options.logger.error('The gateway ends before its log was written.', { lost });
  }

  #soon(milliseconds: number): void {
    if (this.#isClosed || this.#timer || this.#working) return;
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      void this.#work();
    }, milliseconds);
    this.#timer.unref();
  }

  /** Writes what waits; one at a time. No error. */
  async #work(): Promise<void> {
    if (this.#working) return this.#working;
    this.#working = this.#step();
    await this.#working;
    this.#working = null;
    if (this.#pause > 0) this.#soon(this.#pause);
    else if (this.#pending.size > 0 || this.#sessions.changed().length > 0) this.#soon(batchMs);
  }

  async #step(): Promise<void> {
    const { settings, now, logger } = this.#options;
    if (!settings().enabled) {
      this.#forget(this.#pending.size);
      this.#pause = 0;
      return;
    }
    try {
      while (this.#pending.size > 0 || this.#sessions.changed().length > 0) await this.#writeBatch();
      if (this.#pause > 0) logger.info('The log of the gateway is written again.', { written: this.#written });
      this.#pause = 0;
      this.#isFull = false;
      if (now() - this.#monthsAt < monthsMs) return;
      this.#monthsAt = now();
      const months = await dropOldMonths(this.#postgres, { now: now(), days: settings().days });
      if (months.length > 0) logger.info('Old months of the log were removed.', { months });
    } catch (error) {
      if (this.#pause === 0) {
        const waiting = this.#pending.size;
        logger.error('The log of the gateway cannot be written; requests wait.', { error: String(error), waiting });
      }
      this.#pause = Math.min(Math.max(this.#pause * 2, pauseMs[0]), pauseMs[1]);
    }
  }

  /** Errors: those of the store; what waits stays, unless the store refuses its values. */
  async #writeBatch(): Promise<void> {
    const sessions = this.#sessions.changed();
    const requests = this.#pending.first(batchSize);
    const batch = { writer: this.#writer, first: this.#taken, sessions, requests, mask: this.#mask };
    // A session that is used while this is written has changed again.
    for (const session of sessions) session.isChanged = false;
    try {
      await writeLines(this.#postgres, batch);
      this.#written += requests.length;
    } catch (error) {
      for (const session of sessions) session.isChanged = true;
      if (requests.length === 0 || !(error instanceof Error) || !isAboutValues(error.cause)) throw error;
      this.#dropped += requests.length;
      this.#options.logger.error('The store refuses a batch of the log.', {
        error: error.message,
        lost: requests.length,
      });
    }
    this.#forget(requests.length);
  }

  #forget(count: number): void {
    this.#pending.drop(count);
    this.#taken += count;
  }

  #lose(): void {
    this.#dropped++;
    if (!this.#isFull) this.#options.logger.error('The log of the gateway loses requests: too many wait.');
    this.#isFull = true;
  }
}
