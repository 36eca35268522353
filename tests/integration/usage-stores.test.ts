import { setTimeout } from 'node:timers/promises';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { latestVersion, migrate } from '#core/db/postgres/migrations.ts';
import { checkVersion, Postgres } from '#core/db/postgres/postgres.ts';
import { nodeFiles } from '#core/files/node-files.ts';
import { fileFigures, postgresFigures, type ReadCallFigures } from '#core/gateway/usage/call-figures.ts';
import { HostSessions } from '#core/gateway/usage/host-sessions.ts';
import type { LogReading } from '#core/gateway/usage/log-reading.ts';
import { fileReading } from '#core/gateway/usage/look-at-log.ts';
import { openUsageLog, type UsageLogOptions } from '#core/gateway/usage/open-usage-log.ts';
import { dropOldMonths, writeLines } from '#core/gateway/usage/postgres-lines.ts';
import { PostgresUsageLog } from '#core/gateway/usage/postgres-usage-log.ts';
import { postgresReading } from '#core/gateway/usage/read-postgres.ts';
import type { UsageLog } from '#core/gateway/usage-log.ts';
import { silentLogger } from '#core/logger.ts';
import { gatewayReader } from '#core/use/readers/gateway.ts';
import type { DatabasePage } from '#core/use/readers/use-reader.ts';
import type { UsageRecord } from '#shared/domain/usage.ts';
import { recordingLogger } from '../contract/recording-logger.ts';
import { folderContents } from '../support/folder-contents.ts';
import { describeWithPostgres } from '../support/postgres.ts';
import type { TestPostgres } from '../support/postgres-server.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { called, host, listed, logPath, logSettings, searched } from '../support/usage.ts';
import { write } from '../support/workspace.ts';

/** A place for one log, whatever store it is in. */
interface Store {
  open(options?: Partial<UsageLogOptions>): Promise<UsageLog>;
  /** What `pegboard usage` reads after a page; null where there is no log. */
  read(after?: DatabasePage | null): Promise<DatabasePage | null>;
  /** What `pegboard gateway log` reads. */
  reading(): Promise<LogReading>;
  /** What administrators of a server read. */
  figures(): Promise<ReadCallFigures>;
  /** All that the store holds, as text. */
  text(): Promise<string>;
}

const given = { files: nodeFiles, logger: silentLogger, now: Date.now, settings: () => logSettings };

async function fileStore(): Promise<Store> {
  const place = { userDataDir: temporaryFolder(), root: temporaryFolder() };
  const path = await logPath(place);
  return {
    open: (options) => openUsageLog({ ...given, ...place, ...options }),
    read: (after) => readPage(path, after),
    reading: async () => fileReading(async () => path, { files: nodeFiles, logger: silentLogger }),
    figures: async () => fileFigures(async () => path, { files: nodeFiles, logger: silentLogger }),
    text: async () => Object.values(folderContents(place.userDataDir)).join(''),
  };
}

async function postgresStore(server: TestPostgres): Promise<Store & { url: string; postgres(): Promise<Postgres> }> {
  const url = await server.database();
  const folder = temporaryFolder();
  write(folder, 'gateway.yaml', settingsText(url));
  await (await opened(url)).close();
  return {
    url,
    postgres: () => opened(url),
    open: async (options) => new PostgresUsageLog(await opened(url), { ...given, ...options }),
    read: (after) => readPage(`${folder}/gateway.yaml`, after),
    reading: async () => postgresReading(await opened(url)),
    figures: async () => postgresFigures(await opened(url)),
    text: async () => {
      const rows = await server.run(
        url,
        'SELECT s, r FROM pegboard.requests r LEFT JOIN pegboard.sessions s ON s.id = r.session',
      );
      return JSON.stringify(rows);
    },
  };
}

const settingsText = (url: string) => `public_url: https://tools.example.test\nstore: {postgres: {url: "${url}"}}\n`;

const defaults = {
  schema: 'pegboard',
  connections: 3,
  statement_timeout_ms: 5000,
  env: {} as Record<string, string>,
  migrates: true,
};

async function opened(url: string, more: Partial<typeof defaults> = {}): Promise<Postgres> {
  const postgres = await Postgres.open({ ...defaults, url, ...more });
  onTestFinished(() => postgres.close());
  return postgres;
}

