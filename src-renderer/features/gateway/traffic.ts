import type { UsageOutcome, UsageRecord } from '#shared/domain/usage.ts';
import type {
  GatewayStatus,
  UsageEntry,
  UsageEvent,
  UsageSessionView,
  UsageTraffic,
} from '#shared/domain/usage-view.ts';
import { strings } from '../../strings/gateway.ts';

/** The part of the log that the screen keeps: the connected clients, and the latest requests, newest first. */
export interface LiveTraffic {
  readonly log: string | null;
  /** Number of the oldest request of the log; null where it has none. */
  readonly oldest: number | null;
  /** What is wrong with the log, in words. */
  readonly problem: string | null;
  readonly sessions: readonly UsageSessionView[];
  readonly entries: readonly UsageEntry[];
}

/** Requests that a window holds. */
export const mostEntries = 10_000;

/** A call this long after a search has nothing to do with it, milliseconds. */
const laterMs = 10 * 60_000;

/** The state after an event; `before` is null at the first event of a subscription. A new log starts from nothing. */
export function afterEvent(before: LiveTraffic | null, event: UsageEvent): LiveTraffic {
  const { log, problem, oldest, sessions } = event;
  const fresh = event.entries.toReversed();
  const last = fresh.at(-1)?.id ?? Number.MAX_SAFE_INTEGER;
  const known = before?.log === log ? before.entries.filter(({ id }) => id < last) : [];
  const kept = known.filter(({ id }) => oldest !== null && id >= oldest);
  return { log, oldest, problem, sessions, entries: [...fresh, ...kept].slice(0, mostEntries) };
}

/** The number before which the log has requests that the window does not hold and may; null where there are none. */
export function olderThan({ entries, oldest }: Pick<LiveTraffic, 'entries' | 'oldest'>): number | null {
  const last = entries.at(-1)?.id;
  if (last === undefined || oldest === null || entries.length >= mostEntries) return null;
  return oldest < last ? last : null;
}

/** The state after a page of older requests; a page of another log changes nothing. */
export function withOlder(known: LiveTraffic, page: UsageTraffic): LiveTraffic {
  if (page.log !== known.log) return known;
  const last = known.entries.at(-1)?.id ?? Number.MAX_SAFE_INTEGER;
  const older = page.entries.filter(({ id }) => id < last);
  // Nothing before the last one: the log has let go of what it had.
  const oldest = page.next === null ? (older.at(-1)?.id ?? last) : known.oldest;
  return { ...known, oldest, entries: [...known.entries, ...older].slice(0, mostEntries) };
}

/** A request of the list, with what its session called next where it is a search. */
export interface TrafficRow {
  readonly entry: UsageEntry;
  readonly called: CalledNext | null;
}

/** The tool that a session called after a search. */
interface CalledNext {
  readonly tool: string;
  /** The search had found it. */
  readonly wasFound: boolean;
}

export interface TrafficFilter {
  /** Name of a client; null for all. */
  readonly client: string | null;
  readonly failuresOnly: boolean;
}

/** The requests that a filter leaves, the newest first. */
export function trafficRows(entries: readonly UsageEntry[], { client, failuresOnly }: TrafficFilter): TrafficRow[] {
  const nextCalls = new Map<number, { readonly tool: string; readonly at: number }>();
  const rows = entries.map((entry): TrafficRow => {
    const { record, session, at } = entry;
    if (record.kind === 'call' && record.tool !== null)
      nextCalls.set(session, { tool: record.tool, at: Date.parse(at) });
    return { entry, called: calledNext(entry, nextCalls.get(session)) };
  });
  return rows.filter(
    ({ entry }) => (client === null || clientOf(entry) === client) && (!failuresOnly || hasFailed(entry.record)),
  );
}

