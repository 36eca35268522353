import { type UsageRecord, usageRecordSchema, usageSessionSchema } from '#shared/domain/usage.ts';
import type { UsageEntry, UsageSessionView, UsageTrafficInput } from '#shared/domain/usage-view.ts';
import type { Database } from '../../db/database.ts';
import { cut } from './bounded-record.ts';

/** Sessions that an answer lists. */
const mostSessions = 100;

/** Characters of arguments and results in a list of entries. */
const shownValue = 2000;

/** A call this long after a search has nothing to do with it, milliseconds. */
const laterMs = 10 * 60_000;

/** Calls after a search that are looked at: those of unknown tools are passed over. */
const nearCalls = 20;

const entryColumns = `requests.*, sessions.client_name, sessions.persona
  FROM requests LEFT JOIN sessions ON sessions.id = requests.session`;

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

/**
 * Requests before or after a number, as asked; the number of the last one, and the same as `next` where there are more. A row
 * that is not as it was written is left out.
 * Errors: those of SQLite.
 */
export function usageEntries(
  database: Database,
  { before, after, since, limit }: UsageTrafficInput,
): { readonly entries: UsageEntry[]; readonly last: number | null; readonly next: number | null } {
  const [sign, from, order] =
    after === undefined ? ['<', before ?? Number.MAX_SAFE_INTEGER, 'DESC'] : ['>', after, 'ASC'];
  const rows = database
    .prepare<unknown[], LogRow>(
      `SELECT ${entryColumns} WHERE requests.id ${sign} ? AND at >= ? ORDER BY requests.id ${order} LIMIT ?`,
    )
    .all(from, since === undefined ? 0 : Date.parse(since), limit + 1);
  const read = entryReader(database);
  const shown = rows.slice(0, limit);
  const last = shown.at(-1)?.id ?? null;
  const entries = shown.flatMap((row) => read(row) ?? []).map(shortened);
  return { entries, last, next: rows.length > limit ? last : null };
}

/** One request with all that is kept of it; null when it is gone. Errors: those of SQLite. */
export function usageEntry(database: Database, id: number): UsageEntry | null {
  const row = database.prepare<[number], LogRow>(`SELECT ${entryColumns} WHERE requests.id = ?`).get(id);
  return row ? entryReader(database)(row) : null;
}

/** Numbers of the oldest and the newest request; null where there is none. Errors: those of SQLite. */
export function usageRange(database: Database): { readonly oldest: number | null; readonly newest: number | null } {
  const row = database.prepare('SELECT min(id) AS oldest, max(id) AS newest FROM requests').get();
  return row as { oldest: number | null; newest: number | null };
}

interface SessionRow {
  readonly id: number;
  readonly client_name: string | null;
  readonly client_version: string | null;
  readonly pid: number;
  readonly started_at: number;
  readonly used_at: number;
  readonly ended_at: number | null;
  readonly requests: number;
}

/** Sessions, those that did not end first, then the ones used last; 100 at most. Errors: those of SQLite. */
export function usageSessions(database: Database, isRunning: (pid: number) => boolean): UsageSessionView[] {
  const rows = database
    .prepare<[number], SessionRow>(
      'SELECT * FROM sessions ORDER BY ended_at IS NOT NULL, used_at DESC, id DESC LIMIT ?',
    )
    .all(mostSessions);
  const lastList = database.prepare<[number], { at: number; tokens: number; detail: string }>(
    `SELECT at, tokens, detail FROM requests WHERE session = ? AND kind = 'list' ORDER BY id DESC LIMIT 1`,
  );
  const sessions = rows.flatMap((row): UsageSessionView[] => {
    const client = row.client_name === null ? null : { name: row.client_name, version: row.client_version ?? '' };
    const host = usageSessionSchema.safeParse({ ...row, client });
    if (!host.success) return [];
    const list = lastList.get(row.id);
    const { tools } = list ? parsedDetail(list.detail) : {};
    return [
      {
        ...host.data,
        id: row.id,
        pid: row.pid,
        started_at: isoTime(row.started_at),
        used_at: isoTime(row.used_at),
        ended_at: row.ended_at === null ? null : isoTime(row.ended_at),
        connected: row.ended_at === null && isRunning(row.pid),
        requests: row.requests,
        list:
          list && Number.isInteger(tools) ? { tools: Number(tools), tokens: list.tokens, at: isoTime(list.at) } : null,
      },
    ];
  });
  return sessions.sort((a, b) => Number(b.connected) - Number(a.connected));
}

/** Reads rows, and finds what was called after a search. */
function entryReader(database: Database): (row: LogRow) => UsageEntry | null {
  const nextCalls = database.prepare<[number, number, number], { id: number; at: number; tool: string | null }>(
    `SELECT id, at, tool FROM requests WHERE session = ? AND kind = 'call' AND id > ? ORDER BY id LIMIT ?`,
  );
  const calledLater = ({ session, id, at }: LogRow, { hits }: UsageRecord & { kind: 'search' }) => {
    const calls = nextCalls.all(session, id, nearCalls);
    const next = calls.find((call) => call.tool !== null && call.at <= at + laterMs);
    if (!next || next.tool === null || hits.some(({ name }) => name === next.tool)) return null;
    return { id: next.id, tool: next.tool };
  };
  return (row) => {
    const record = recordOf(row);
    return (
      record && {
        id: row.id,
        at: isoTime(row.at),
        session: row.session,
        client: row.client_name,
        persona: row.persona,
        record,
        called_later: record.kind === 'search' ? calledLater(row, record) : null,
      }
    );
  };
}

function recordOf(row: LogRow): UsageRecord | null {
  const read = usageRecordSchema.safeParse({ ...row, ...parsedDetail(row.detail) });
  return read.success ? read.data : null;
}

function parsedDetail(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? { ...value } : {};
  } catch {
    return {};
  }
}

function shortened(entry: UsageEntry): UsageEntry {
  const { record } = entry;
  if (record.kind !== 'call') return entry;
  const value = (text: string | null) => (text === null ? null : cut(text, shownValue));
  return { ...entry, record: { ...record, arguments: value(record.arguments), result: value(record.result) } };
}

/** A time in milliseconds since 1970 as ISO 8601; a row may hold anything. */
export function isoTime(milliseconds: number): string {
  const date = new Date(milliseconds);
  return (Number.isNaN(date.getTime()) ? new Date(0) : date).toISOString();
}