async function readPage(path: string, after: DatabasePage | null = null): Promise<DatabasePage | null> {
  const machine = { platform: 'linux', home: '/', env: {} } as const;
  const context = { files: nodeFiles, machine, userDataDir: '/', root: '/', serverName: 'pegboard' };
  return gatewayReader.read(path, { head: after?.head ?? '', number: after?.last ?? 0 }, context);
}

/** What every store does. */
function storeSuite(make: () => Promise<Store>): void {
  it('keeps what hosts did in its order, for a reader that goes on after the last request', async () => {
    const store = await make();
    const log = await store.open();
    const session = log.begin(host('a', { persona: 'support' }));
    log.note(session, searched('read a file', ['files.read']));
    log.note(session, called('files.read', { outcome: 'tool_error' }));
    await log.close();
    const first = await store.read();
    expect(first?.events).toMatchObject([
      { kind: 'search', query: 'read a file', found: ['files.read'], client: 'a', persona: 'support', ok: true },
      { kind: 'call', said: 'files.read', ok: false },
    ]);
    expect(first?.events[0]?.session).toBe(first?.events[1]?.session);
    const again = await store.open();
    again.note(again.begin(host('b')), called('files.write'));
    await again.close();
    const next = await store.read(first);
    expect(next?.events).toMatchObject([{ said: 'files.write', client: 'b', persona: null }]);
    expect(next?.head).toBe(first?.head);
    expect((await store.read(next))?.events).toEqual([]);
  });

  it('keeps arguments and results only on request, and hides secrets in what it keeps', async () => {
    const store = await make();
    let settings = logSettings;
    const mask = (text: string) => text.replaceAll('planted-value-1', '[masked]');
    const log = await store.open({ settings: () => settings, mask });
    const session = log.begin(host('a'));
    const call = () => called('files.read', { arguments: '{"path":"kept-word","token":"planted-value-1"}' });
    log.note(session, call());
    await vi.waitFor(async () => expect((await store.read())?.rows).toBe(1), { timeout: 20_000 });
    expect(await store.text()).not.toContain('kept-word');
    settings = { ...settings, arguments: true };
    log.note(session, call());
    log.note(session, searched('find planted-value-1', []));
    await log.close();
    const text = await store.text();
    expect(text).toContain('kept-word');
    expect(text).not.toContain('planted-value-1');
  });

  it('keeps nothing while it is off', async () => {
    const store = await make();
    const log = await store.open({ settings: () => ({ ...logSettings, enabled: false }) });
    log.note(log.begin(host('a')), listed());
    await log.close();
    expect((await store.read())?.rows ?? 0).toBe(0);
  });

  it('keeps whatever a host says of itself and asks', async () => {
    const store = await make();
    const log = await store.open();
    const odd = 'x\0y\ud800z 🦊 \\u0000 "quoted"';
    const session = log.begin(host(odd, { persona: odd }));
    log.note(session, searched(odd, [odd]));
    log.note(session, called(odd, { error: odd, arguments: odd, result: odd }));
    log.note(session, searched('x'.repeat(100_000), []));
    await log.close();
    const page = await store.read();
    expect([page?.rows, page?.broken]).toEqual([3, 0]);
    expect(page?.events[0]?.query).toContain('🦊 \\u0000 "quoted"');
  });

  it('sums up the requests of each persona, and how those to each source ended, with the number of groups', async () => {
    const store = await make();
    const figures = await store.figures();
    const none = { rows: [], total: 0 };
    expect(await figures(0, 50)).toMatchObject({ personas: none, outcomes: none, problem: null });
    let now = 1_000_000;
    const log = await store.open({ now: () => now });
    const old = log.begin(host('old'));
    log.note(old, called('shop.order'));
    now += 60_000;
    const [desk, all] = [log.begin(host('a', { persona: 'desk' })), log.begin(host('b'))];
    log.note(desk, searched('a query', []));
    for (const outcome of ['ok', 'failed', 'cancelled'] as const) log.note(desk, called('shop.order', { outcome }));
    for (const outcome of ['ok', 'refused'] as const) log.note(all, called('crm.find', { outcome }));
    log.note(all, called(null, { outcome: 'not_found' }));
    log.note(log.begin(host('c', { persona: 'ops' })), called('shop.order'));
    await log.close();
    const { personas, outcomes } = await figures(now, 50);
    expect(personas.total).toBe(3);
    expect(personas.rows.map(({ persona, requests, failed }) => [persona, requests, failed])).toEqual([
      ['desk', 4, 1],
      [null, 3, 2],
      ['ops', 1, 0],
    ]);
    expect(outcomes.rows.map(({ source, outcome, requests }) => [source, outcome, requests])).toEqual([
      ['shop', 'ok', 2],
      ['crm', 'ok', 1],
      ['crm', 'refused', 1],
      ['shop', 'cancelled', 1],
      ['shop', 'failed', 1],
    ]);
    const few = await figures(now, 2);
    expect([few.personas.rows.length, few.personas.total]).toEqual([2, 3]);
    expect([few.outcomes.rows.length, few.outcomes.total]).toEqual([2, 5]);
  });

  it('lists requests page by page with what was called after a search, and sums them up', async () => {
    const store = await make();
    const start = Date.parse('2026-11-22T10:00:00Z');
    let now = start;
    const log = await store.open({ now: () => now });
    const [one, two] = [host('one', { persona: 'support' }), host('two')].map((given) => log.begin(given));
    if (one === undefined || two === undefined) throw new Error('no sessions');
    const note = (session: number, record: UsageRecord) => {
      now += 60_000;
      log.note(session, record);
    };
    note(one, searched('read', ['files.read']));
    note(two, called('files.other'));
    note(one, called(null, { outcome: 'not_found' }));
    note(one, called('files.open', { arguments: 'x'.repeat(9000), tokens: 3 }));
    note(one, searched('found it', ['files.read']));
    note(one, called('files.read', { outcome: 'cancelled' }));
    note(two, searched('too late', []));
    now += 20 * 60_000;
    note(two, called('files.late', { outcome: 'failed', error: 'server_failed' }));
    note(two, listed());
    await log.close();

    const reading = await store.reading();
    const since = new Date(start).toISOString();
    const page = await reading.traffic({ since, limit: 4 });
    expect([page.problem, page.log?.length]).toEqual([null, 16]);
    const shown = (entries: typeof page.entries) =>
      entries.map(({ client, persona, record, called_later }) => {
        const about = record.kind === 'search' ? record.query : record.kind === 'call' ? record.tool : null;
        return [client, persona, record.kind, about, called_later?.tool ?? null];
      });
    expect(shown(page.entries)).toEqual([
      ['two', null, 'list', null, null],
      ['two', null, 'call', 'files.late', null],
      ['two', null, 'search', 'too late', null],
      ['one', 'support', 'call', 'files.read', null],
    ]);
    const next = page.next ?? 0;
    const older = await reading.traffic({ before: next, limit: 200 });
    expect(older.next).toBeNull();
    expect(shown(older.entries)).toEqual([
      ['one', 'support', 'search', 'found it', null],
      ['one', 'support', 'call', 'files.open', null],
      ['one', 'support', 'call', null, null],
      ['two', null, 'call', 'files.other', null],
      ['one', 'support', 'search', 'read', 'files.open'],
    ]);
    expect((await reading.traffic({ after: next, limit: 2 })).entries.map(({ id }) => id)).toEqual(
      page.entries
        .map(({ id }) => id)
        .filter((id) => id > next)
        .sort((a, b) => a - b)
        .slice(0, 2),
    );
    const late = new Date(start + 5.5 * 60_000).toISOString();
    expect((await reading.traffic({ since: late, limit: 200 })).entries).toHaveLength(4);

    const totals = await reading.totals({ since });
    const sum = (name: string | null, requests: number, failed: number, tokens: number) => {
      return { name, requests, failed, tokens, mean_ms: 3.5 };
    };
    expect(totals).toEqual({
      ...{ since, requests: 9, failed: 2, tokens: 8 * 40 + 3, mean_ms: 3.5 },
      kinds: [sum('call', 5, 2, 163), sum('search', 3, 0, 120), sum('list', 1, 0, 40)],
      tools: ['late', 'open', 'other', 'read'].map((name) =>
        sum(`files.${name}`, 1, name === 'late' ? 1 : 0, name === 'open' ? 3 : 40),
      ),
      sources: [sum('files', 4, 1, 123)],
      clients: [sum('one', 5, 1, 163), sum('two', 4, 1, 160)],
    });
    expect(await reading.totals({ since: new Date(now + 1).toISOString() })).toMatchObject({ requests: 0, kinds: [] });
  });

  it('gives a reader every request of several writers once, also while they write', async () => {
    const store = await make();
    const logs = await Promise.all([1, 2, 3].map(() => store.open()));
    const names = new Set<string>();
    const seen: string[] = [];
    let page: DatabasePage | null = null;
    const read = async () => {
      const next: DatabasePage | null = await store.read(page);
      seen.push(...(next?.events ?? []).map(({ said }) => String(said)));
      page = next ?? page;
    };
    for (let round = 0; round < 20; round++) {
      for (const [writer, log] of logs.entries()) {
        const session = log.begin(host(`w${writer}`));
        for (let n = 0; n < 10; n++) {
          const name = `files.t${writer}_${round}_${n}`;
          names.add(name);
          log.note(session, called(name));
        }
      }
      await read();
      await setTimeout(20);
    }
    for (const log of logs) await log.close();
    await read();
    expect(seen.toSorted()).toEqual([...names].toSorted());
  });
}