function calledNext(
  { record, at, called_later }: UsageEntry,
  next: { readonly tool: string; readonly at: number } | undefined,
): CalledNext | null {
  if (record.kind !== 'search') return null;
  const near = next && next.at <= Date.parse(at) + laterMs ? next.tool : undefined;
  const tool = called_later?.tool ?? near;
  return tool === undefined ? null : { tool, wasFound: record.hits.some(({ name }) => name === tool) };
}

const unnamed = strings.traffic.unnamedClient;

/** The name of the client of a request, in words. */
export function clientOf({ client }: Pick<UsageEntry, 'client'>): string {
  return client === null || client === '' ? unnamed : client;
}

/** `claude-code 2.1`, in words where it said nothing of itself. */
export function clientWords({ client }: Pick<UsageSessionView, 'client'>): string {
  return client === null || client.name === '' ? unnamed : `${client.name} ${client.version}`.trim();
}

/** Names of the clients that have requests in the list, or are connected. */
export function clientNames({ sessions, entries }: Pick<LiveTraffic, 'sessions' | 'entries'>): string[] {
  const connected = sessions.map(({ client }) => clientOf({ client: client?.name ?? null }));
  return [...new Set([...connected, ...entries.map(clientOf)])].sort();
}

/** Whether a request did not end well; one that was cancelled did not fail. */
export function hasFailed({ outcome }: Pick<UsageRecord, 'outcome'>): boolean {
  return outcome !== 'ok' && outcome !== 'cancelled';
}

export const outcomeWords: Record<UsageOutcome, string> = {
  ok: strings.traffic.ok,
  tool_error: strings.traffic.toolFailed,
  refused: strings.traffic.refused,
  not_found: strings.traffic.notFound,
  failed: strings.traffic.failed,
  cancelled: strings.traffic.cancelled,
};

/** What a host asked, in a few words beside the kind of the request. */
export function askedWords(record: UsageRecord): string {
  switch (record.kind) {
    case 'list':
      return strings.traffic.listTools;
    case 'search':
      return record.query;
    case 'get':
      return record.names.length === 0 ? strings.traffic.toolClientMayNot : record.names.join(', ');
    case 'call':
      return record.tool ?? strings.traffic.toolClientMayNot;
    default:
      return record.name;
  }
}

/** What the answer was, in a few words. */
export function answerWords({ entry: { record }, called }: TrafficRow): string {
  switch (record.kind) {
    case 'list':
      return strings.traffic.tools(record.tools);
    case 'search': {
      const found = record.hits.length === 0 ? strings.traffic.noResults : strings.traffic.hits(record.hits.length);
      if (called === null) return found;
      return called.wasFound
        ? strings.traffic.foundThenCalled(found, called.tool)
        : strings.traffic.missedThenCalled(found, called.tool);
    }
    case 'get':
      return strings.traffic.definitions(record.names.length);
    case 'call':
      return record.through === record.tool ? strings.traffic.byItsName : strings.traffic.through(record.through);
    default:
      return strings.traffic.from(record.source);
  }
}

/** The list of tools of a client beside that of a host without Pegboard; null while one of them is unknown. */
export function carried(
  { list }: Pick<UsageSessionView, 'list'>,
  without: GatewayStatus['without'] | null,
): { readonly now: number; readonly without: number; readonly most: number } | null {
  if (list === null || without === null) return null;
  return { now: list.tokens, without: without.tokens, most: Math.max(list.tokens, without.tokens, 1) };
}

/** The golden query that a search suggests: the query and its expected tool, or why there is none. */
export function goldenOfRow(
  row: TrafficRow | null,
): { readonly query: string; readonly tool: string } | { readonly reason: string } {
  const record = row?.entry.record;
  if (!row || record?.kind !== 'search') return { reason: strings.traffic.selectSearch };
  if (record.search_type !== 'fts') return { reason: strings.traffic.goldenQuerySearches };
  if (record.query.trim() === '') return { reason: strings.traffic.queryEmpty };
  if (row.called === null) return { reason: strings.traffic.clientCalledNoTool };
  return { query: record.query, tool: row.called.tool };
}
