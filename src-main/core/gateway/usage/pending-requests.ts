import type { UsageRecord } from '#shared/domain/usage.ts';
import { boundedRecord } from './bounded-record.ts';
import type { PendingRequest } from './write-usage.ts';

/** Requests, and characters of them, that wait at most; further ones are dropped. */
const mostPending = 5000;
const mostPendingCharacters = 32 * 1024 * 1024;

/** Requests that wait to be written, within bounds. */
export class PendingRequests {
  #waiting: PendingRequest[] = [];
  #characters = 0;

  get size(): number {
    return this.#waiting.length;
  }

  /** Takes a request, without its values unless they are asked for; false when there is no room. */
  add(session: number, at: number, given: UsageRecord, keepsValues: boolean): boolean {
    const record = boundedRecord(given, keepsValues);
    const characters = charactersOf(record);
    if (this.#waiting.length >= mostPending || this.#characters + characters > mostPendingCharacters) return false;
    this.#waiting.push({ session, at, record });
    this.#characters += characters;
    return true;
  }

  /** Those that wait, the oldest first; they stay. */
  first(count = mostPending): readonly PendingRequest[] {
    return this.#waiting.slice(0, count);
  }

  /** Forgets the oldest ones. */
  drop(count = this.#waiting.length): void {
    for (const { record } of this.#waiting.splice(0, count)) this.#characters -= charactersOf(record);
  }
}

function charactersOf(record: UsageRecord): number {
  const values = record.kind === 'call' ? (record.arguments?.length ?? 0) + (record.result?.length ?? 0) : 0;
  return 500 + values + (record.kind === 'search' ? record.query.length : 0);
}
