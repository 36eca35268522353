import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { expect, it } from 'vitest';
import { nodeFiles } from '#core/files/node-files.ts';
import { gatewayReader } from '#core/use/readers/gateway.ts';
import type { LoggedEvent } from '#core/use/readers/use-reader.ts';
import { Random } from '../../../hostile/random.ts';
import { casesOf } from '../../../support/depth.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';
import { called, host, listed, openLog, searched } from '../../../support/usage.ts';

/** A log of a few requests, with its requests in the file itself and not beside it. */
async function usageLog() {
  const [userDataDir, root] = [temporaryFolder(), temporaryFolder()];
  const place = { userDataDir, root };
  const log = await openLog(place);
  const session = log.begin(host('editor', { persona: 'writer' }));
  for (let i = 0; i < 12; i++) {
    log.note(session, searched(`ask ${i}`, ['pages.create', 'pages.read']));
    log.note(session, called('pages.create', { outcome: i % 3 === 0 ? 'tool_error' : 'ok' }));
  }
  log.note(session, listed());
  log.close();
  const context = { ...place, machine: undefined, files: nodeFiles, serverName: 'pegboard' };
  const [path = ''] = await gatewayReader.places(context);
  const database = new Database(path);
  database.pragma('wal_checkpoint(TRUNCATE)');
  database.pragma('journal_mode = DELETE');
  database.close();
  return { context, path, bytes: readFileSync(path) };
}

/** Bytes that are other ones, missing, or twice. */
function damaged(bytes: Buffer, random: Random): Buffer {
  const copy = Buffer.from(bytes);
  const at = random.below(copy.length);
  switch (random.below(6)) {
    case 0:
      return copy.subarray(0, at);
    case 1:
      return Buffer.concat([copy.subarray(0, at), copy.subarray(random.below(copy.length))]);
    case 2:
      return copy.fill(random.below(256), at, Math.min(copy.length, at + random.below(5000)));
    case 3:
      copy.writeUInt8(random.below(256), random.below(100));
      return copy;
    default:
      for (let i = random.below(8); i >= 0; i--) copy.writeUInt8(random.below(256), random.below(copy.length));
      return copy;
  }
}

const kinds = new Set<LoggedEvent['kind']>(['search', 'get', 'call', 'skill']);

const damages = casesOf(2000);

it(`says what is wrong with ${damages} damaged logs of the gateway, or reads what can be read`, async () => {
  const { context, bytes } = await usageLog();
  const random = new Random('damaged logs of the gateway');
  const folder = temporaryFolder();
  const outcomes = { read: 0, told: 0, broken: 0 };
  for (let i = 0; i < damages; i++) {
    const path = join(folder, `${i}`, 'usage.db');
    await nodeFiles.makeFolder(join(folder, `${i}`));
    writeFileSync(path, damaged(bytes, random));
    const page = await gatewayReader.read(path, { head: '', number: 0 }, context);
    expect(page).not.toBeNull();
    if (!page) continue;
    const { events, problem, rows, broken } = page;
    for (const { kind, at } of events) expect([kinds.has(kind), typeof at]).toEqual([true, 'number']);
    expect(broken).toBeLessThanOrEqual(rows);
    if (problem !== null) expect(problem).toMatch(/^[^\0]{5,300}$/);
    outcomes[problem !== null ? 'told' : broken > 0 ? 'broken' : 'read'] += 1;
  }
  for (const count of Object.values(outcomes)) expect(count).toBeGreaterThan(20);
}, 600_000);

it('reads the good requests beside those whose record is not one', async () => {
  const { context, path } = await usageLog();
  const database = new Database(path);
  const random = new Random('records of the gateway');
  const insert = database.prepare(
    'INSERT INTO requests (session, at, kind, outcome, error, elapsed_ms, tokens, detail) VALUES (1, @at, @kind, @outcome, NULL, @ms, 1, @detail)',
  );
  const details = [
    '',
    '[]',
    'null',
    '{',
    '{"query": 1}',
    '{"hits": {}}',
    '{"names": [1]}',
    `{"tool": "${'x'.repeat(99_999)}"}`,
  ];
  const rows = Array.from({ length: 2000 }, () => ({
    at: random.pick([0, 1e15, -1, 1.7e12]),
    kind: random.pick(['search', 'call', 'get', 'resource', 'gone', '']),
    outcome: random.pick(['ok', 'great', '']),
    ms: random.pick([1, -1, 1e300]),
    detail: random.pick(details),
  }));
  database.transaction(() => {
    for (const row of rows) insert.run(row);
  })();
  database.close();
  let [good, broken, after] = [0, 0, { head: '', number: 0 }];
  for (;;) {
    const page = await gatewayReader.read(path, after, context);
    if (!page || page.problem !== null) throw new Error(page?.problem ?? 'no log');
    good += page.events.filter(({ query, said }) => query?.startsWith('ask') || said === 'pages.create').length;
    broken += page.broken;
    after = { head: page.head, number: page.last };
    if (!page.hasMore) break;
  }
  expect(good).toBe(24);
  expect(broken).toBeGreaterThan(1900);
});
