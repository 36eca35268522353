import { describe, expect, it } from 'vitest';
import type { Database } from '#core/db/database.ts';
import { HostSessions } from '#core/gateway/usage/host-sessions.ts';
import { usageEntries, usageEntry, usageSessions } from '#core/gateway/usage/read-usage.ts';
import { usageTotals } from '#core/gateway/usage/usage-totals.ts';
import { writeUsage } from '#core/gateway/usage/write-usage.ts';
import type { UsageRecord, UsageSession } from '#shared/domain/usage.ts';
import { called, host, listed, memoryLog, searched } from '../../../support/usage.ts';

const start = Date.parse('2026-11-22T10:00:00Z');

/** Writes requests of hosts, each so many minutes after the first. */
function put(
  database: Database,
  requests: readonly (readonly [minute: number, host: UsageSession, record: UsageRecord])[],
  pid = 1,
) {
  let now = start;
  const sessions = new HostSessions(() => now);
  const pending = requests.map(([minute, from, record]) => {
    now = start + minute * 60_000;
    const session = sessions.begin(from);
    return { session, at: now, record };
  });
  writeUsage(database, { sessions: sessions.changed(), requests: pending, mask: (text) => text, pid });
}

const [a, b] = [host('a'), host('b', { persona: 'support', transport: 'stdio' })];
const ids = ({ entries }: { entries: readonly { id: number }[] }) => entries.map(({ id }) => id);

describe('requests in the log', () => {
  it('are read page by page in both directions, and since a time', () => {
    const database = memoryLog();
    put(
      database,
      Array.from({ length: 7 }, (_, n) => [n, a, listed()] as const),
    );
    const newest = usageEntries(database, { limit: 3 });
    expect([ids(newest), newest.next]).toEqual([[7, 6, 5], 5]);
    const older = usageEntries(database, { before: 5, limit: 4 });
    expect([ids(older), older.next]).toEqual([[4, 3, 2, 1], null]);
    const later = usageEntries(database, { after: 2, limit: 2 });
    expect([ids(later), later.next]).toEqual([[3, 4], 4]);
    expect(ids(usageEntries(database, { since: '2026-11-22T11:04:00+01:00', limit: 9 }))).toEqual([7, 6, 5]);
    expect(newest.entries[0]).toEqual({
      ...{ id: 7, at: '2026-11-22T10:06:00.000Z', session: 1, client: 'a', persona: null, record: listed() },
      called_later: null,
    });
  });

  it('that somebody spoilt are passed over, and pages go on behind them', () => {
    const database = memoryLog();
    put(
      database,
      Array.from({ length: 6 }, (_, n) => [n, a, searched('x', ['files.read'])] as const),
    );
    const spoil = (id: number, set: string) => database.prepare(`UPDATE requests SET ${set} WHERE id = ?`).run(id);
    spoil(5, "detail = '{'");
    spoil(4, "kind = 'other'");
    spoil(3, 'detail = \'{"query": 7}\'');
    spoil(2, 'at = 9e18');
    const page = usageEntries(database, { limit: 4 });
    expect([ids(page), page.next]).toEqual([[6], 3]);
    expect(ids(usageEntries(database, { before: 3, limit: 4 }))).toEqual([2, 1]);
  });

  it('show long arguments cut in a page, and whole alone', () => {
    const database = memoryLog();
    const text = JSON.stringify('x'.repeat(9000));
    put(database, [[0, a, called('files.read', { arguments: text, result: text })]]);
    const [shown] = usageEntries(database, { limit: 1 }).entries;
    expect(shown?.record).toMatchObject({ arguments: `${text.slice(0, 1999)}…`, result: `${text.slice(0, 1999)}…` });
    expect(usageEntry(database, 1)?.record).toMatchObject({ arguments: text, result: text });
    expect(usageEntry(database, 2)).toBeNull();
  });
});

