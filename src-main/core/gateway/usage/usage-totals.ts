import type { UsageNamedTotal, UsageTotals } from '#shared/domain/usage-view.ts';
import type { Database } from '../../db/database.ts';
import { isoTime } from './log-entry.ts';

/** Names that are summed up one by one. */
export const mostNames = 50;

/** The sums of a group, for both stores. */
export const sums = `count(*) AS requests, count(*) FILTER (WHERE outcome NOT IN ('ok', 'cancelled')) AS failed,
  coalesce(sum(tokens), 0) AS tokens, coalesce(avg(elapsed_ms), 0) AS mean_ms`;

/** Sums of the requests from a time on, milliseconds since 1970. Errors: those of SQLite. */
export function usageTotals(database: Database, since: number): UsageTotals {
  const by = (name: string, where = '') =>
    database
      .prepare<[number, number], UsageNamedTotal>(
        `SELECT ${name} AS name, ${sums} FROM requests LEFT JOIN sessions ON sessions.id = requests.session
         WHERE at >= ? ${where} GROUP BY 1 ORDER BY requests DESC, name LIMIT ?`,
      )
      .all(since, mostNames);
  const all = database.prepare(`SELECT ${sums} FROM requests WHERE at >= ?`).get(since);
  return {
    since: isoTime(since),
    ...(all as Omit<UsageNamedTotal, 'name'>),
    kinds: by('kind'),
    tools: by('tool', 'AND tool IS NOT NULL'),
    sources: by('source', 'AND source IS NOT NULL'),
    clients: by('client_name'),
  };
}

/** The sums of a log that is not there. */
export function noTotals(since: number): UsageTotals {
  const lists = { kinds: [], tools: [], sources: [], clients: [] };
  return { since: isoTime(since), requests: 0, failed: 0, tokens: 0, mean_ms: 0, ...lists };
}
