import type { UsageRecord } from '#shared/domain/usage.ts';
import type { Database } from '../../db/database.ts';
import { maskedRecord } from './bounded-record.ts';
import type { HostSession } from './host-sessions.ts';

/** A request that waits to be written. */
export interface PendingRequest {
  /** Number of its session in this process. */
  readonly session: number;
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly record: UsageRecord;
}

interface Batch {
  readonly sessions: readonly HostSession[];
  readonly requests: readonly PendingRequest[];
  readonly mask: (text: string) => string;
  readonly pid: number;
}

/**
 * Writes sessions and requests, all or none; how many bytes they take, about. Sessions learn their rows. Errors: those of SQLite.
 */
export function writeUsage(database: Database, { sessions, requests, mask, pid }: Batch): number {
  const rows = new Map<number, number>();
  let bytes = 0;
  database
    .transaction(() => {
      const update = database.prepare('UPDATE sessions SET used_at = ?, ended_at = ? WHERE id = ?');
      const begin = database.prepare(
        `INSERT INTO sessions
           (client_name, client_version, protocol, transport, persona, mode, pid, started_at, used_at, ended_at)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      );
      for (const { number, host, startedAt, usedAt, endedAt, row } of sessions) {
        // The row is gone when somebody cleared the log meanwhile.
        const isThere = row !== null && update.run(usedAt, endedAt, row).changes > 0;
        const { client, protocol, transport, persona, mode } = host;
        const given = [client?.name ?? null, client?.version ?? null, protocol, transport, persona, mode];
        const inserted = () => Number(begin.run(...given, pid, startedAt, usedAt, endedAt).lastInsertRowid);
        rows.set(number, isThere ? row : inserted());
      }
      const insert = database.prepare(
        `INSERT INTO requests (session, at, kind, outcome, error, elapsed_ms, tokens, source, tool, detail)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      );
      const counted = database.prepare('UPDATE sessions SET requests = requests + 1 WHERE id = ?');
      for (const { session, at, record } of requests) {
        const row = rows.get(session);
        if (row === undefined) continue;
        const { kind, outcome, error, elapsed_ms, tokens, source, tool, detail } = columns(maskedRecord(record, mask));
        counted.run(row);
        insert.run(row, at, kind, outcome, error, elapsed_ms, Math.round(tokens), source, tool, detail);
        bytes += 100 + detail.length;
      }
    })
    .immediate();
  for (const session of sessions) Object.assign(session, { row: rows.get(session.number), isChanged: false });
  return bytes;
}

/** A record as a row: what records have in common, and the rest as JSON. `docs/reference/usage-log.md` describes it. */
export function columns({ kind, outcome, error, elapsed_ms, tokens, ...rest }: UsageRecord) {
  const { source = null, tool = null, ...detail } = { source: null, tool: null, ...rest };
  return { kind, outcome, error, elapsed_ms, tokens, source, tool, detail: JSON.stringify(detail) };
}