describe('the tool that was called after a search', () => {
  const later = (requests: Parameters<typeof put>[1]) => {
    const database = memoryLog();
    put(database, requests);
    return usageEntry(database, 1)?.called_later;
  };
  const search = searched('save a page', ['files.read', 'files.list']);

  it('is named when the search did not find it', () => {
    expect(
      later([
        [0, a, search],
        [1, a, called('web.fetch')],
      ]),
    ).toEqual({ id: 2, tool: 'web.fetch' });
    expect(
      later([
        [0, a, search],
        [1, a, searched('web', ['web.fetch'])],
        [2, a, called('web.fetch')],
      ]),
    ).toEqual({ id: 3, tool: 'web.fetch' });
    expect(
      later([
        [0, a, search],
        [1, a, called(null)],
        [2, a, called('web.fetch')],
      ]),
    ).toEqual({ id: 3, tool: 'web.fetch' });
  });

  it('is not named when the search found it, when another session called it, or long after', () => {
    expect(
      later([
        [0, a, search],
        [1, a, called('files.list')],
        [2, a, called('web.fetch')],
      ]),
    ).toBeNull();
    expect(
      later([
        [0, a, search],
        [1, b, called('web.fetch')],
      ]),
    ).toBeNull();
    expect(
      later([
        [0, a, search],
        [11, a, called('web.fetch')],
      ]),
    ).toBeNull();
    expect(later([[0, a, search]])).toBeNull();
  });
});

describe('sessions in the log', () => {
  it('say who is connected, what each was last given and how much it asked', () => {
    const database = memoryLog();
    put(
      database,
      [
        [0, a, listed({ tools: 90, tokens: 9000 })],
        [1, a, listed({ tools: 6, tokens: 700 })],
        [2, a, called('x.y')],
      ],
      11,
    );
    put(database, [[5, b, searched('x', [])]], 22);
    const [first, second] = usageSessions(database, (pid) => pid === 11);
    expect(first).toEqual({
      ...{ ...a, id: 1, pid: 11, connected: true, requests: 3, ended_at: null },
      ...{ started_at: '2026-11-22T10:00:00.000Z', used_at: '2026-11-22T10:02:00.000Z' },
      list: { tools: 6, tokens: 700, at: '2026-11-22T10:01:00.000Z' },
    });
    expect(second).toMatchObject({ id: 2, pid: 22, connected: false, persona: 'support', list: null });
  });

  it('are a hundred at most, those that are connected first', () => {
    const database = memoryLog();
    put(database, [[0, a, listed()]], 11);
    put(
      database,
      Array.from({ length: 150 }, (_, n) => [n + 1, host(`b${n}`), listed()] as const),
      22,
    );
    database.prepare('UPDATE sessions SET ended_at = used_at WHERE pid = 22').run();
    const sessions = usageSessions(database, () => true);
    expect([sessions.length, sessions[0]?.pid, sessions[1]?.client?.name]).toEqual([100, 11, 'b149']);
  });
});

describe('the sums of the log', () => {
  it('count requests, failures, tokens and time by kind, tool, source and client since a time', () => {
    const database = memoryLog();
    put(database, [
      [-60, a, called('files.read')],
      [0, a, called('files.read', { tokens: 10, elapsed_ms: 10 })],
      [1, a, called('files.read', { tokens: 30, elapsed_ms: 20, outcome: 'failed', error: 'server_failed' })],
      [2, b, called('web.fetch', { tokens: 5, elapsed_ms: 30, outcome: 'cancelled' })],
      [3, b, searched('x', [], { tokens: 100, elapsed_ms: 40 })],
    ]);
    const sum = (name: string, requests: number, failed: number, tokens: number, mean_ms: number) => ({
      ...{ name, requests, failed, tokens, mean_ms },
    });
    expect(usageTotals(database, start)).toEqual({
      ...{ since: '2026-11-22T10:00:00.000Z', requests: 4, failed: 1, tokens: 145, mean_ms: 25 },
      kinds: [sum('call', 3, 1, 45, 20), sum('search', 1, 0, 100, 40)],
      tools: [sum('files.read', 2, 1, 40, 15), sum('web.fetch', 1, 0, 5, 30)],
      sources: [sum('files', 2, 1, 40, 15), sum('web', 1, 0, 5, 30)],
      clients: [sum('a', 2, 1, 40, 15), sum('b', 2, 0, 105, 35)],
    });
  });

  it('list fifty names at most', () => {
    const database = memoryLog();
    put(
      database,
      Array.from({ length: 80 }, (_, n) => [n, a, called(`files.tool_${n}`)] as const),
    );
    expect(usageTotals(database, 0).tools).toHaveLength(50);
  });
});
