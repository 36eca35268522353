import { readFileSync, statSync } from 'node:fs';
import { describe, expect, it, vi } from 'vitest';
import type { Database } from '#core/db/database.ts';
import { HostSessions } from '#core/gateway/usage/host-sessions.ts';
import { usageEntries } from '#core/gateway/usage/read-usage.ts';
import { clearUsage, trimUsage, usedBytes } from '#core/gateway/usage/trim-usage.ts';
import { usageTotals } from '#core/gateway/usage/usage-totals.ts';
import { writeUsage } from '#core/gateway/usage/write-usage.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';
import {
  called,
  countRequests,
  host,
  listed,
  logPath,
  logSettings,
  memoryLog,
  openLog,
  searched,
  withFile,
} from '../../../support/usage.ts';

const megabyte = 1024 * 1024;
const start = Date.parse('2026-01-01T00:00:00Z');
const minute = 60_000;

/** Fills a log with searches and calls, one a minute, of one session. */
function fill(database: Database, count: number, pid = process.pid): void {
  let now = start;
  const sessions = new HostSessions(() => now);
  const session = sessions.begin(host('a'));
  const tools = Array.from({ length: 20 }, (_, n) => `files.tool_${n}`);
  const requests = Array.from({ length: count }, (_, n) => {
    now = start + n * minute;
    sessions.use(session);
    const tool = tools[n % tools.length] ?? '';
    const record = n % 2 === 0 ? searched(`find number ${n}`, tools.slice(0, 8)) : called(tool);
    return { session, at: now, record };
  });
  writeUsage(database, { sessions: sessions.changed(), requests, mask: (text) => text, pid });
}

const trim = (database: Database, bounds: Partial<Parameters<typeof trimUsage>[1]>) => {
  const given = { oldest: 0, maximumBytes: 1000 * megabyte, isRunning: () => true };
  return [...trimUsage(database, { ...given, ...bounds })].length;
};
const idsIn = (database: Database) => {
  const row = database.prepare('SELECT min(id) AS first, max(id) AS last, count(*) AS count FROM requests').get();
  return row as { first: number; last: number; count: number };
};

describe('the bounds of the log', () => {
  it('let records go that are too old, and keep all others', () => {
    const database = memoryLog();
    fill(database, 5000);
    trim(database, { oldest: start + 3000 * minute });
    expect(idsIn(database)).toEqual({ first: 3001, last: 5000, count: 2000 });
  });

  it('let the oldest go when the log is too large, down to nine tenths, in small steps, and the file gets smaller', async () => {
    const at = { userDataDir: temporaryFolder(), root: temporaryFolder() };
    (await openLog(at)).close();
    const path = await logPath(at);
    const sizes = await withFile(at, (database) => {
      fill(database, 20_000);
      database.pragma('wal_checkpoint(TRUNCATE)');
      const before = statSync(path).size;
      const steps = trim(database, { maximumBytes: before / 2 });
      return { before, used: usedBytes(database), steps, ...idsIn(database) };
    });
    const after = statSync(path).size;
    expect(sizes?.steps).toBeGreaterThan(8);
    expect(sizes?.last).toBe(20_000);
    expect(sizes?.count).toBe(20_000 - (sizes?.first ?? 0) + 1);
    expect(after / (sizes?.before ?? 0)).toBeLessThan(0.5);
    expect(after / (sizes?.before ?? 0)).toBeGreaterThan(0.35);
  });

  it('leave a log alone that is within them', () => {
    const database = memoryLog();
    fill(database, 1000);
    trim(database, { oldest: start, maximumBytes: usedBytes(database) });
    expect(idsIn(database).count).toBe(1000);
  });

  it('end the sessions of processes that are gone, and forget those whose requests went', () => {
    const database = memoryLog();
    fill(database, 10, 111);
    fill(database, 10, 222);
    const sessions = () => database.prepare('SELECT pid, ended_at FROM sessions ORDER BY pid').all();
    trim(database, { isRunning: (pid) => pid === 222 });
    expect(sessions()).toEqual([
      { pid: 111, ended_at: start + 9 * minute },
      { pid: 222, ended_at: null },
    ]);
    trim(database, { oldest: start + 60 * minute, isRunning: () => false });
    expect(sessions()).toEqual([]);
  });

  it('are looked at when the log is opened and when the settings change', async () => {
    const at = { userDataDir: temporaryFolder(), root: temporaryFolder() };
    (await openLog(at)).close();
    await withFile(at, (database) => fill(database, 20_000));
    let settings = { ...logSettings, days: 3650, max_mb: 3 };
    const log = await openLog(at, { settings: () => settings });
    await vi.waitFor(async () => expect(await countRequests(at)).toBeLessThan(20_000), { timeout: 30_000 });
    await vi.waitFor(async () => expect(statSync(await logPath(at)).size).toBeLessThan(3 * megabyte), {
      timeout: 30_000,
    });
    settings = { ...settings, days: 1 };
    log.note(log.begin(host('a')), listed());
    await vi.waitFor(async () => expect(await countRequests(at)).toBe(1), { timeout: 30_000 });
  });
});

