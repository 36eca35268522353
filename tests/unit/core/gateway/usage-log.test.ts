import {
  closeSync,
  mkdirSync,
  openSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { openScratchDatabase } from '#core/db/open-database.ts';
import type { Files } from '#core/files/files.ts';
import { nodeFiles } from '#core/files/node-files.ts';
import { usageEntries, usageSessions } from '#core/gateway/usage/read-usage.ts';
import type { UsageRecord } from '#shared/domain/usage.ts';
import { recordingLogger } from '../../../contract/recording-logger.ts';
import { folderContents } from '../../../support/folder-contents.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';
import {
  called,
  countRequests,
  host,
  listed,
  logPath,
  logSettings,
  openLog,
  searched,
  withFile,
} from '../../../support/usage.ts';

const place = () => ({ userDataDir: temporaryFolder(), root: temporaryFolder() });
type Place = ReturnType<typeof place>;

const entriesIn = async (at: Place) =>
  (await withFile(at, (database) => usageEntries(database, { limit: 200 }).entries.reverse())) ?? [];
const sessionsIn = async (at: Place) => (await withFile(at, (database) => usageSessions(database, () => true))) ?? [];

describe('the log of the gateway', () => {
  it('keeps each request as it was, in a folder of the user that nobody else can read, and nothing in the workspace', async () => {
    const at = place();
    const log = await openLog(at);
    const session = log.begin(host('claude-code', { persona: 'support' }));
    const records = [
      listed(),
      searched('read a file', ['files.read', 'files.list']),
      { ...listed(), kind: 'get' as const, names: ['files.read'] },
      called('files.read', { outcome: 'tool_error', error: 'tool_failed' }),
      called(null, { outcome: 'not_found', error: 'tool_not_found', upstream_ms: null }),
      { ...listed(), kind: 'resource' as const, source: 'files', name: 'file:///a' },
    ].map(({ tools: _, ...record }: Record<string, unknown>) =>
      record.kind === 'list' ? listed() : record,
    ) as never[];
    for (const record of records) log.note(session, record);
    log.close();
    const kept = await entriesIn(at);
    expect(kept.map(({ record }) => record)).toEqual(records);
    expect(kept[0]).toMatchObject({ client: 'claude-code', persona: 'support' });
    expect(statSync(dirname(await logPath(at))).mode & 0o777).toBe(0o700);
    expect(folderContents(at.root)).toEqual({});
  });

  it('writes in batches: nothing during the request, all of it soon after, without a call of close', async () => {
    const at = place();
    const log = await openLog(at);
    const session = log.begin(host('a'));
    for (let n = 0; n < 500; n++) log.note(session, listed());
    expect(await countRequests(at)).toBe(0);
    await vi.waitFor(async () => expect(await countRequests(at)).toBe(500), { timeout: 20_000 });
  });

  it('goes on where it was when it is opened again, with numbers that were never given', async () => {
    const at = place();
    for (let run = 0; run < 2; run++) {
      const log = await openLog(at);
      log.note(log.begin(host('a')), listed());
      log.close();
      await withFile(at, (database) => database.prepare('DELETE FROM requests WHERE id < 2').run());
    }
    expect((await entriesIn(at)).map(({ id }) => id)).toEqual([2]);
  });

  it('goes on with the session of the same host within half an hour, also after it ended, and begins another one later', async () => {
    const at = place();
    let now = Date.parse('2026-11-22T10:00:00Z');
    const log = await openLog(at, { now: () => now });
    const first = log.begin(host('a'));
    log.note(first, listed());
    log.end(first);
    now += 29 * 60_000;
    expect(log.begin(host('a'))).toBe(first);
    expect(log.begin(host('b'))).not.toBe(first);
    expect(log.begin(host('a', { persona: 'support' }))).not.toBe(first);
    now += 31 * 60_000;
    const second = log.begin(host('a'));
    expect(second).not.toBe(first);
    log.note(second, listed());
    log.close();
    const sessions = (await sessionsIn(at)).filter(({ client, persona }) => client?.name === 'a' && persona === null);
    expect(sessions.map((one) => [one.started_at, one.used_at, one.requests])).toEqual([
      ['2026-11-22T11:00:00.000Z', '2026-11-22T11:00:00.000Z', 1],
      ['2026-11-22T10:00:00.000Z', '2026-11-22T10:29:00.000Z', 1],
    ]);
    expect(sessions.every(({ ended_at }) => ended_at !== null)).toBe(true);
  });

  it('keeps arguments and results only on request, with secrets masked, also those in a query', async () => {
    const at = place();
    let settings = logSettings;
    const mask = (text: string) => text.replaceAll('planted-value-1', '${env:TOKEN}');
    const log = await openLog(at, { settings: () => settings, mask });
    const session = log.begin(host('a'));
    const call = () =>
      called('files.read', {
        arguments: '{"token":"planted-value-1"}',
        result: `x${'y'.repeat(100_000)}planted-value-1`,
      });
    log.note(session, call());
    settings = { ...settings, arguments: true };
    log.note(session, call());
    log.note(session, searched('log in with planted-value-1', []));
    const { kind: _, ...figures } = listed();
    log.note(session, { ...figures, kind: 'get', names: ['files.read', 'planted-value-1'] } as UsageRecord);
    log.note(session, searched('password=planted-value-2 log in', []));
    log.close();
    const [without, withValues, search, get, named] = (await entriesIn(at)).map(({ record }) => record);
    expect(without).toMatchObject({ arguments: null, result: null });
    expect(withValues).toMatchObject({
      arguments: '{"token":"${env:TOKEN}"}',
      result: expect.stringMatching(/^xy+…$/),
    });
    expect(search).toMatchObject({ query: 'log in with ${env:TOKEN}' });
    expect(get).toMatchObject({ names: ['files.read', '${env:TOKEN}'] });
    expect(named).toMatchObject({ query: 'password=[hidden] log in' });
    const bytes = Object.values(folderContents(at.userDataDir)).join('');
    expect(bytes).not.toContain('planted-value');
  });

  it('hides tokens that betray themselves without being told', async () => {
    const at = place();
    const log = await openLog(at, { settings: () => ({ ...logSettings, arguments: true }) });
    const token = `ghp_${'a1B2'.repeat(9)}`;
    log.note(log.begin(host('a')), called('files.read', { arguments: JSON.stringify({ token }) }));
    log.close();
    expect((await entriesIn(at))[0]?.record).toMatchObject({ arguments: '{"token":"[hidden]"}' });
  });

  it('keeps nothing while it is off, not even a file, and begins when it is switched on', async () => {
    const at = place();
    let settings = { ...logSettings, enabled: false };
    const log = await openLog(at, { settings: () => settings });
    const session = log.begin(host('a'));
    log.note(session, listed());
    const other = await openLog(at, { settings: () => settings });
    other.note(other.begin(host('b')), listed());
    other.close();
    expect(folderContents(at.userDataDir)).toEqual({});
    settings = { ...settings, enabled: true };
    log.note(session, called('files.read'));
    await vi.waitFor(async () => expect(await countRequests(at)).toBe(1), { timeout: 20_000 });
    settings = { ...settings, enabled: false };
    log.note(session, listed());
    log.close();
    expect((await entriesIn(at)).map(({ record }) => record.kind)).toEqual(['call']);
  });
});

describe('a log that cannot be written', () => {
  const trouble = async (at: Place, spoil: (path: string) => void) => {
    const path = await logPath(at);
    mkdirSync(dirname(path), { recursive: true });
    spoil(path);
    return { path, logger: await noteThreeTimes(at) };
  };

  it('that is damaged is put aside, and a new one begins', async () => {
    const at = place();
    const { path, logger } = await trouble(at, (file) => writeFileSync(file, 'no database '.repeat(1000)));
    expect(await countRequests(at)).toBe(3);
    expect(readdirSync(dirname(path)).some((name) => name.startsWith('usage.db.corrupt-'))).toBe(true);
    expect(logger.lines.filter((line) => line.includes('damaged'))).toHaveLength(1);
  });

  it('of a newer Pegboard stays as it is, and that is said once', async () => {
    const at = place();
    const log = await openLog(at);
    log.note(log.begin(host('a')), listed());
    log.close();
    await withFile(at, (database) => database.exec("UPDATE usage_meta SET value = '99' WHERE key = 'schema_version'"));
    const { logger } = await trouble(at, () => {});
    expect(logger.lines.map((line) => JSON.parse(line).message)).toEqual([expect.stringContaining('newer Pegboard')]);
    await withFileBack(at);
    expect(await countRequests(at)).toBe(1);
  });

  it('is not followed through a link', async () => {
    const at = place();
    const elsewhere = join(temporaryFolder(), 'mine.txt');
    writeFileSync(elsewhere, '');
    await trouble(at, (path) => symlinkSync(elsewhere, path));
    expect(statSync(elsewhere).size).toBe(0);
    expect(await countRequests(at)).toBe(3);
  });

  it('because a file lies in the place of its folder is told once and harms nothing', async () => {
    const at = place();
    writeFileSync(join(at.userDataDir, 'usage'), 'mine');
    const logger = await noteThreeTimes(at);
    expect(logger.lines).toHaveLength(1);
    expect(folderContents(at.userDataDir)).toEqual({ usage: 'mine' });
  });

  it('because another process holds it is written when that lets go', async () => {
    const at = place();
    const counted = countingFiles();
    const log = await openLog(at, { files: counted.files });
    const session = log.begin(host('a'));
    log.note(session, listed());
    await vi.waitFor(async () => expect(await countRequests(at)).toBe(1), { timeout: 20_000 });
    const other = await holder(at);
    const looks = counted.looks();
    for (let n = 0; n < 10; n++) log.note(session, listed());
    await vi.waitFor(() => expect(counted.looks()).toBeGreaterThan(looks + 1), { timeout: 20_000 });
    other.release();
    await vi.waitFor(async () => expect(await countRequests(at)).toBe(11), { timeout: 20_000 });
  });

  it('because somebody deleted it is made anew while the program runs, with its session', async () => {
    const at = place();
    const log = await openLog(at);
    const session = log.begin(host('a'));
    log.note(session, listed());
    await vi.waitFor(async () => expect(await countRequests(at)).toBe(1), { timeout: 20_000 });
    rmSync(dirname(await logPath(at)), { recursive: true });
    log.note(session, called('files.read'));
    await vi.waitFor(async () => expect(await countRequests(at)).toBe(1), { timeout: 20_000 });
    expect((await entriesIn(at)).map(({ record, client }) => [record.kind, client])).toEqual([['call', 'a']]);
  });

  it('because somebody deleted it does not take the session of another process for its own', async () => {
    const at = place();
    const log = await openLog(at);
    const session = log.begin(host('a'));
    log.note(session, listed());
    await vi.waitFor(async () => expect(await countRequests(at)).toBe(1), { timeout: 20_000 });
    rmSync(dirname(await logPath(at)), { recursive: true });
    const other = await openLog(at);
    other.note(other.begin(host('b')), listed());
    other.close();
    log.note(session, listed());
    await vi.waitFor(async () => expect(await countRequests(at)).toBe(2), { timeout: 20_000 });
    expect((await entriesIn(at)).map(({ client }) => client)).toEqual(['b', 'a']);
  });

  it('because it was damaged while it was open is put aside, and later requests are kept', async () => {
    const at = place();
    const logger = recordingLogger();
    const log = await openLog(at, { logger });
    const session = log.begin(host('a'));
    for (let n = 0; n < 300; n++) log.note(session, listed());
    await vi.waitFor(async () => expect(await countRequests(at)).toBe(300), { timeout: 20_000 });
    const path = await logPath(at);
    await withFile(at, (database) => database.pragma('wal_checkpoint(TRUNCATE)'));
    const { size } = statSync(path);
    // Behind the pages that opening reads: only a write meets it.
    const sound = 10 * 4096;
    const file = openSync(path, 'r+');
    writeSync(file, Buffer.alloc(size - sound, 0xa5), 0, size - sound, sound);
    closeSync(file);
    await vi.waitFor(
      async () => {
        log.note(session, called('files.read'));
        expect(readdirSync(dirname(path)).filter((name) => /^usage\.db\.corrupt-[^.]*$/.test(name))).toHaveLength(1);
      },
      { timeout: 20_000, interval: 300 },
    );
    await vi.waitFor(async () => expect(await countRequests(at)).toBeGreaterThan(0), { timeout: 20_000 });
    expect((await entriesIn(at)).every(({ record }) => record.kind === 'call')).toBe(true);
  });
});

/** The real disk, and how often the log looked at its file there: at each batch. */
function countingFiles() {
  let looks = 0;
  const look: Files['look'] = (path) => {
    if (path.endsWith('usage.db')) looks++;
    return nodeFiles.look(path);
  };
  const makeFolder: Files['makeFolder'] = (...given) => {
    looks++;
    return nodeFiles.makeFolder(...given);
  };
  return { files: { ...nodeFiles, look, makeFolder }, looks: () => looks };
}

/** Notes three requests, each in a batch of its own; what the log said. */
async function noteThreeTimes(at: Place) {
  const logger = recordingLogger();
  const { files, looks } = countingFiles();
  const log = await openLog(at, { logger, files });
  const session = log.begin(host('a'));
  for (let n = 0; n < 3; n++) {
    const before = looks();
    log.note(session, listed());
    await vi.waitFor(() => expect(looks()).toBeGreaterThan(before), { timeout: 20_000 });
  }
  log.close();
  return logger;
}

/** Holds the lock of the file as another process would. */
async function holder(at: Place) {
  const scratch = openScratchDatabase();
  scratch.exec(`ATTACH '${await logPath(at)}' AS log; BEGIN IMMEDIATE; UPDATE log.usage_meta SET value = value`);
  return {
    release: () => {
      scratch.exec('ROLLBACK');
      scratch.close();
    },
  };
}

/** Makes a file of a newer version one of this version again. */
async function withFileBack(at: Place): Promise<void> {
  const scratch = openScratchDatabase();
  scratch.exec(
    `ATTACH '${await logPath(at)}' AS log; UPDATE log.usage_meta SET value = '1' WHERE key = 'schema_version'`,
  );
  scratch.close();
  expect(await nodeFiles.exists(await logPath(at))).toBe(true);
}
