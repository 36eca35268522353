import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { nodeFiles } from '#core/files/node-files.ts';
import { readUseSessions } from '#core/use/read-sessions.ts';
import { folderOfUse } from '#core/use/use-store.ts';
import { loadWorkspace } from '#core/workspace/load-workspace.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';
import { called, host, openLog, searched } from '../../../support/usage.ts';
import { allRows, readUse, wrongFigures } from '../../../support/use.ts';
import { testServices, workspaceFolder } from '../../../support/workspace.ts';

const start = Date.UTC(2026, 10, 1, 12);
const minute = 60_000;

/** A workspace of three tools, with a gateway that two hosts used. */
async function withUse() {
  const userDataDir = temporaryFolder();
  const root = workspaceFolder([
    { name: 'pages.create', description: 'Creates a page.' },
    { name: 'pages.read', description: 'Reads a page.' },
    { name: 'images.crop', description: 'Crops an image.' },
  ]);
  let now = start;
  const log = await openLog({ userDataDir, root }, { now: () => now });
  const note = (session: number, record: Parameters<typeof log.note>[1], later = minute) => {
    log.note(session, record);
    now += later;
  };
  const first = log.begin(host('editor'));
  note(first, searched('make a new page', ['pages.create', 'pages.read']));
  note(first, called('pages.create'));
  note(first, searched('cut a picture', ['pages.read', 'images.crop']));
  note(first, { kind: 'get', names: ['images.crop'], outcome: 'ok', error: null, elapsed_ms: 1, tokens: 9 });
  note(first, called('images.crop', { outcome: 'tool_error', error: 'tool_failed', elapsed_ms: 200 }));
  note(first, searched('send a letter', []), 11 * minute);
  note(first, called('pages.create', { elapsed_ms: 40 }));
  note(first, called('gone.tool'));
  note(first, called(null, { outcome: 'not_found' }), 24 * 60 * minute);
  const second = log.begin(host('shell', { persona: 'writer' }));
  note(second, searched('read a page', ['pages.read']));
  note(second, called('pages.read'));
  note(second, { ...called('x'), kind: 'resource', source: 'pack:p', name: 'skill://p/writing/SKILL.md' } as never);
  log.close();
  const services = await testServices({ userDataDir, now: () => now });
  await services.workspace.open({ path: root });
  return { services, userDataDir, root };
}

it('reads the log of the gateway once, and every figure has its rows', async () => {
  const { services } = await withUse();
  const [gateway] = await readUse(services);
  expect(gateway).toMatchObject({ origin: 'gateway', broken: 0, added: 12, problem: null });
  const report = await services.use.report({});
  expect(report).toMatchObject({ events: 12, sessions: 2, calls: 6, failed: 2, gets: 1, unmapped_calls: 1 });
  expect(report.searches.outcomes).toEqual({ empty: 1, first: 2, other: 1, none: 0, unknown: 0 });
  expect(report.searches.other).toMatchObject([{ query: 'cut a picture', first: 'pages.read', called: 'images.crop' }]);
  expect(report.unmapped).toEqual([{ said: 'gone.tool', why: 'unknown', calls: 1 }]);
  expect(report.tools.map(({ tool, calls, p95_ms }) => [tool, calls, p95_ms])).toEqual([
    ['pages.create', 2, 40],
    ['images.crop', 1, 200],
    ['pages.read', 1, 3.5],
  ]);
  expect(report.days.map(({ day, calls }) => [day, calls])).toEqual([
    ['2026-11-01', 5],
    ['2026-11-02', 1],
  ]);
  expect(report.together).toEqual([{ tools: ['images.crop', 'pages.create'], sessions: 1, of: 1 }]);
  expect(report.skills).toEqual([{ skill: 'writing', loads: 1, sessions: 1 }]);
  expect(await wrongFigures(services, report, {})).toEqual([]);
  const [again] = await readUse(services);
  expect(again).toMatchObject({ added: 0, lines: 0 });
  expect((await services.use.report({})).events).toBe(12);
});

