import type { UsageRecord, UsageSession } from '#shared/domain/usage.ts';

/**
 * Keeps what hosts do at the gateway. Nothing here ever fails or delays a request: what cannot be written is dropped, and the
 * log of the program says so once.
 */
export interface UsageLog {
  /** Begins a session, or goes on with the one of the same host that was last used within half an hour; its number. */
  begin(session: UsageSession): number;
  /** Keeps one request of a session. */
  note(session: number, record: UsageRecord): void;
  /** The host went away. */
  end(session: number): void;
  /** Writes what waits, as far as that can be done soon, and ends. */
  close(): void | Promise<void>;
}
