import { type UsageRecord, usageRecordSchema } from '#shared/domain/usage.ts';
import type { UsageEntry } from '#shared/domain/usage-view.ts';
import { cut } from './bounded-record.ts';

/** Characters of arguments and results in a list of entries. */
const shownValue = 2000;

/** A call this long after a search has nothing to do with it, milliseconds. */
export const laterMs = 10 * 60_000;

/** Calls after a search that are looked at: those of unknown tools are passed over. */
export const nearCalls = 20;

/** A row of the log with its session, as both stores give it. */
export interface LogRow {
  readonly id: number;
  readonly session: number;
  readonly at: number;
  readonly kind: string;
  readonly detail: string;
  readonly client_name: string | null;
  readonly persona: string | null;
}

/** A call in the session of a search. */
export interface LaterCall {
  readonly id: number;
  readonly at: number;
  readonly tool: string | null;
}

/** A row as an entry; null for one that is not as it was written. `callsAfter` gives the next calls of its session, the oldest first. */
export function entryOf(row: LogRow, callsAfter: (row: LogRow) => readonly LaterCall[]): UsageEntry | null {
  const record = recordOf(row);
  return (
    record && {
      id: row.id,
      at: isoTime(row.at),
      session: row.session,
      client: row.client_name,
      persona: row.persona,
      record,
      called_later: record.kind === 'search' ? calledLater(row, record, callsAfter(row)) : null,
    }
  );
}

/** An entry for a list. */
export function shortened(entry: UsageEntry): UsageEntry {
  const { record } = entry;
  if (record.kind !== 'call') return entry;
  const value = (text: string | null) => (text === null ? null : cut(text, shownValue));
  return { ...entry, record: { ...record, arguments: value(record.arguments), result: value(record.result) } };
}

export function parsedDetail(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? { ...value } : {};
  } catch {
    return {};
  }
}

/** A time in milliseconds since 1970 as ISO 8601; a row may hold anything. */
export function isoTime(milliseconds: number): string {
  const date = new Date(milliseconds);
  return (Number.isNaN(date.getTime()) ? new Date(0) : date).toISOString();
}

function recordOf(row: LogRow): UsageRecord | null {
  const read = usageRecordSchema.safeParse({ ...row, ...parsedDetail(row.detail) });
  return read.success ? read.data : null;
}

function calledLater(
  { at }: LogRow,
  { hits }: Extract<UsageRecord, { kind: 'search' }>,
  calls: readonly LaterCall[],
): UsageEntry['called_later'] {
  const next = calls.slice(0, nearCalls).find((call) => call.tool !== null && call.at <= at + laterMs);
  if (!next || next.tool === null || hits.some(({ name }) => name === next.tool)) return null;
  return { id: next.id, tool: next.tool };
}
