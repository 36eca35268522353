import { appendFileSync, existsSync, mkdirSync, readFileSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { nodeFiles } from '#core/files/node-files.ts';
import type { Services } from '#core/services.ts';
import { folderOfUse } from '#core/use/use-store.ts';
import type { UseOrigin } from '#shared/domain/use.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';
import { called, host, openLog } from '../../../support/usage.ts';
import { allRows, readUse, wrongFigures } from '../../../support/use.ts';
import {
  claudeCodeLog,
  codexLog,
  isoTime,
  jsonlLog,
  otlpDocument,
  plantedSecret,
  traceDocument,
} from '../../../support/use-logs.ts';
import { testServices, write } from '../../../support/workspace.ts';

/** A workspace with a server `pages`, and a computer with a home of its own. */
async function withHome() {
  const [home, root, userDataDir] = [temporaryFolder(), temporaryFolder(), temporaryFolder()];
  const tool = (name: string) => ({ name, description: `To ${name}.`, inputSchema: { type: 'object' } });
  write(root, 'sources/pages.json', JSON.stringify({ tools: [tool('create'), tool('read')] }));
  write(root, 'pegboard.yaml', 'sources:\n  - {name: pages, path: sources/pages.json, format: tools_list}\n');
  const services = await testServices({ userDataDir, machine: { platform: 'linux', home, env: {} } });
  await services.workspace.open({ path: root });
  return { home, root, userDataDir, services, store: join(await folderOfUse(userDataDir, root, nodeFiles), 'use.db') };
}

const brief = async (services: Services) =>
  (await allRows(services, {}, 200))
    .reverse()
    .map(({ kind, said, tool, query, skill, found, ok, ms }) => [
      kind,
      tool ?? said ?? query ?? skill ?? found,
      ok,
      ms,
    ]);

it('reads transcripts of Claude Code, with subagents, searches, skills and failures', async () => {
  const { home, services } = await withHome();
  write(home, '.claude/projects/-home-me/one.jsonl', claudeCodeLog);
  await expect(readUse(services, ['claude-code'])).rejects.toMatchObject({ code: 'consent_required' });
  await services.use.allow({ origin: 'claude-code' });
  expect(await readUse(services, ['claude-code'])).toMatchObject([{ files: 1, lines: 22, broken: 0, added: 10 }]);
  expect(await brief(services)).toEqual([
    ['search', 'write a page', true, 2000],
    ['call', 'pages.create', true, 2000],
    ['call', 'pages.read', false, 2000],
    ['call', 'Bash', true, 2000],
    ['get', ['pages.read', 'pages.create'], true, 2000],
    ['skill', 'writing', true, 2000],
    ['call', 'pages.read', true, 2000],
    ['search', 'send a letter', true, 2000],
    ['call', 'pages.create', true, 2000],
    ['call', 'mcp__gone__thing', true, 2000],
  ]);
  const report = await services.use.report({});
  expect(report.searches.outcomes).toMatchObject({ empty: 1, other: 1 });
  expect(report.sessions).toBe(2);
  expect(report.unmapped).toEqual([
    { said: 'Bash', why: 'own', calls: 1 },
    { said: 'mcp__gone__thing', why: 'unknown', calls: 1 },
  ]);
  expect(await wrongFigures(services, report, {})).toEqual([]);
});

it('reads sessions of Codex, with what ended in an error and how long it took', async () => {
  const { home, services } = await withHome();
  write(home, '.codex/sessions/2026/11/02/rollout-2026-one.jsonl', codexLog);
  write(home, '.codex/sessions/2026/11/02/other.jsonl', codexLog);
  await services.use.allow({ origin: 'codex' });
  expect(await readUse(services, ['codex'])).toMatchObject([{ files: 1, broken: 0, added: 4 }]);
  expect(await brief(services)).toEqual([
    ['call', 'pages.create', true, 250],
    ['call', 'pages.read', false, 1000],
    ['call', 'shell', null, 1000],
    ['search', 'read a page', null, 1000],
  ]);
  expect((await allRows(services, { kind: 'search' }))[0]?.found).toEqual(['pages.read']);
});

it.each([
  [
    'otlp',
    JSON.stringify(otlpDocument, null, 2),
    [
      ['search', 'write a page', true, 40.5],
      ['call', 'pages.create', true, 40.5],
      ['call', 'pages.read', false, 40.5],
    ],
  ],
  [
    'trace',
    JSON.stringify(traceDocument, null, 2),
    [
      ['search', 'write a page', true, null],
      ['call', 'pages.create', true, null],
      ['call', 'pages.read', false, null],
    ],
  ],
  [
    'jsonl',
    jsonlLog,
    [
      ['search', 'write a page', null, null],
      ['call', 'pages.create', true, null],
      ['call', 'pages.read', false, null],
      ['search', 'send a letter', null, null],
    ],
  ],
] as const)('reads %s from files that the user names, as lines or as a document', async (origin, text, expected) => {
  const { home, services } = await withHome();
  const path = write(home, `logs/one.${origin === 'jsonl' ? 'jsonl' : 'json'}`, text);
  await services.use.allow({ origin, paths: [path] });
  expect(await readUse(services, [origin])).toMatchObject([{ files: 1, broken: 0, added: expected.length }]);
  expect(await brief(services)).toEqual(expected);
  expect(await readUse(services, [origin])).toMatchObject([{ added: 0, lines: 0 }]);
});

it('keeps names, times, outcomes and queries, and nothing else of any log', async () => {
  const { home, services, store } = await withHome();
  const token = `ghp_${'a1B2c3D4e5'.repeat(4).slice(0, 36)}`;
  const paths: Partial<Record<UseOrigin, string>> = {
    'claude-code': write(home, `${plantedSecret}/a.jsonl`, claudeCodeLog.replace('send a letter', `send ${token}`)),
    codex: write(home, 'b/rollout-1.jsonl', codexLog),
    otlp: write(home, 'c.json', JSON.stringify(otlpDocument)),
    trace: write(home, 'd.json', JSON.stringify(traceDocument)),
    jsonl: write(
      home,
      'e.jsonl',
      `${jsonlLog}${JSON.stringify({ time: isoTime(9), session: 's', tool: `no name ${plantedSecret}` })}\n`,
    ),
  };
  for (const [origin, path] of Object.entries(paths))
    await services.use.allow({ origin: origin as UseOrigin, paths: [path] });
  await readUse(services);
  const databases = [store, `${store}-wal`].filter((path) => existsSync(path));
  const bytes = databases.map((path) => readFileSync(path).toString('latin1')).join('');
  expect(bytes).toContain('write a page');
  expect(bytes).toContain('send [hidden]');
  for (const secret of [plantedSecret, token]) expect(bytes.includes(secret), secret).toBe(false);
});

it('counts broken lines with the place of the first, and reads the good ones beside them', async () => {
  const { home, services } = await withHome();
  const good = (second: number) => JSON.stringify({ time: isoTime(second), session: 's', tool: 'pages.read' });
  const path = write(
    home,
    'x.jsonl',
    ['\ufeff', good(1), '{"time":', 'null', '[]', good(2), '{"time": 5, "session": "s", "tool": "t"}', '']
      .join('\r\n')
      .replace('\r\n', ''),
  );
  await services.use.allow({ origin: 'jsonl', paths: [path] });
  expect(await readUse(services, ['jsonl'])).toMatchObject([
    { lines: 6, broken: 4, added: 2, first_broken: { path, line: 2 } },
  ]);
  const state = (await services.use.origins()).find(({ origin }) => origin === 'jsonl');
  expect(state).toMatchObject({
    lines: 6,
    broken: 4,
    events: 2,
    first_broken: { path, line: 2 },
    allowed: true,
    files: 1,
  });
});

it('reads only new lines, waits for a line that is being written, and notices another file in its place', async () => {
  const { home, services } = await withHome();
  const good = (second: number, tool = 'pages.read') =>
    `${JSON.stringify({ time: isoTime(second), session: 's', tool })}\n`;
  const path = write(home, 'x.jsonl', good(1) + good(2).slice(0, 20));
  await services.use.allow({ origin: 'jsonl', paths: [path] });
  expect(await readUse(services, ['jsonl'])).toMatchObject([{ lines: 1, broken: 0, added: 1 }]);
  appendFileSync(path, good(2).slice(20) + good(3).trimEnd());
  expect(await readUse(services, ['jsonl'])).toMatchObject([{ lines: 2, broken: 0, added: 2 }]);
  truncateSync(path, 0);
  writeFileSync(path, good(1) + good(7, 'pages.create'));
  expect(await readUse(services, ['jsonl'])).toMatchObject([{ lines: 2, added: 1 }]);
  expect(await allRows(services, {})).toHaveLength(4);
});

it('does not follow links out of the folder, nor wait for a pipe', async () => {
  const { home, services } = await withHome();
  const outside = write(temporaryFolder(), 'secret.jsonl', claudeCodeLog);
  mkdirSync(join(home, '.claude/projects/p'), { recursive: true });
  symlinkSync(outside, join(home, '.claude/projects/p/link.jsonl'));
  symlinkSync(join(outside, '..'), join(home, '.claude/projects/folder'));
  await services.use.allow({ origin: 'claude-code' });
  expect(await readUse(services, ['claude-code'])).toMatchObject([{ files: 0, added: 0 }]);
});

it('counts a call through the gateway once where the gateway has it too', async () => {
  const { home, root, userDataDir, services } = await withHome();
  write(home, '.claude/projects/p/one.jsonl', claudeCodeLog);
  await services.use.allow({ origin: 'claude-code' });
  await readUse(services);
  const calls = async () => (await services.use.report({})).tools.find(({ tool }) => tool === 'pages.create')?.calls;
  expect(await calls()).toBe(2);
  const log = await openLog({ userDataDir, root }, { now: () => Date.parse(isoTime(79)) });
  log.note(log.begin(host('claude-code')), called('pages.create'));
  log.close();
  await readUse(services);
  expect(await calls()).toBe(2);
  expect(await wrongFigures(services, await services.use.report({}), {})).toEqual([]);
  const only = await services.use.report({ origins: ['claude-code'] });
  expect(only.tools.find(({ tool }) => tool === 'pages.create')?.calls).toBe(2);
});

it('keeps what the user said last of each origin, however soon one word follows the other', async () => {
  const { home, services } = await withHome();
  const path = write(home, 'x.jsonl', '');
  await Promise.all([
    services.use.allow({ origin: 'claude-code' }),
    services.use.allow({ origin: 'codex' }),
    services.use.allow({ origin: 'jsonl', paths: [path] }),
    services.use.forget({ origin: 'jsonl' }),
  ]);
  const allowed = (await services.use.origins()).filter((state) => state.allowed).map(({ origin }) => origin);
  expect(allowed).toEqual(expect.arrayContaining(['claude-code', 'codex']));
  expect(allowed).not.toContain('jsonl');
});
