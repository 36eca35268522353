import type { UsageEntry, UsageNamedTotal, UsageTotals, UsageTraffic } from '#shared/domain/usage-view.ts';
import type { Postgres } from '../../db/postgres/postgres.ts';
import { entryOf, isoTime, type LaterCall, type LogRow, laterMs, shortened } from './log-entry.ts';
import type { LogReading } from './log-reading.ts';
import { mostNames, sums } from './usage-totals.ts';

/** Calls that are looked at for what was called after the searches of a page. */
const mostCalls = 5000;

/** Reads the log that the processes of a gateway server share, as `gatewayService` reads that of a file. Errors: those of the store. */
export function postgresReading(postgres: Postgres): LogReading {
  return {
    traffic: async ({ before, after, since, limit }): Promise<UsageTraffic> => {
      const [meta] = await postgres.rows<{ value: string }>(`SELECT value FROM meta WHERE key = 'log_id'`);
      const [sign, from, order] =
        after === undefined ? ['<', before ?? Number.MAX_SAFE_INTEGER, 'DESC'] : ['>', after, 'ASC'];
      const rows = await postgres.rows<LogRow>(
        `SELECT requests.*, sessions.client_name, sessions.persona
         FROM requests LEFT JOIN sessions ON sessions.id = requests.session
         WHERE requests.id ${sign} $1 AND at >= $2 ORDER BY requests.id ${order} LIMIT $3`,
        [from, since === undefined ? 0 : Date.parse(since), limit + 1],
      );
      const shown = rows.slice(0, limit);
      const callsAfter = await laterCalls(postgres, shown);
      const entries = shown.flatMap((row): UsageEntry[] => {
        const entry = entryOf(row, callsAfter);
        return entry ? [shortened(entry)] : [];
      });
      const last = shown.at(-1)?.id ?? null;
      return { log: meta?.value ?? null, problem: null, entries, next: rows.length > limit ? last : null };
    },
    totals: async ({ since }): Promise<UsageTotals> => {
      const from = Date.parse(since);
      const by = (name: string, where = '') =>
        postgres.rows<UsageNamedTotal>(
          `SELECT ${name} AS name, ${sums} FROM requests LEFT JOIN sessions ON sessions.id = requests.session
           WHERE at >= $1 ${where} GROUP BY 1 ORDER BY requests DESC, name NULLS FIRST LIMIT ${mostNames}`,
          [from],
        );
      const [all] = await postgres.rows<Omit<UsageNamedTotal, 'name'>>(`SELECT ${sums} FROM requests WHERE at >= $1`, [
        from,
      ]);
      return {
        since: isoTime(from),
        ...(all ?? { requests: 0, failed: 0, tokens: 0, mean_ms: 0 }),
        kinds: await by('kind'),
        tools: await by('tool', 'AND tool IS NOT NULL'),
        sources: await by('source', 'AND source IS NOT NULL'),
        clients: await by('client_name'),
      };
    },
  };
}

/** The calls after each search of a page. One statement: a search each would read the same part of a busy log again and again. */
async function laterCalls(postgres: Postgres, rows: readonly LogRow[]): Promise<(row: LogRow) => readonly LaterCall[]> {
  const searches = rows.filter(({ kind }) => kind === 'search');
  if (searches.length === 0) return () => [];
  const times = searches.map(({ at }) => at);
  const found = await postgres.rows<LaterCall & { readonly session: number }>(
    `SELECT id, session, at, tool FROM requests
     WHERE id > $1 AND at BETWEEN $2 AND $3 AND session = ANY($4) AND kind = 'call' ORDER BY id LIMIT ${mostCalls}`,
    [
      Math.min(...searches.map(({ id }) => id)),
      // A clock that was set back must not hide a call.
      Math.min(...times) - laterMs,
      Math.max(...times) + laterMs,
      [...new Set(searches.map(({ session }) => session))],
    ],
  );
  const bySession = Map.groupBy(found, ({ session }) => session);
  return ({ session, id }) => (bySession.get(session) ?? []).filter((call) => call.id > id);
}
