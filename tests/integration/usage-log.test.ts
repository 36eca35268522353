import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { usageEntries, usageSessions } from '#core/gateway/usage/read-usage.ts';
import type { UsageEvent } from '#shared/domain/usage-view.ts';
import { recordingLogger } from '../contract/recording-logger.ts';
import { isAlive } from '../support/processes.ts';
import { runCli } from '../support/run-cli.ts';
import { fillDisk, noSmallDisk, smallDisk } from '../support/small-disk.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { called, countRequests, host, listed, logPath, openLog, searched, withFile } from '../support/usage.ts';
import { servicesWith, testServices, workspaceFolder, write } from '../support/workspace.ts';

const program = join(import.meta.dirname, 'note-requests.ts');
const place = () => ({ userDataDir: temporaryFolder(), root: workspaceFolder([{ name: 'files.read' }]) });
type Place = ReturnType<typeof place>;

/** Starts a process that notes requests. */
function noting({ userDataDir, root }: Place, client: string, count: number, ...more: 'stay'[]) {
  const child: ChildProcess = spawn(process.execPath, [program, userDataDir, root, client, String(count), ...more], {
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  onTestFinished(() => {
    child.kill('SIGKILL');
  });
  let said = '';
  child.stdout?.on('data', (bytes) => {
    said += bytes;
  });
  child.stderr?.on('data', (bytes) => {
    said += bytes;
  });
  const says = (text: string) => vi.waitFor(() => expect(said).toContain(text), { timeout: 60_000 });
  return { child, says, exit: once(child, 'exit'), said: () => said };
}

describe('several gateways of one workspace', () => {
  it('write at once, and nothing is lost or mixed up', async () => {
    const at = place();
    const all = ['one', 'two', 'three'].map((name) => noting(at, name, 1500));
    for (const { exit } of all) expect(await exit).toEqual([0, null]);
    expect(all.map(({ said }) => said())).toEqual(all.map(() => 'noting\nclosed\n'));
    const rows = await withFile(at, (database) =>
      database
        .prepare(
          `SELECT client_name, count(*) AS count, sum(requests.tokens) AS sum, ended_at IS NOT NULL AS ended, sessions.requests
           FROM requests JOIN sessions ON sessions.id = session GROUP BY session ORDER BY client_name`,
        )
        .all(),
    );
    const expected = { count: 1500, sum: (1500 * 1499) / 2, ended: 1, requests: 1500 };
    expect(rows).toEqual(['one', 'three', 'two'].map((client_name) => ({ client_name, ...expected })));
  });

  it('that are killed while they write leave a log that is whole, and their sessions end', async () => {
    const at = place();
    for (let kill = 0; kill < 3; kill++) {
      const before = await countRequests(at);
      const gateway = noting(at, `killed-${kill}`, Number.POSITIVE_INFINITY);
      await vi.waitFor(async () => expect(await countRequests(at)).toBeGreaterThan(before + 200), { timeout: 60_000 });
      gateway.child.kill('SIGKILL');
      await gateway.exit;
      const check = await withFile(at, (database) => database.pragma('integrity_check', { simple: true }));
      expect(check).toBe('ok');
    }
    expect(await withFile(at, (database) => usageSessions(database, isAlive).map((one) => one.connected))).toEqual([
      false,
      false,
      false,
    ]);
    const log = await openLog(at);
    log.note(log.begin(host('after')), listed());
    log.close();
    const newest = await withFile(at, (database) => usageEntries(database, { limit: 1 }).entries[0]?.client);
    expect(newest).toBe('after');
    const ended = await withFile(at, (database) =>
      database.prepare('SELECT count(*) FROM sessions WHERE ended_at IS NULL').pluck().get(),
    );
    expect(ended).toBe(0);
    expect(readdirSync(dirname(await logPath(at))).filter((name) => name.includes('corrupt'))).toEqual([]);
  });
});

describe.skipIf(noSmallDisk !== null)(
  `a full disk under the log${noSmallDisk === null ? '' : ` (not tested: ${noSmallDisk})`}`,
  () => {
    it('drops requests, says so once, keeps those before, and goes on when there is room', async () => {
      const at = { ...place(), userDataDir: smallDisk(2048) };
      const logger = recordingLogger();
      const log = await openLog(at, { logger });
      const session = log.begin(host('a'));
      log.note(session, listed());
      await vi.waitFor(async () => expect(await countRequests(at)).toBe(1), { timeout: 60_000 });
      const makeRoom = fillDisk(at.userDataDir);
      await vi.waitFor(
        () => {
          for (let n = 0; n < 200; n++) log.note(session, searched('x'.repeat(3000), []));
          expect(logger.lines).toHaveLength(1);
        },
        { timeout: 60_000, interval: 300 },
      );
      expect(logger.lines[0]).toMatch(/full|free space/);
      makeRoom();
      await vi.waitFor(
        async () => {
          log.note(session, called('files.read'));
          const kinds = await withFile(at, (database) =>
            database.prepare('SELECT DISTINCT kind FROM requests').pluck().all(),
          );
          expect(kinds).toEqual(expect.arrayContaining(['list', 'call']));
        },
        { timeout: 60_000, interval: 300 },
      );
      expect(logger.lines.filter((line) => line.includes('could not be written'))).toHaveLength(1);
    });
  },
);

/** Reads events until one is as wanted; all entries until then. */
async function until(events: AsyncGenerator<UsageEvent, void>, isWanted: (event: UsageEvent) => boolean) {
  const seen: UsageEvent[] = [];
  for (let next = await events.next(); !next.done; next = await events.next()) {
    seen.push(next.value);
    if (isWanted(next.value)) return seen;
  }
  throw new Error('The stream ended.');
}

describe('the gateway in the app', () => {
  it('is followed while other processes write: who comes, each request once, who goes', async () => {
    const at = place();
    const services = await testServices({ userDataDir: at.userDataDir });
    await services.workspace.open({ path: at.root });
    const stop = new AbortController();
    const events = services.gateway.watch({ limit: 50 }, { signal: stop.signal });
    expect((await events.next()).value).toEqual({ log: null, problem: null, oldest: null, sessions: [], entries: [] });
    const gateway = noting(at, 'live', 600, 'stay');
    const connected = await until(events, ({ sessions }) => sessions.some((one) => one.connected));
    // A watch begins with the newest requests only: none may be there yet.
    gateway.child.stdin?.end('go');
    expect(connected.at(-1)?.sessions).toMatchObject([{ client: { name: 'live' }, pid: gateway.child.pid }]);
    // The session may end before the last page of its requests is read.
    const seen = [...connected];
    const isAllThere = () => seen.flatMap((event) => event.entries).length >= 600;
    const hasEnded = () => seen.at(-1)?.sessions.every(({ ended_at }) => ended_at !== null);
    while (!isAllThere() || !hasEnded()) seen.push(...(await until(events, () => true)));
    const entries = seen.flatMap((event) => event.entries);
    expect(entries.map(({ record }) => record.tokens)).toEqual(Array.from({ length: 600 }, (_, n) => n));
    stop.abort();
    expect((await events.next()).done).toBe(true);
  });

  it('notices a gateway that was killed, a log that was cleared, and another workspace', async () => {
    const at = place();
    const other = { ...at, root: workspaceFolder([{ name: 'web.fetch' }]) };
    const log = await openLog(other);
    log.note(log.begin(host('elsewhere')), listed());
    log.close();
    const services = await testServices({ userDataDir: at.userDataDir });
    await services.workspace.open({ path: at.root });
    const gateway = noting(at, 'live', Number.POSITIVE_INFINITY);
    const events = services.gateway.watch({ limit: 1 });
    await until(events, ({ sessions }) => sessions[0]?.connected ?? false);
    gateway.child.kill('SIGKILL');
    await gateway.exit;
    const killed = await until(events, ({ sessions }) => sessions[0]?.connected === false);
    expect(killed.at(-1)?.oldest).toBe(1);
    const { removed } = await services.gateway.clear();
    expect(removed).toBeGreaterThan(0);
    const cleared = await until(events, ({ oldest }) => oldest === null);
    expect(cleared.at(-1)?.sessions).toEqual([]);
    await services.workspace.open({ path: other.root });
    const opened = await until(events, ({ entries }) => entries.length > 0);
    expect(opened.at(-1)?.entries).toMatchObject([{ client: 'elsewhere' }]);
    expect(opened.at(-1)?.log).not.toBe(killed.at(-1)?.log);
    await events.return();
  });

  it('says what each host carries against all definitions of the enabled sources, and the sums of a day', async () => {
    const at = place();
    const description = 'Reads a text file from the disk. '.repeat(20);
    write(at.root, 'sources/test.jsonl', JSON.stringify({ name: 'files.read', description }));
    write(at.root, 'sources/off.jsonl', JSON.stringify({ name: 'off.tool', description }));
    const sources = [
      '{name: test, path: sources/test.jsonl, format: tools_jsonl}',
      '{name: off, path: sources/off.jsonl, format: tools_jsonl, enabled: false}',
    ];
    write(
      at.root,
      'pegboard.yaml',
      `sources:\n${sources.map((source) => `  - ${source}\n`).join('')}overlays:\n  files.read: {description: Short.}\n`,
    );
    const services = await testServices({ userDataDir: at.userDataDir });
    await services.workspace.open({ path: at.root });
    const none = await services.gateway.status();
    expect(none).toMatchObject({
      log: null,
      problem: null,
      enabled: true,
      bytes: 0,
      sessions: [],
      totals: { requests: 0 },
    });
    expect(none.without.tools).toBe(1);
    expect(none.without.tokens).toBeGreaterThan(description.length / 4);
    expect(none.without.tokens).toBeLessThan(description.length / 4 + 40);
    const log = await openLog(at);
    const session = log.begin(host('a'));
    log.note(session, listed({ tools: 5, tokens: 321 }));
    log.note(session, searched('web page', ['files.read']));
    log.note(session, called('web.fetch', { outcome: 'failed', error: 'server_failed' }));
    await vi.waitFor(async () => expect(await countRequests(at)).toBe(3), { timeout: 60_000 });
    const status = await services.gateway.status();
    expect(status).toMatchObject({
      sessions: [{ connected: true, requests: 3, list: { tools: 5, tokens: 321 } }],
      totals: { requests: 3, failed: 1, sources: [{ name: 'web', requests: 1, failed: 1 }] },
    });
    const traffic = await services.gateway.traffic({ limit: 2 });
    expect(traffic.entries.map(({ id, called_later }) => [id, called_later])).toEqual([
      [3, null],
      [2, { id: 3, tool: 'web.fetch' }],
    ]);
    expect([traffic.next, traffic.log]).toEqual([2, status.log]);
    expect((await services.gateway.request({ id: 2 }))?.record).toMatchObject({ query: 'web page' });
  });

  it('says what is wrong with a log of a newer Pegboard, and leaves it', async () => {
    const userDataDir = temporaryFolder();
    const services = await servicesWith([{ name: 'files.read' }], { userDataDir });
    const root = (await services.workspace.current())?.path ?? '';
    const at = { userDataDir, root };
    const log = await openLog(at);
    log.note(log.begin(host('a')), listed());
    log.close();
    await withFile(at, (database) => database.exec("UPDATE usage_meta SET value = '99' WHERE key = 'schema_version'"));
    expect(await services.gateway.status()).toMatchObject({ problem: expect.stringContaining('newer'), sessions: [] });
    expect(await services.gateway.traffic({ limit: 5 })).toMatchObject({ entries: [], problem: expect.any(String) });
    await expect(services.gateway.clear()).rejects.toMatchObject({ code: 'file_unreadable' });
    const events = services.gateway.watch({ limit: 5 });
    expect((await events.next()).value).toMatchObject({ problem: expect.stringContaining('newer') });
    await events.return();
  });
});

describe('pegboard gateway log', () => {
  const command = async () => {
    const at = place();
    const log = await openLog(at);
    const session = log.begin(host('claude-code\u001b[31m'));
    for (let n = 0; n < 250; n++) log.note(session, listed());
    log.note(session, searched('save a page', ['files.read']));
    log.note(session, called('web.fetch', { outcome: 'refused', error: 'consent_required' }));
    log.close();
    const env = { PEGBOARD_HOME: at.userDataDir };
    return { at, run: (...args: string[]) => runCli(['gateway', 'log', ...args], { cwd: at.root, env }) };
  };

  it('lists the newest records, pages of them, and sums', async () => {
    const { run } = await command();
    const json = await run('--limit', '230');
    expect([json.code, json.stderr, json.result.schema]).toEqual([0, '', 'pegboard.gateway-log/1']);
    const entries = json.result.entries as { id: number }[];
    expect(entries.map(({ id }) => id)).toEqual(Array.from({ length: 230 }, (_, n) => 252 - n));
    expect(json.result.totals).toMatchObject({ requests: 252, failed: 1, tokens: 252 * 40 });
    expect(json.result.next).toBe(23);
    const older = await run('--limit', '230', '--before', '23');
    expect((older.result.entries as { id: number }[]).map(({ id }) => id)).toEqual(
      Array.from({ length: 22 }, (_, n) => 22 - n),
    );
    expect(older.result.next).toBeNull();
    expect((await run('--format', 'human', '--limit', '2')).stdout).toContain('Older ones: --before 251');
    const same = await run('--json', '--format', 'human', '--limit', '1');
    expect(same.result.totals).toMatchObject({ requests: 252 });
    const { stdout } = await run('--format', 'human', '--limit', '2');
    expect(stdout).toMatch(/call +web\.fetch +refused \(consent_required\)/);
    expect(stdout).toMatch(/search +"save a page" → files\.read; called later: web\.fetch/);
    expect(stdout).toContain('252 requests since');
    expect(stdout).not.toContain('\u001b');
  });

  it('reads that of a gateway server without a store, and clears no log by its settings', async () => {
    const { at, run } = await command();
    const token = `{name: ci, hash: "sha256:${'0'.repeat(64)}", persona: null}`;
    write(at.root, 'pegboard-gateway.yaml', `public_url: https://tools.example.test\ntokens: [${token}]\n`);
    const [own, servers] = [await run('--limit', '3'), await run('--limit', '3', '--config', 'pegboard-gateway.yaml')];
    expect(servers.code).toBe(0);
    expect(servers.result.entries).toEqual(own.result.entries);
    const cleared = await run('--clear', '--config', 'pegboard-gateway.yaml');
    expect([cleared.code, cleared.error.message]).toEqual([2, expect.stringContaining('not that of --config')]);
    expect((await run('--config', 'missing.yaml')).error).toMatchObject({ code: 'file_not_found' });
    expect(await countRequests(at)).toBe(252);
  });

  it('clears the log', async () => {
    const { at, run } = await command();
    expect((await run('--clear')).result).toMatchObject({ schema: 'pegboard.gateway-log-clear/1', removed: 252 });
    expect(await countRequests(at)).toBe(0);
    expect((await run('--format', 'human')).stdout).toContain('No host sent a request since');
  });

  it('refuses times and counts that are none', async () => {
    const { run } = await command();
    for (const args of [
      ['--since', 'yesterday'],
      ['--since', '7'],
      ['--limit', '0'],
      ['--limit', '99999'],
      ['--before', 'yesterday'],
    ]) {
      const { code, error } = await run(...args);
      expect([code, error.code]).toEqual([2, 'usage']);
    }
  });
});