describe('clearing the log', () => {
  it('removes every record and gives the room back; a session that is connected stays, and later numbers are new', () => {
    const database = memoryLog();
    fill(database, 5000, 111);
    fill(database, 10, 222);
    const before = usedBytes(database);
    expect(clearUsage(database, (pid) => pid === 222)).toEqual({ removed: 5010 });
    expect(database.prepare('SELECT pid FROM sessions').pluck().all()).toEqual([222]);
    expect(Number(database.pragma('page_count', { simple: true })) * 4096 * 10).toBeLessThan(before);
    fill(database, 1);
    expect(idsIn(database)).toEqual({ first: 5011, last: 5011, count: 1 });
  });

  it('leaves nothing of a record in the file', async () => {
    const at = { userDataDir: temporaryFolder(), root: temporaryFolder() };
    const log = await openLog(at);
    log.note(log.begin(host('a')), searched('planted-query-77', []));
    log.close();
    await withFile(at, (database) => clearUsage(database, () => false));
    expect(readFileSync(await logPath(at), 'latin1')).not.toContain('planted-query-77');
  });

  it('does not keep a gateway that runs from writing on', async () => {
    const at = { userDataDir: temporaryFolder(), root: temporaryFolder() };
    const log = await openLog(at);
    const session = log.begin(host('a'));
    log.note(session, listed());
    await vi.waitFor(async () => expect(await countRequests(at)).toBe(1), { timeout: 20_000 });
    await withFile(at, (database) => clearUsage(database, () => false));
    log.note(session, listed());
    log.close();
    const entries = await withFile(at, (database) => usageEntries(database, { limit: 10 }).entries);
    expect(entries?.map(({ id, client }) => [id, client])).toEqual([[2, 'a']]);
  });
});

describe('a log of 100,000 records', () => {
  it('takes little room for each, and a page, a batch and the sums of a day take no more than in one of 10,000', () => {
    const [small, large] = [memoryLog(), memoryLog()];
    fill(small, 10_000);
    fill(large, 100_000);
    const perRecord = usedBytes(large) / 100_000;
    const raw = JSON.stringify(searched('find number 99999', Array(8).fill('files.tool_10'))).length;
    expect(perRecord / raw).toBeLessThan(1);
    expect(perRecord / (usedBytes(small) / 10_000)).toBeLessThan(1.2);
    /** How many times as long the work takes in the large log: by the fastest of some runs, one after the other in each. */
    const timesAsLong = (work: (database: Database, last: number) => unknown) => {
      const fastest = [small, large].map((database) => ({ database, last: idsIn(database).last, ms: Infinity }));
      for (let run = 0; run < 15; run++) {
        for (const each of fastest) {
          const begun = performance.now();
          work(each.database, each.last);
          each.ms = Math.min(each.ms, performance.now() - begun);
        }
      }
      const [ofSmall, ofLarge] = fastest.map(({ ms }) => ms);
      return (ofLarge ?? Infinity) / (ofSmall ?? 0);
    };
    // Ten times the records: work that read them all would take about ten times as long.
    expect(timesAsLong((database, last) => usageEntries(database, { before: last - 100, limit: 100 }))).toBeLessThan(5);
    expect(timesAsLong((database, last) => usageTotals(database, start + last * minute - 86_400_000))).toBeLessThan(5);
    expect(timesAsLong((database) => fill(database, 10))).toBeLessThan(5);
  });
});