it('keeps its figures and rows in a scope', async () => {
  const { services } = await withUse();
  await readUse(services);
  for (const scope of [
    { client: 'shell' },
    { source: 'test' },
    { since: start + 24 * 60 * minute },
    { until: start + 5 * minute + 1 },
  ]) {
    const report = await services.use.report(scope);
    expect(report.events, JSON.stringify(scope)).toBeGreaterThan(0);
    expect(await wrongFigures(services, report, scope), JSON.stringify(scope)).toEqual([]);
  }
});

it('says what is carried and never called', async () => {
  const { services } = await withUse();
  await readUse(services);
  const { carried } = await services.use.report({ client: 'shell' });
  expect(carried).toMatchObject({ sources: 1, tools: 3, used: 1, days: 1 });
  expect(carried.never.map(({ tool }) => tool).sort()).toEqual(['images.crop', 'pages.create']);
  expect(carried.tokens.o200k).toBeGreaterThan(carried.never.reduce((sum, { tokens }) => sum + tokens.o200k, 0));
});

it('gives sessions to those who learn from them', async () => {
  const { services, userDataDir, root } = await withUse();
  await readUse(services);
  const workspace = await loadWorkspace(root, nodeFiles);
  const sessions = await readUseSessions({ workspace, userDataDir, files: nodeFiles, machine: undefined });
  expect(sessions.map(({ client, persona, calls }) => [client, persona, calls.map(({ tool }) => tool)])).toEqual([
    ['editor', null, ['pages.create', 'images.crop', 'pages.create']],
    ['shell', 'writer', ['pages.read']],
  ]);
  expect(sessions[0]?.searches.map(({ query, called: tool }) => [query, tool])).toEqual([
    ['make a new page', 'pages.create'],
    ['cut a picture', 'images.crop'],
    // The call came after more than ten minutes.
    ['send a letter', null],
  ]);
  expect(sessions[1]).toMatchObject({ skills: [{ skill: 'writing' }] });
});

it('forgets what was kept, in the bytes too, and does not read it again', async () => {
  const { services, userDataDir, root } = await withUse();
  await readUse(services);
  const path = join(await folderOfUse(userDataDir, root, nodeFiles), 'use.db');
  expect(readFileSync(path).includes('send a letter') || readFileSync(`${path}-wal`).includes('send a letter')).toBe(
    true,
  );
  await expect(services.use.forget({})).resolves.toEqual({ removed: 12 });
  expect(readFileSync(path).includes('send a letter')).toBe(false);
  expect(await readUse(services)).toEqual([]);
  await expect(readUse(services, ['gateway'])).rejects.toMatchObject({ code: 'consent_required' });
  expect(await allRows(services, {})).toEqual([]);
  await services.use.allow({ origin: 'gateway' });
  expect(await readUse(services)).toMatchObject([{ added: 12 }]);
});

it('tells searches with the same words apart by their first result and by what was called', async () => {
  const [userDataDir, root] = [
    temporaryFolder(),
    workspaceFolder([{ name: 'a.one' }, { name: 'a.two' }, { name: 'a.three' }]),
  ];
  let now = start;
  const log = await openLog({ userDataDir, root }, { now: () => (now += minute) });
  const session = log.begin(host('editor'));
  for (const [first, then] of [
    ['a.one', 'a.two'],
    ['a.one', 'a.three'],
    ['a.two', 'a.three'],
    ['a.two', 'a.three'],
  ] as const) {
    log.note(session, searched('do it', [first, then]));
    log.note(session, called(then));
  }
  log.close();
  const services = await testServices({ userDataDir, now: () => now });
  await services.workspace.open({ path: root });
  await readUse(services);
  const report = await services.use.report({});
  expect(report.searches.other.map(({ first, called: then, count }) => [first, then, count]).sort()).toEqual([
    ['a.one', 'a.three', 1],
    ['a.one', 'a.two', 1],
    ['a.two', 'a.three', 2],
  ]);
  expect(await wrongFigures(services, report, {})).toEqual([]);
  expect(await allRows(services, { called: 'a.three' })).toHaveLength(3);
  expect(await allRows(services, { first: 'a.two' })).toHaveLength(2);
});
