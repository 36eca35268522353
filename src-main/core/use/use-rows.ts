import { type UseEvent, useSearchWindowMs } from '#shared/domain/use.ts';
import type { UseFilter, UseRow, UseRows, UseSearchOutcome } from '#shared/domain/use-report.ts';
import type { Database } from '../db/database.ts';
import type { MappedName, UseNames } from './map-names.ts';

/** An event as the store has it. */
export interface StoredEvent {
  readonly id: number;
  readonly origin: UseEvent['origin'];
  readonly session: string;
  readonly at: number;
  readonly client: string | null;
  readonly persona: string | null;
  readonly kind: UseEvent['kind'];
  readonly said: string | null;
  readonly via: number;
  readonly skill: string | null;
  readonly query: string | null;
  readonly found: string | null;
  readonly ok: number | null;
  readonly ms: number | null;
  readonly tokens: number | null;
}

/** An event of the catalog as it is now, with its number. */
export type MappedEvent = UseEvent & { readonly id: number };

const dayMs = 24 * 60 * 60_000;

/** Makes what maps stored events; each name is mapped once. */
export function eventMapper({ map }: UseNames): (event: StoredEvent) => MappedEvent {
  const known = new Map<string, MappedName>();
  const mapped = (origin: UseEvent['origin'], said: string, via: boolean) => {
    const key = `${origin} ${via} ${said}`;
    const found = known.get(key) ?? map({ origin, said, via });
    known.set(key, found);
    return found;
  };
  return ({ via, ok, found, ...event }) => {
    const name = event.said === null ? null : mapped(event.origin, event.said, via === 1);
    const place = name && 'tool' in name ? name : { tool: null, source: null };
    // What our own gateway, or the search of a client, lists are names of the catalog, or of tools of the client.
    const listed = (said: string) => {
      const one = mapped(event.origin, said, via === 1);
      return 'tool' in one ? one.tool : said;
    };
    return {
      ...event,
      ...place,
      found: found === null ? null : namesOf(found).map(listed),
      ok: ok === null ? null : ok === 1,
    };
  };
}

function namesOf(json: string): readonly string[] {
  const names: unknown = JSON.parse(json);
  return Array.isArray(names) ? names.filter((name) => typeof name === 'string') : [];
}

/** Conditions of SQL with the values that they are given. */
export interface Where {
  readonly sql: string;
  readonly given: readonly (string | number)[];
}

/**
 * The scope of a filter in SQL. A call through our own gateway is in the gateway's log and in that of the client: where the scope has the
 * gateway's log, it counts there alone, from its first event on.
 */
export function scopeOf(database: Database, filter: UseFilter): Where {
  const { since, until } = timesOf(filter);
  const parts: Where[] = [{ sql: 'at >= ? AND at < ?', given: [since, until] }];
  if (filter.origins) {
    parts.push({ sql: 'origin IN (SELECT value FROM json_each(?))', given: [JSON.stringify(filter.origins)] });
  }
  if (filter.client === null) parts.push({ sql: 'client IS NULL', given: [] });
  else if (filter.client !== undefined) parts.push({ sql: 'client = ?', given: [filter.client] });
  if (!filter.origins || filter.origins.includes('gateway')) {
    const first = database.prepare("SELECT min(at) FROM events WHERE origin = 'gateway'").pluck().get();
    if (typeof first === 'number') parts.push({ sql: 'NOT (via = 1 AND at >= ?)', given: [first] });
  }
  return joined(parts);
}

export function joined(parts: readonly Where[]): Where {
  return { sql: parts.map(({ sql }) => `(${sql})`).join(' AND '), given: parts.flatMap(({ given }) => given) };
}

/** From when until when, the day included; milliseconds since 1970. */
export function timesOf({ since = 0, until = Number.MAX_SAFE_INTEGER, day }: UseFilter) {
  if (day === undefined) return { since, until };
  const start = Date.parse(`${day}T00:00:00Z`);
  return { since: Math.max(since, start), until: Math.min(until, start + dayMs) };
}

/** What came of a search: the tool that was called next, and what that says of its first result. */
export function searchOutcome(found: readonly string[] | null, called: string | null): UseSearchOutcome {
  if (found === null) return 'unknown';
  if (found.length === 0) return 'empty';
  if (called === null) return 'none';
  return called === found[0] ? 'first' : 'other';
}

