import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { fixtureServer, projectFolder } from '../support/mcp-servers.ts';
import { runCli, runCliProcess } from '../support/run-cli.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { searchOn, workspaceFolder, write } from '../support/workspace.ts';

const server = fixtureServer('oldest');

describe('live sources, wrong usage', () => {
  it.each([
    [['import'], 'usage', /Name a file/],
    [['import', '--mcp'], 'usage', /command of a server/],
    [['import', 'x.json', '--mcp'], 'usage', /follows after "--"/],
    [['import', '--url', '${env:NOBODY_SET_THIS}/mcp'], 'variable_missing', /NOBODY_SET_THIS/],
    [['import', '--mcp', '--url', 'https://x.example', '--', 'a'], 'usage', /exclude each other/],
    [['import', 'x.json', '--env', 'A'], 'usage', /for live servers/],
    [['import', '--url', 'https://x.example', '--env', 'A'], 'usage', /belong to --mcp/],
    [['import', '--mcp', '--header', 'A: b', '--', 'a'], 'usage', /belongs to --url/],
    [['import', '--url', 'ftp://x.example'], 'usage', /starts with https/],
    [['import', '--url', 'https://x.example', '--header', 'nonsense'], 'usage', /Name: value/],
    [['import', '--mcp', '--env', 'A-B=1', '--', 'a'], 'usage', /NAME or NAME=value/],
    [['import', '--mcp', '--timeout', '0', '--', 'a'], 'usage', /1 to 3600/],
    [['import', '--mcp', '--name', 'a.b', '--', 'a'], 'usage', /not a name of a source/],
    [['import', '--source', 'tset'], 'source_not_found', /Did you mean "test"/],
    [['import', '--source', 'test'], 'source_not_live', /captured file/],
    [['import', '--mcp', '--env', 'NOBODY_SET_THIS', '--', ...server], 'variable_missing', /NOBODY_SET_THIS/],
    [['sources', 'explode'], 'usage', /list, remove, rename, enable, disable/],
    [['sources', 'rename', 'test'], 'usage', /2 names/],
    [['sources', 'remove', 'gone'], 'source_not_found', /The workspace has: test/],
  ])('%j is %s', async (args, code, words) => {
    const run = await runCli(args, { cwd: workspaceFolder([{ name: 'a' }]) });
    expect([run.code, run.error.code, run.stdout]).toEqual([2, code, '']);
    expect(`${run.error.message} ${run.error.hint}`).toMatch(words);
  });

  it('leaves words behind -- to the command, also those that look like ours', async () => {
    const cwd = workspaceFolder([{ name: 'a' }]);
    const run = await runCli(['import', '--mcp', '--', ...server, '--format', 'human', '--yes'], { cwd });
    expect([run.code, run.result.schema]).toEqual([0, 'pegboard.import/1']);
    expect(readFileSync(join(cwd, 'pegboard.yaml'), 'utf8')).toContain('- --yes');
  });

  it('does not take a source of another origin for the one it imports', async () => {
    const cwd = workspaceFolder([{ name: 'a' }]);
    write(cwd, 'oldest.json', '{"tools": [{"name": "other", "inputSchema": {}}]}');
    await runCli(['import', 'oldest.json'], { cwd });
    const run = await runCli(['import', '--mcp', '--', ...server], { cwd });
    expect([run.code, run.error.code]).toEqual([2, 'source_exists']);
    const meant = await runCli(['import', '--mcp', '--name', 'oldest', '--', ...server], { cwd });
    expect([meant.code, meant.result.removed]).toEqual([0, ['oldest.other']]);
  });
});

