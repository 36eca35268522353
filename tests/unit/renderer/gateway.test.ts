import { describe, expect, it } from 'vitest';
import type { ConnectableClient } from '#shared/domain/connect.ts';
import type { ReviewedServer, ServerReview } from '#shared/domain/server-review.ts';
import type { UsageRecord } from '#shared/domain/usage.ts';
import type { UsageEntry, UsageEvent, UsageSessionView } from '#shared/domain/usage-view.ts';
import {
  connectRequest,
  connectRows,
  movingServers,
  sidesOf,
  stateWords,
  undoneWords,
} from '../../../src-renderer/features/gateway/connect-facts.ts';
import {
  afterEvent,
  answerWords,
  askedWords,
  carried,
  clientNames,
  goldenOfRow,
  mostEntries,
  olderThan,
  trafficRows,
  withOlder,
} from '../../../src-renderer/features/gateway/traffic.ts';

const answered = { outcome: 'ok', error: null, elapsed_ms: 1, tokens: 10 } as const;
const search = (query: string, ...found: string[]): UsageRecord => ({
  ...answered,
  kind: 'search',
  query,
  search_type: 'fts',
  limit: 5,
  hits: found.map((name) => ({ name, score: 1 })),
  strength: null,
});
const call = (tool: string | null, outcome: UsageRecord['outcome'] = 'ok'): UsageRecord => ({
  ...answered,
  outcome,
  kind: 'call',
  tool,
  source: null,
  through: 'tool_call_read',
  upstream_ms: null,
  arguments: null,
  result: null,
});
const start = Date.UTC(2026, 0, 1);
const entry = (id: number, record: UsageRecord, more: Partial<UsageEntry> & { minutes?: number } = {}): UsageEntry => {
  const { minutes = 0, ...others } = more;
  const at = new Date(start + minutes * 60_000).toISOString();
  return { id, at, session: 1, client: 'a', persona: null, record, called_later: null, ...others };
};
const event = (entries: UsageEntry[], more: Partial<UsageEvent> = {}): UsageEvent => ({
  log: 'one',
  problem: null,
  oldest: 1,
  sessions: [],
  entries,
  ...more,
});
const idsOf = (traffic: { entries: readonly UsageEntry[] }) => traffic.entries.map(({ id }) => id);
const all = { client: null, failuresOnly: false };