/** Finds the tool that the session of a search called next, within ten minutes. */
export function calledAfter(database: Database, toEvent: (event: StoredEvent) => MappedEvent) {
  const calls = database.prepare<[string, number, number, number, number], StoredEvent>(
    `SELECT * FROM events WHERE session = ? AND kind = 'call' AND (at > ? OR (at = ? AND id > ?)) AND at <= ? ORDER BY at, id`,
  );
  return ({ session, at, id }: MappedEvent): string | null => {
    for (const call of calls.iterate(session, at, at, id, at + useSearchWindowMs)) {
      const { tool } = toEvent(call);
      if (tool !== null) return tool;
    }
    return null;
  };
}

/** The events of a filter, the newest first. Errors: those of SQLite. */
export function rowsOfUse(
  database: Database,
  names: UseNames,
  {
    filter,
    before,
    limit,
  }: { readonly filter: UseFilter; readonly before?: number | undefined; readonly limit: number },
): UseRows {
  const toEvent = eventMapper(names);
  const after = calledAfter(database, toEvent);
  const scope = joined([
    scopeOf(database, filter),
    ...conditions(database, filter, toEvent),
    ...beforeRow(database, before),
  ]);
  const rows: UseRow[] = [];
  const statement = database.prepare<unknown[], StoredEvent>(
    `SELECT * FROM events WHERE ${scope.sql} ORDER BY at DESC, id DESC`,
  );
  for (const stored of statement.iterate(...scope.given)) {
    const event = toEvent(stored);
    const called = event.kind === 'search' ? after(event) : null;
    const row = { ...event, called, search: event.kind === 'search' ? searchOutcome(event.found, called) : null };
    if (!fits(row, filter, names)) continue;
    if (rows.length === limit) return { rows, next: rows.at(-1)?.id ?? null };
    rows.push(row);
  }
  return { rows, next: null };
}

/** Whether an event is of the search outcome, the first result, the call after it, and the source that are asked for. */
export function fits(
  row: UseRow,
  filter: Pick<UseFilter, 'search' | 'first' | 'called' | 'source'>,
  { sourceOf }: UseNames,
): boolean {
  if (filter.search !== undefined && row.search !== filter.search) return false;
  if (filter.first !== undefined && (row.kind !== 'search' || row.found?.[0] !== filter.first)) return false;
  if (filter.called !== undefined && row.called !== filter.called) return false;
  if (filter.source === undefined) return true;
  const source = row.kind === 'search' && row.called !== null ? sourceOf(row.called) : row.source;
  return source === filter.source;
}

function beforeRow(database: Database, before: number | undefined): Where[] {
  if (before === undefined) return [];
  const at = database.prepare('SELECT at FROM events WHERE id = ?').pluck().get(before);
  // The row itself may be gone by now; its number still says which ones came later.
  if (typeof at !== 'number') return [{ sql: 'id < ?', given: [before] }];
  return [{ sql: 'at < ? OR (at = ? AND id < ?)', given: [at, at, before] }];
}

function conditions(database: Database, filter: UseFilter, toEvent: (event: StoredEvent) => MappedEvent): Where[] {
  const parts: Where[] = [];
  const equal = (column: string, value: string | number | undefined) => {
    if (value !== undefined) parts.push({ sql: `${column} = ?`, given: [value] });
  };
  equal('kind', filter.search === undefined ? filter.kind : 'search');
  equal('origin', filter.origin);
  equal('said', filter.said);
  equal('skill', filter.skill);
  equal('session', filter.session);
  equal('query', filter.query);
  equal('ok', filter.ok === undefined ? undefined : Number(filter.ok));
  if (filter.tool !== undefined) parts.push(callsOf(database, [filter.tool], toEvent));
  if (filter.either) parts.push(callsOf(database, filter.either, toEvent));
  if (filter.together) {
    const { together } = filter;
    const scope = scopeOf(database, filter);
    const sessions = together.map((tool) => {
      const calls = callsOf(database, [tool], toEvent);
      const where = joined([scope, calls]);
      return { sql: `session IN (SELECT session FROM events WHERE ${where.sql})`, given: where.given };
    });
    parts.push(callsOf(database, together, toEvent), ...sessions);
  }
  return parts;
}

/** Calls of some tools, by the names that logs have for them. */
function callsOf(database: Database, tools: readonly string[], toEvent: (event: StoredEvent) => MappedEvent): Where {
  const names = database
    .prepare<[], StoredEvent>(
      `SELECT *, max(id) FROM events WHERE kind = 'call' AND said IS NOT NULL GROUP BY origin, said, via`,
    )
    .all()
    .filter((event) => tools.includes(toEvent(event).tool ?? ''));
  const keys = names.map(({ origin, said, via }) => `${origin} ${via} ${said}`);
  return {
    sql: `kind = 'call' AND origin || ' ' || via || ' ' || said IN (SELECT value FROM json_each(?))`,
    given: [JSON.stringify(keys)],
  };
}
