import { type UsageRecord, usageRecordSchema } from '#shared/domain/usage.ts';
import type { Database } from '../../db/database.ts';
import { usageProblem, usageReader } from '../../gateway/usage/open-for-reading.ts';
import { usagePath } from '../../gateway/usage/usage-file.ts';
import { silentLogger } from '../../logger.ts';
import type { DatabasePage, DatabaseReader, LoggedEvent } from './use-reader.ts';

/** Rows that are read at once. */
const pageRows = 2000;

/** The log of our own gateway (docs/reference/usage-log.md), by the numbers of its requests. */
export const gatewayReader: DatabaseReader = {
  form: 'database',
  places: async ({ userDataDir, root, files }) => [await usagePath(userDataDir, root, files)],
  read: async (path, after, { files }) => {
    const { file, problem } = await usageReader(files, silentLogger)(path);
    if (!file) return problem === null ? null : { ...emptyPage, problem };
    try {
      // Numbers begin again in a log that was made anew.
      const from = after.head === file.logId ? after.number : 0;
      return { ...pageAfter(file.database, from, file.logId), head: file.logId };
    } catch (error) {
      return { ...emptyPage, problem: usageProblem(error) };
    } finally {
      file.database.close();
    }
  },
};

const emptyPage = { events: [], outcomes: [], head: '', last: 0, rows: 0, broken: 0, hasMore: false } as const;

interface Row {
  readonly id: number;
  readonly session: number;
  readonly at: number;
  readonly kind: string;
  readonly detail: string;
  readonly client_name: string | null;
  readonly persona: string | null;
}

function pageAfter(database: Database, from: number, logId: string): Omit<DatabasePage, 'head'> {
  const rows = database
    .prepare<[number, number], Row>(
      `SELECT requests.*, sessions.client_name, sessions.persona FROM requests
       LEFT JOIN sessions ON sessions.id = requests.session WHERE requests.id > ? ORDER BY requests.id LIMIT ?`,
    )
    .all(from, pageRows);
  const events: LoggedEvent[] = [];
  let broken = 0;
  for (const row of rows) {
    const record = recordOf(row);
    if (!record) broken += 1;
    else events.push(...eventsOf(row, record, logId));
  }
  const last = rows.at(-1)?.id ?? from;
  return { events, outcomes: [], last, rows: rows.length, broken, hasMore: rows.length === pageRows, problem: null };
}

function recordOf(row: Row): UsageRecord | null {
  try {
    const read = usageRecordSchema.safeParse({ ...row, ...(JSON.parse(row.detail) as object) });
    return read.success ? read.data : null;
  } catch {
    return null;
  }
}

function eventsOf(row: Row, record: UsageRecord, logId: string): LoggedEvent[] {
  const event = {
    ...{ id: `${logId}:${row.id}`, session: `${logId}:${row.session}`, at: row.at },
    ...{ client: row.client_name, persona: row.persona, skill: null, query: null, said: null, found: null },
    ok: record.outcome === 'cancelled' ? null : record.outcome === 'ok',
    ms: record.elapsed_ms,
    tokens: record.tokens,
  };
  switch (record.kind) {
    case 'search':
      return [{ ...event, kind: 'search', query: record.query, found: record.hits.map(({ name }) => name) }];
    case 'get':
      return [{ ...event, kind: 'get', found: record.names }];
    case 'call':
      return [{ ...event, kind: 'call', said: record.tool }];
    case 'resource': {
      const skill = /^skill:\/\/[^/]+\/([^/]+)\/SKILL\.md$/.exec(record.name)?.[1];
      return skill === undefined ? [] : [{ ...event, kind: 'skill', skill }];
    }
    default:
      return [];
  }
}