describe('pegboard sources', () => {
  it('lists, renames with a plan, disables, enables and removes; a rename keeps the consent', async () => {
    const cwd = temporaryFolder();
    const env = { PEGBOARD_HOME: temporaryFolder() };
    write(cwd, 'pegboard.yaml', `${searchOn}policy: {denied_tools: [oldest.gone]} # why\n`);
    const sources = (...args: string[]) => runCliProcess(['sources', ...args], { cwd, env });
    await runCliProcess(['import', '--mcp', '--', ...server], { cwd, env });

    const planned = await sources('rename', 'oldest', 'eldest', '--dry-run');
    expect(planned.result).toMatchObject({
      schema: 'pegboard.sources-rename/1',
      tools: [{ from: 'oldest.greet', to: 'eldest.greet' }],
      written: false,
    });
    expect((await sources('rename', 'oldest', 'eldest')).result.written).toBe(true);
    const yaml = readFileSync(join(cwd, 'pegboard.yaml'), 'utf8');
    expect(yaml).toContain('denied_tools: [eldest.gone]} # why');
    const called = await runCliProcess(['call', 'eldest.greet', '--args', '{"name": "x"}'], { cwd, env });
    expect(called.code).toBe(0);

    expect((await sources('disable', 'eldest')).code).toBe(0);
    expect((await runCliProcess(['tools'], { cwd, env })).result).toMatchObject({ totals: { tools: 0 } });
    expect((await sources('enable', 'eldest')).code).toBe(0);
    expect(readFileSync(join(cwd, 'pegboard.yaml'), 'utf8')).toBe(yaml);
    const listed = await sources('list', '--format', 'human');
    expect(listed.stdout).toMatch(/eldest +stdio +1 +\d+ +ready +\d{4}-\d\d-\d\d \d\d:\d\d \(2024-11-05\) +\S+node/);

    const removed = await sources('remove', 'eldest');
    expect(removed.result).toMatchObject({
      schema: 'pegboard.sources-remove/1',
      kept_at: '.pegboard/removed/eldest.json',
    });
    expect((await sources()).result).toMatchObject({ sources: [] });
    expect((await runCliProcess(['import', '.pegboard/removed/eldest.json'], { cwd, env })).result).toMatchObject({
      added: ['eldest.greet'],
    });
  });

  it('tells that the list of a server changed, until it is imported again; doctor too', async () => {
    const cwd = temporaryFolder();
    const env = { PEGBOARD_HOME: temporaryFolder() };
    write(cwd, 'pegboard.yaml', searchOn);
    await runCli(['import', '--mcp', '--', ...server], { cwd, env });
    const facts = readFileSync(join(cwd, '.pegboard/sources.json'), 'utf8');
    // As an app that was open when the server said so left it.
    write(cwd, '.pegboard/sources.json', facts.replace('"stale": false', '"stale": true'));
    const listed = await runCli(['sources', '--format', 'human'], { cwd, env });
    expect(listed.stdout).toMatch(/oldest +stdio +1 +\d+ +ready, stale/);
    expect((await runCli(['sources'], { cwd, env })).result).toMatchObject({ sources: [{ stale: true }] });
    const health = await runCli(['doctor'], { cwd, env });
    expect(health.result.checks).toContainEqual({
      name: 'live sources',
      ok: null,
      value: '1; the server of oldest says that its list changed since the import',
      hint: 'Compare the lists: pegboard import --source oldest --check',
    });
    // Its list is the imported one after all: a comparison settles that, and so does an import.
    for (const how of [['--check'], []]) {
      write(cwd, '.pegboard/sources.json', facts.replace('"stale": false', '"stale": true'));
      await runCli(['import', '--source', 'oldest', ...how], { cwd, env });
      expect((await runCli(['sources'], { cwd, env })).result).toMatchObject({ sources: [{ stale: false }] });
    }
  });

  it('cannot undo a removal, since it ends at once', async () => {
    const cwd = workspaceFolder([{ name: 'a' }]);
    expect((await runCli(['sources', 'remove', 'test'], { cwd })).result).toMatchObject({ source: 'test', undo: null });
  });

  it('tells a server its own version', async () => {
    const cwd = workspaceFolder([{ name: 'a' }]);
    const env = { PEGBOARD_HOME: temporaryFolder() };
    await runCli(['import', '--mcp', '--name', 'c', '--', ...fixtureServer('changing')], { cwd, env });
    const { version } = JSON.parse(readFileSync(join(projectFolder, 'package.json'), 'utf8')) as { version: string };
    expect((await runCli(['call', 'c.client'], { cwd, env })).result.content).toEqual([
      { type: 'text', text: `pegboard ${version}` },
    ]);
  });
});
