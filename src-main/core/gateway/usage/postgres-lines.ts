import type { Postgres, PostgresClient } from '../../db/postgres/postgres.ts';
import { maskedRecord } from './bounded-record.ts';
import type { HostSession } from './host-sessions.ts';
import type { LogRow } from './read-usage.ts';
import { columns, type PendingRequest } from './write-usage.ts';

interface Lines {
  /** Names the process that writes them. */
  readonly writer: string;
  /** Number of the first request; the others follow. */
  readonly first: number;
  readonly sessions: readonly HostSession[];
  readonly requests: readonly PendingRequest[];
  readonly mask: (text: string) => string;
}

const dayMs = 24 * 60 * 60_000;

/**
 * Writes sessions and requests, all or none. What is there already is not written again. Ids are given in the order in which transactions are committed, so that a
 * reader that goes on after the last id misses nothing. Errors: those of the store.
 */
export async function writeLines(postgres: Postgres, lines: Lines): Promise<void> {
  const { writer, first, sessions, requests, mask } = lines;
  const hosts = sessions.map(({ number, host, startedAt, usedAt, endedAt }) => {
    const { client, protocol, transport, persona, mode } = host;
    const about = { client_name: client?.name, client_version: client?.version, protocol, transport, persona, mode };
    return { number, ...about, started_at: startedAt, used_at: usedAt, ended_at: endedAt };
  });
  const rows = requests.map(({ session, at, record }, i) => {
    const { tokens, ...rest } = columns(maskedRecord(record, mask));
    return { seq: first + i, number: session, at, tokens: Math.round(tokens), ...rest };
  });
  const months = [...new Set(requests.map(({ at }) => monthOf(at)))];
  await postgres.transaction(async (client) => {
    await client.query(`SELECT pg_advisory_xact_lock(hashtext('pegboard log'), hashtext(current_schema()))`);
    for (const month of months) await makeMonth(client, month);
    await client.query(
      `INSERT INTO sessions
         (writer, number, client_name, client_version, protocol, transport, persona, mode, started_at, used_at, ended_at)
       SELECT $1, given.* FROM jsonb_to_recordset($2) AS given (number int, client_name text, client_version text,
         protocol text, transport text, persona text, mode text, started_at bigint, used_at bigint, ended_at bigint)
       ON CONFLICT (writer, number) DO UPDATE SET used_at = excluded.used_at, ended_at = excluded.ended_at`,
      [writer, asJson(hosts)],
    );
    await client.query(
      `INSERT INTO requests
         (session, writer, seq, at, kind, outcome, error, elapsed_ms, tokens, source, tool, detail)
       SELECT coalesce(sessions.id, 0), $1, seq, at, kind, outcome, error, elapsed_ms, tokens, source, tool, detail
       FROM jsonb_to_recordset($2) AS given (seq bigint, number int, at bigint, kind text, outcome text, error text,
         elapsed_ms double precision, tokens int, source text, tool text, detail text)
       LEFT JOIN sessions ON sessions.writer = $1 AND sessions.number = given.number
       ORDER BY seq ON CONFLICT DO NOTHING`,
      [writer, asJson(rows)],
    );
  });
}

/** Requests after a number, the oldest first, and the name of the log. Errors: those of the store. */
export async function readLines(
  postgres: Postgres,
  after: { readonly head: string; readonly number: number },
  limit: number,
): Promise<{ readonly logId: string; readonly rows: LogRow[] }> {
  const [meta] = await postgres.rows<{ value: string }>(`SELECT value FROM meta WHERE key = 'log_id'`);
  const logId = meta?.value ?? '';
  const rows = await postgres.rows<LogRow>(
    `SELECT requests.*, sessions.client_name, sessions.persona FROM requests
     LEFT JOIN sessions ON sessions.id = requests.session WHERE requests.id > $1 ORDER BY requests.id LIMIT $2`,
    // Numbers begin again in a log that was made anew.
    [after.head === logId ? after.number : 0, limit],
  );
  return { logId, rows };
}

/**
 * Removes the months that ended more than `days` ago, and sessions that were last used before the oldest that is left. Returns the names of the months. One process
 * does it at a time; the others do nothing. Errors: those of the store.
 */
export async function dropOldMonths(
  postgres: Postgres,
  { now, days }: { readonly now: number; readonly days: number },
): Promise<string[]> {
  return postgres.transaction(async (client) => {
    const lock = `SELECT pg_try_advisory_xact_lock(hashtext('pegboard months'), hashtext(current_schema())) AS mine`;
    const { rows: locks } = await client.query<{ mine: boolean }>(lock);
    if (!locks[0]?.mine) return [];
    const { rows } = await client.query<{ name: string }>(
      `SELECT relname AS name FROM pg_inherits JOIN pg_class ON pg_class.oid = inhrelid
       WHERE inhparent = 'requests'::regclass ORDER BY 1`,
    );
    const oldest = now - days * dayMs;
    const old = rows.map(({ name }) => name).filter((name) => (endOfMonth(name) ?? Number.POSITIVE_INFINITY) <= oldest);
    for (const name of old) await client.query(`DROP TABLE ${client.escapeIdentifier(name)}`);
    await client.query('DELETE FROM sessions WHERE used_at < $1', [startOf(monthOf(oldest))]);
    return old;
  });
}

/** Makes the part of a month where it is missing. The lock of the log is held. */
async function makeMonth(client: PostgresClient, month: string): Promise<void> {
  const { rows } = await client.query<{ there: boolean }>('SELECT to_regclass($1) IS NOT NULL AS there', [month]);
  if (rows[0]?.there) return;
  const name = client.escapeIdentifier(month);
  await client.query(
    `CREATE TABLE ${name} PARTITION OF requests FOR VALUES FROM (${startOf(month)}) TO (${endOfMonth(month)})`,
  );
}

/** The part of the log that has a time, in UTC: `requests_2026_11`. */
function monthOf(at: number): string {
  return `requests_${new Date(at).toISOString().slice(0, 7).replace('-', '_')}`;
}

function startOf(month: string): number {
  const [, year = 0, number = 0] = month.split('_').map(Number);
  return Date.UTC(year, number - 1);
}

/** Null for a table that is not a month of ours. */
function endOfMonth(month: string): number | null {
  if (!/^requests_\d{4}_\d{2}$/.test(month)) return null;
  const [, year = 0, number = 0] = month.split('_').map(Number);
  return Date.UTC(year, number);
}

/** JSON that PostgreSQL takes: it has no character 0, and no half of a pair. */
function asJson(rows: readonly object[]): string {
  return JSON.stringify(rows, (_key, value: unknown) =>
    typeof value === 'string' ? value.replaceAll('\0', '\ufffd').toWellFormed() : value,
  );
}
