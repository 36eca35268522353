import { type UsageRecord, usageRecordSchema } from '#shared/domain/usage.ts';
import type { Database } from '../../db/database.ts';
import { usageProblem, usageReader } from '../../gateway/usage/open-for-reading.ts';
import type { LogRow } from '../../gateway/usage/read-usage.ts';
import { usagePath } from '../../gateway/usage/usage-file.ts';
import { silentLogger } from '../../logger.ts';
import type { DatabasePage, DatabaseReader, LoggedEvent, UseReadContext } from './use-reader.ts';

/** Rows that are read at once. */
const pageRows = 2000;

/**
 * The log of our own gateway (docs/reference/usage-log.md), by the numbers of its requests: a file, or the PostgreSQL that the settings of a server
 * name.
 */
export const gatewayReader: DatabaseReader = {
  form: 'database',
  places: async ({ userDataDir, root, files }) => [await usagePath(userDataDir, root, files)],
  read: async (path, after, context) => {
    if (/\.ya?ml$/i.test(path)) return postgresPage(path, after, context);
    const { files } = context;
    const { file, problem } = await usageReader(files, silentLogger)(path);
    if (!file) return problem === null ? null : { ...emptyPage, problem };
    try {
      // Numbers begin again in a log that was made anew.
      const from = after.head === file.logId ? after.number : 0;
      return pageOf(rowsAfter(file.database, from), from, file.logId);
    } catch (error) {
      return { ...emptyPage, problem: usageProblem(error) };
    } finally {
      file.database.close();
    }
  },
};

const emptyPage = { events: [], outcomes: [], head: '', last: 0, rows: 0, broken: 0, hasMore: false } as const;

async function postgresPage(
  path: string,
  after: { readonly head: string; readonly number: number },
  { files, machine }: UseReadContext,
): Promise<DatabasePage> {
  try {
    // Loaded when somebody names such a log: no other command needs PostgreSQL.
    const { readStoredLog } = await import('../../gateway/store/read-stored-log.ts');
    const { logId, rows } = await readStoredLog({ path, files, env: machine?.env ?? {} }, after, pageRows);
    return pageOf(rows, after.head === logId ? after.number : 0, logId);
  } catch (error) {
    return { ...emptyPage, problem: usageProblem(error) };
  }
}

function rowsAfter(database: Database, from: number): LogRow[] {
  return database
    .prepare<[number, number], LogRow>(
      `SELECT requests.*, sessions.client_name, sessions.persona FROM requests
       LEFT JOIN sessions ON sessions.id = requests.session WHERE requests.id > ? ORDER BY requests.id LIMIT ?`,
    )
    .all(from, pageRows);
}

function pageOf(rows: readonly LogRow[], from: number, logId: string): DatabasePage {
  const events: LoggedEvent[] = [];
  let broken = 0;
  for (const row of rows) {
    const record = recordOf(row);
    if (!record) broken += 1;
    else events.push(...eventsOf(row, record, logId));
  }
  const last = rows.at(-1)?.id ?? from;
  const hasMore = rows.length === pageRows;
  return { events, outcomes: [], head: logId, last, rows: rows.length, broken, hasMore, problem: null };
}

function recordOf(row: LogRow): UsageRecord | null {
  try {
    const read = usageRecordSchema.safeParse({ ...row, ...(JSON.parse(row.detail) as object) });
    return read.success ? read.data : null;
  } catch {
    return null;
  }
}

function eventsOf(row: LogRow, record: UsageRecord, logId: string): LoggedEvent[] {
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