describe('the traffic of a window', () => {
  it('has the newest first, what came after it on top, and nothing twice', () => {
    const first = afterEvent(null, event([entry(1, search('a')), entry(2, search('b'))]));
    expect(idsOf(first)).toEqual([2, 1]);
    expect(idsOf(afterEvent(first, event([entry(2, search('b')), entry(3, search('c'))])))).toEqual([3, 2, 1]);
    expect(idsOf(afterEvent(first, event([])))).toEqual([2, 1]);
  });

  it('lets go of what the log lost, of another log, and of what is too much', () => {
    const first = afterEvent(null, event([entry(1, search('a')), entry(2, search('b'))]));
    expect(idsOf(afterEvent(first, event([], { oldest: 2 })))).toEqual([2]);
    expect(idsOf(afterEvent(first, event([], { oldest: null })))).toEqual([]);
    expect(idsOf(afterEvent(first, event([entry(5, search('x'))], { log: 'other' })))).toEqual([5]);
    const many = Array.from({ length: mostEntries }, (_, i) => entry(i + 3, search('c')));
    const full = idsOf(afterEvent(first, event(many)));
    expect([full.length, full[0], full.at(-1)]).toEqual([mostEntries, mostEntries + 2, 3]);
  });

  it('goes on with a page of older requests, until the log has none before, and begins anew with another log', () => {
    const page = (ids: number[], next: number | null, log = 'one') => ({
      ...{ log, problem: null, next },
      entries: ids.map((id) => entry(id, search('q'))),
    });
    const first = afterEvent(null, event([entry(8, search('a')), entry(9, search('b'))]));
    expect(olderThan(first)).toBe(8);
    const second = withOlder(first, page([8, 7, 6], 6));
    expect([idsOf(second), olderThan(second)]).toEqual([[9, 8, 7, 6], 6]);
    expect(idsOf(afterEvent(second, event([entry(10, search('c'))])))).toEqual([10, 9, 8, 7, 6]);
    // The log lost what was older, although its first number said otherwise a moment ago.
    expect(olderThan(withOlder(second, page([5], null)))).toBeNull();
    expect(olderThan(withOlder(second, page([], null)))).toBeNull();
    expect(withOlder(second, page([5], 5, 'other'))).toBe(second);
    const full = { ...second, entries: Array.from({ length: mostEntries }, (_, n) => entry(20_000 - n, search('q'))) };
    expect(olderThan(full)).toBeNull();
    expect(olderThan(afterEvent(null, event([])))).toBeNull();
  });

  it('names what the same session called next after a search, within ten minutes', () => {
    const rows = trafficRows(
      [
        entry(6, call('late'), { session: 2, minutes: 11 }),
        entry(5, call('second')),
        entry(4, call('found')),
        entry(3, call(null)),
        entry(2, search('other'), { session: 2 }),
        entry(1, search('q', 'found')),
      ],
      all,
    );
    const called = new Map(rows.map((row) => [row.entry.id, row.called]));
    expect(called.get(1)).toEqual({ tool: 'found', wasFound: true });
    expect(called.get(2)).toBeNull();
    expect(called.get(4)).toBeNull();
    const later = trafficRows([entry(1, search('q', 'x'), { called_later: { id: 9, tool: 'missed' } })], all);
    expect(later[0]?.called).toEqual({ tool: 'missed', wasFound: false });
  });

  it('is filtered by client and by failures; the call after a search counts even where it is not listed', () => {
    const entries = [
      entry(4, call('t', 'cancelled')),
      entry(3, call('t', 'tool_error')),
      entry(2, search('b'), { client: null }),
      entry(1, search('a')),
    ];
    const ids = (filter: typeof all | { client: string; failuresOnly: boolean }) =>
      trafficRows(entries, filter).map((row) => row.entry.id);
    expect(ids({ client: null, failuresOnly: true })).toEqual([3]);
    expect(ids({ client: 'unnamed client', failuresOnly: false })).toEqual([2]);
    expect(ids({ client: 'a', failuresOnly: false })).toEqual([4, 3, 1]);
    expect(clientNames({ sessions: [], entries })).toEqual(['a', 'unnamed client']);
  });

  it('is told in a few words', () => {
    const words = (record: UsageRecord, called: { tool: string; wasFound: boolean } | null = null) => [
      askedWords(record),
      answerWords({ entry: entry(1, record), called }),
    ];
    expect(words(search('q', 'x'), { tool: 'y', wasFound: false })).toEqual(['q', '1 hit → missed y']);
    expect(words(search('q'))).toEqual(['q', 'no results']);
    expect(words(call('t'))).toEqual(['t', 'through tool_call_read']);
    expect(words(call(null))[0]).toBe('a tool that this client is not allowed to use');
    expect(words({ ...answered, kind: 'list', tools: 3 })).toEqual(['the list of tools', '3 tools']);
  });

  it('teaches a golden query only where words were asked and a tool was called', () => {
    const row = (record: UsageRecord, tool: string | null) => ({
      entry: entry(1, record),
      called: tool === null ? null : { tool, wasFound: false },
    });
    expect(goldenOfRow(row(search('q'), 'x'))).toEqual({ query: 'q', tool: 'x' });
    for (const [given, reason] of [
      [null, /Select a search/],
      [row(call('x'), null), /Select a search/],
      [row(search('q'), null), /no expected result/],
      [row(search(' '), 'x'), /empty/],
      [row({ ...search('q'), search_type: 'regex' } as UsageRecord, 'x'), /by words/],
    ] as const)
      expect(goldenOfRow(given)).toEqual({ reason: expect.stringMatching(reason) as string });
  });

  it('compares what a client carries with what it would carry', () => {
    const list = (tokens: number) => ({ list: { tools: 2, tokens, at: '' } }) as UsageSessionView;
    expect(carried(list(10), { tools: 9, tokens: 90 })).toEqual({ now: 10, without: 90, most: 90 });
    expect(carried(list(10), { tools: 0, tokens: 0 })).toMatchObject({ most: 10 });
    expect(carried(list(10), null)).toBeNull();
  });
});