describe('the usage log in a file', () => storeSuite(fileStore));

describeWithPostgres('the usage log in a database', (server) => {
  storeSuite(() => postgresStore(server));

  it('is read by an account that may only read', async () => {
    const store = await postgresStore(server);
    const log = await store.open();
    log.note(log.begin(host('a')), listed());
    await log.close();
    await server.run(
      store.url,
      `DROP ROLE IF EXISTS reader; CREATE ROLE reader LOGIN;
       GRANT USAGE ON SCHEMA pegboard TO reader; GRANT SELECT ON ALL TABLES IN SCHEMA pegboard TO reader`,
    );
    const reading = postgresReading(await opened(store.url.replace('owner@', 'reader@'), { migrates: false }));
    expect((await reading.traffic({ limit: 5 })).entries).toHaveLength(1);
    expect(await reading.totals({ since: new Date(0).toISOString() })).toMatchObject({ requests: 1 });
    await server.run(store.url, 'DROP OWNED BY reader; DROP ROLE reader');
  });

  it('keeps a request once that is sent twice, since the answer to the first time was lost', async () => {
    const store = await postgresStore(server);
    const postgres = await store.postgres();
    const sessions = new HostSessions(Date.now);
    const session = sessions.begin(host('a'));
    const requests = [1, 2, 3].map((n) => ({ session, at: 1000 + n, record: called(`files.t${n}`) }));
    const lines = { writer: crypto.randomUUID(), first: 0, sessions: sessions.changed(), requests, mask: String };
    await writeLines(postgres, lines);
    await writeLines(postgres, lines);
    await writeLines(postgres, { ...lines, requests: [...requests, { session, at: 9, record: listed() }] });
    expect((await store.read())?.rows).toBe(4);
  });

  it('gives a reader the lines of a slow writer before those of a later one', async () => {
    const store = await postgresStore(server);
    const postgres = await store.postgres();
    const linesOf = (name: string, count: number) => {
      const sessions = new HostSessions(Date.now);
      const session = sessions.begin(host(name));
      const requests = Array.from({ length: count }, (_, n) => ({
        session,
        at: 1000,
        record: called(`files.${name}${n}`),
      }));
      return { writer: crypto.randomUUID(), first: 0, sessions: sessions.changed(), requests, mask: String };
    };
    await writeLines(postgres, linesOf('first', 1));
    const slow = linesOf('slow', 2);
    // Somebody holds the name of its second line, so that it waits when it has its ids.
    const other = await (await store.postgres()).pool.connect();
    await other.query('BEGIN');
    await other.query(
      `INSERT INTO requests (session, writer, seq, at, kind, outcome, elapsed_ms, tokens, detail)
       VALUES (0, $1, 1, 1000, 'list', 'ok', 1, 1, '{}')`,
      [slow.writer],
    );
    const waiting = async (count: number) =>
      vi.waitFor(
        async () => {
          const rows = await server.run(
            store.url,
            `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
          );
          expect(rows).toHaveLength(count);
        },
        { timeout: 20_000 },
      );
    const slowDone = writeLines(postgres, slow);
    await waiting(1);
    const laterDone = writeLines(postgres, linesOf('later', 1));
    await Promise.race([laterDone, waiting(2)]);
    const page = await store.read();
    await other.query('ROLLBACK');
    other.release();
    await Promise.all([slowDone, laterDone]);
    const rest = await store.read(page);
    const names = [...(page?.events ?? []), ...(rest?.events ?? [])].map(({ said }) => said);
    expect(names).toEqual(['files.first0', 'files.slow0', 'files.slow1', 'files.later0']);
  });

  it('loses nothing that it took while the database is away, and says so once each way', async () => {
    const store = await postgresStore(server);
    const logger = recordingLogger();
    const log = await store.open({ logger });
    const session = log.begin(host('a'));
    const noteMany = async (from: number) => {
      for (let n = from; n < from + 300; n++) {
        log.note(session, called(`files.t${n}`));
        if (n % 30 === 0) await setTimeout(10);
      }
    };
    await noteMany(0);
    const under = noteMany(300);
    await server.stop();
    await under;
    await vi.waitFor(() => expect(logger.lines.join()).toContain('cannot be written'), { timeout: 30_000 });
    await noteMany(600);
    await server.start();
    await vi.waitFor(async () => expect((await store.read())?.rows).toBe(900), { timeout: 60_000 });
    await log.close();
    const page = await store.read();
    expect(page?.events.map(({ said }) => said)).toEqual(Array.from({ length: 900 }, (_, n) => `files.t${n}`));
    expect(logger.lines.filter((line) => line.includes('cannot be written'))).toHaveLength(1);
    expect(logger.lines.filter((line) => line.includes('written again'))).toHaveLength(1);
  });

  it('holds a bounded number of requests while the database is away, and counts the others', async () => {
    const store = await postgresStore(server);
    const logger = recordingLogger();
    const log = new PostgresUsageLog(await store.postgres(), { ...given, logger });
    const session = log.begin(host('a'));
    await server.stop();
    for (let n = 0; n < 5300; n++) log.note(session, listed());
    expect(log.figures()).toMatchObject({ waiting: 5000, dropped: 300 });
    expect(logger.lines.filter((line) => line.includes('loses requests'))).toHaveLength(1);
    await server.start();
    await log.close();
    expect(log.figures()).toEqual({ waiting: 0, written: 5000, dropped: 300 });
    const [count] = await server.run(store.url, 'SELECT count(*)::int AS count FROM pegboard.requests');
    expect(count).toEqual({ count: 5000 });
  });

  it('keeps a part for each month, and removes the months that are too old', async () => {
    const store = await postgresStore(server);
    const times = ['2025-12-31T23:59:59.999Z', '2026-01-01T00:00:00Z', '2026-02-28T12:00:00Z', '2026-03-01T00:00:00Z'];
    for (const time of times) {
      const log = await store.open({ now: () => Date.parse(time) });
      log.note(log.begin(host(time)), called(`files.${time.slice(5, 7)}`));
      await log.close();
    }
    const postgres = await store.postgres();
    const months = async () => {
      const rows = await server.run(store.url, `SELECT inhrelid::regclass::text AS name FROM pg_inherits ORDER BY 1`);
      return rows.map(({ name }) => String(name).replace('pegboard.', '')).filter((name) => /_\d{4}_\d\d$/.test(name));
    };
    const [dec, jan, feb, mar] = ['requests_2025_12', 'requests_2026_01', 'requests_2026_02', 'requests_2026_03'];
    expect(await months()).toEqual([dec, jan, feb, mar]);
    const now = Date.parse('2026-03-02T00:00:00Z');
    expect(await dropOldMonths(postgres, { now, days: 60 })).toEqual([dec]);
    expect(await dropOldMonths(postgres, { now, days: 60 })).toEqual([]);
    expect(await dropOldMonths(postgres, { now, days: 29 })).toEqual([jan]);
    expect((await store.read())?.events.map(({ said }) => said)).toEqual(['files.02', 'files.03']);
    const left = await server.run(store.url, 'SELECT count(*)::int AS count FROM pegboard.sessions');
    expect(left).toEqual([{ count: 2 }]);
  });
});

describeWithPostgres('the schema of the store', (server) => {
  it('is made once when processes start at once, and goes back and forward', async () => {
    const url = await server.database();
    await Promise.all(Array.from({ length: 6 }, () => opened(url)));
    const tables = () =>
      server.run(url, `SELECT relname FROM pg_class WHERE relnamespace = 'pegboard'::regnamespace ORDER BY 1`);
    const whole = await tables();
    const client = await (await opened(url)).pool.connect();
    await migrate(client, 'pegboard', 0);
    const relations = (await tables()).map(({ relname }) => relname);
    expect(relations).toEqual(['meta', 'meta_pkey']);
    expect(await server.run(url, 'SELECT * FROM pegboard.meta')).toEqual([{ key: 'schema_version', value: '0' }]);
    for (let version = 1; version <= latestVersion; version++) await migrate(client, 'pegboard', version);
    expect(await tables()).toEqual(whole);
    client.release();
  });

  it('outlives a connection that is lost between two statements', async () => {
    const postgres = await opened(await server.database());
    let isFirst = true;
    const work = postgres.transaction(async (client) => {
      await client.query('SELECT 1');
      if (isFirst) await server.stop();
      isFirst = false;
      await setTimeout(100);
      await client.query('SELECT 1');
    });
    await expect(work).rejects.toMatchObject({ code: 'server_unreachable' });
    expect(postgres.problem()).toContain('cannot be reached');
    await server.start();
    expect(await postgres.rows('SELECT 1 AS one')).toEqual([{ one: 1 }]);
    expect(postgres.problem()).toBeNull();
  });

  it('of a newer Pegboard is left as it is', async () => {
    const url = await server.database();
    await opened(url);
    await server.run(url, `UPDATE pegboard.meta SET value = '99' WHERE key = 'schema_version'`);
    await expect(opened(url)).rejects.toMatchObject({ code: 'store_unusable', message: /newer Pegboard.*version 99/ });
    expect(await server.run(url, `SELECT value FROM pegboard.meta WHERE key = 'schema_version'`)).toEqual([
      { value: '99' },
    ]);
  });

  it('says what is wrong with a database that cannot be used', async () => {
    const url = await server.database();
    const name = url.split('/').at(-1);
    const at = (user: string, database = name) => `postgres://${user}@127.0.0.1:${server.port}/${database}`;
    await server.run(url, `DROP ROLE IF EXISTS guest; CREATE ROLE guest LOGIN PASSWORD 'planted-word-2'`);
    const cases = [
      [at('owner', 'nothing'), 'store_unusable', /has no database nothing/],
      [at('guest:planted-word-3'), 'store_unusable', /does not let guest in: the password/],
      [at('guest'), 'store_unusable', /does not let guest in: the password/],
      [at('guest:planted-word-2'), 'store_unusable', /guest may not write in the schema pegboard/],
      ['postgres://owner@127.0.0.1:1/x', 'server_unreachable', /127\.0\.0\.1:1 cannot be reached/],
      ['mysql://owner@127.0.0.1/x', 'store_unusable', /not the address of a PostgreSQL/],
      [`\${env:NOT_SET}`, 'variable_missing', /NOT_SET/],
    ] as const;
    for (const [given, code, message] of cases) {
      const error = await opened(given).catch((thrown: unknown) => thrown);
      expect(error, given).toMatchObject({ code, message: expect.stringMatching(message), hint: expect.any(String) });
      expect(String(error)).not.toContain('planted-word');
    }
    await server.run(url, 'CREATE SCHEMA pegboard AUTHORIZATION guest');
    await opened(`\${env:URL}`, { env: { URL: at('guest:planted-word-2') } });
    await server.run(url, `ALTER ROLE guest PASSWORD 'p@ss/w:rd?'`);
    await opened(at(`guest:\${env:WORD}`), { env: { WORD: 'p@ss/w:rd?' } });
    expect(() => checkVersion(140_009, '14.9')).toThrow(/PostgreSQL 14\.9; Pegboard needs 15/);
  });
});