const place = (more: Partial<ConnectableClient>): ConnectableClient => ({
  client: 'cursor',
  scope: 'user',
  path: '/h/.cursor/mcp.json',
  found: true,
  servers: [],
  connections: [],
  findings: [],
  ...more,
});
const connection = { name: 'pegboard', workspace: '/w', persona: null, mode: null };

describe('connecting a client', () => {
  it('lists one place for each client and scope, those that are there first', () => {
    const rows = connectRows(
      [
        place({ client: 'codex', found: false }),
        place({ connections: [connection] }),
        place({ path: '/second' }),
        place({ scope: 'project', connections: [{ ...connection, workspace: '/other' }] }),
        place({ client: 'vscode', servers: ['a'] }),
        place({ client: 'cline', findings: [{ code: 'client_config_invalid', severity: 'error', message: 'x' }] }),
      ],
      '/w',
    );
    expect(rows.map((row) => [row.title, stateWords(row)])).toEqual([
      ['Cursor', 'connected'],
      ['Cursor, in this folder', 'serves another workspace'],
      ['VS Code', '1 server'],
      ['Cline', 'cannot use its file'],
      ['Codex', 'no configuration file yet'],
    ]);
  });

  it('moves servers that are enabled sources, and says why the others stay', () => {
    const server = (name: string, more: Partial<ReviewedServer>) =>
      ({
        name,
        config_path: '/h/.cursor/mcp.json',
        scope: 'user',
        same_as: null,
        disabled: false,
        ...more,
      }) as ReviewedServer;
    const review = {
      servers: [
        server('moves', { same_as: 'source' }),
        server('off', { same_as: 'source', disabled: true }),
        server('new', {}),
        server('turned', { same_as: 'idle' }),
        server('gone', { same_as: 'source', config_path: '/elsewhere' }),
      ],
    } as unknown as ServerReview;
    const names = ['moves', 'off', 'new', 'turned', 'gone'];
    const sources = [
      { name: 'source', enabled: true },
      { name: 'idle', enabled: false },
    ];
    const moving = movingServers(place({ servers: names }), review, sources);
    expect(moving.map(({ name, source, canBeAdded }) => [name, source, canBeAdded])).toEqual([
      ['moves', 'source', false],
      ['off', null, false],
      ['new', null, true],
      ['turned', null, false],
      ['gone', null, false],
    ]);
    const how = { persona: 'p', mode: null, takeOver: true };
    expect(connectRequest(place({}), how, moving)).toEqual({
      client: 'cursor',
      scope: 'user',
      persona: 'p',
      take_over: ['moves'],
    });
    expect(connectRequest(place({}), { ...how, takeOver: false }, moving).take_over).toEqual([]);
  });

  it('makes both texts of a unified difference', () => {
    const diff =
      '--- /a\n+++ /a\n@@ -1,2 +1,3 @@\n {\n--- x\n+++ y\n+b\n@@ -9 +10 @@\n }\n\\ No newline at end of file';
    expect(sidesOf(diff)).toEqual({ before: '{\n-- x\n…\n}', after: '{\n++ y\nb\n…\n}' });
    expect(sidesOf('')).toEqual({ before: '', after: '' });
  });

  it('says how a connection was taken back', () => {
    const undone = {
      client: 'cursor',
      scope: 'user',
      path: '/f',
      name: 'pegboard',
      diff: '',
      written: true,
      workspace: '/w',
      again: null,
      put_back: ['a'],
      backup: '/copy',
    } as const;
    expect(undoneWords({ ...undone, how: 'restored' })).toBe('Restored /f byte for byte. Servers restored: a.');
    expect(undoneWords({ ...undone, how: 'edited' })).toMatch(
      /only its own entry.*Servers restored: a\..*in \/copy\.$/,
    );
    expect(undoneWords({ ...undone, how: 'removed' })).toMatch(/Removed/);
    expect(undoneWords({ ...undone, how: 'nothing' })).toMatch(/Nothing was written/);
  });
});
