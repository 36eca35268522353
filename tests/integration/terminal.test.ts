import { chmodSync, existsSync, readFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { fixtureServer } from '../support/mcp-servers.ts';
import { isAlive } from '../support/processes.ts';
import { noTerminal, pegboardAtTerminal } from '../support/pseudo-terminal.ts';
import { runCli } from '../support/run-cli.ts';
import { configured, mcpJson } from '../support/server-configs.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { searchOn, write } from '../support/workspace.ts';

function workspaceWith(servers: Parameters<typeof mcpJson>[0]) {
  const [cwd, home] = [temporaryFolder(), temporaryFolder()];
  write(cwd, 'pegboard.yaml', searchOn);
  write(cwd, '.mcp.json', mcpJson(servers));
  return { cwd, home, env: { PEGBOARD_HOME: home } };
}

const wait = { timeout: 30_000 };

describe.skipIf(noTerminal !== null)(
  `at a terminal${noTerminal === null ? '' : ` (not tested: ${noTerminal})`}`,
  () => {
    it('a value to keep is asked for and never shown', async () => {
      const { cwd, home, env } = workspaceWith({});
      const value = 'planted-typed-in-secret-4f';
      const run = pegboardAtTerminal(['sources', 'values', '--set', 'API_TOKEN'], { cwd, env });
      await expect.poll(run.shown, wait).toContain('Value of API_TOKEN');
      run.type(`${value}\r`);
      expect([await run.ended, run.shown()]).toEqual([0, run.shown()]);
      expect(run.shown()).not.toContain(value);
      expect(readFileSync(join(home, 'variables.json'), 'utf8')).toContain(value);
    }, 60_000);

    it('Ctrl+C at the question for a value keeps nothing', async () => {
      const { cwd, home, env } = workspaceWith({});
      const run = pegboardAtTerminal(['sources', 'values', '--set', 'API_TOKEN'], { cwd, env });
      await expect.poll(run.shown, wait).toContain('Value of API_TOKEN');
      run.type('half-of-a-secret\x03');
      expect([0, 70, null]).not.toContain(await run.ended);
      expect(run.shown()).not.toContain('half-of-a-secret');
      expect(existsSync(join(home, 'variables.json'))).toBe(false);
    }, 60_000);

    it('Ctrl+C stops every server of an import with everything it started, and keeps what was imported', async () => {
      const pids = join(temporaryFolder(), 'pids');
      const { cwd, env } = workspaceWith({
        old: configured(fixtureServer('oldest')),
        hangs: configured(fixtureServer('hangs'), { env: { PIDS: pids } }),
      });
      const run = pegboardAtTerminal(['import', '.mcp.json', '--env-from-file'], { cwd, env });
      await expect.poll(run.shown, wait).toContain('Start these 2 servers');
      run.type('y');
      const yaml = () => readFileSync(join(cwd, 'pegboard.yaml'), 'utf8');
      await expect.poll(() => existsSync(pids) && yaml().includes('name: old'), wait).toBe(true);
      const processes = readFileSync(pids, 'utf8').split(' ').map(Number);
      run.type('\x03');
      expect([await run.ended, run.shown()]).toEqual([130, run.shown()]);
      await expect.poll(() => processes.filter(isAlive), wait).toEqual([]);
      expect(yaml()).not.toContain('hangs');
    }, 90_000);

    it('Ctrl+C at the question starts nothing', async () => {
      const { cwd, env } = workspaceWith({ old: configured(fixtureServer('oldest')) });
      const run = pegboardAtTerminal(['import', '.mcp.json'], { cwd, env });
      await expect.poll(run.shown, wait).toContain('Start this server');
      run.type('\x03');
      expect([0, 70, null]).not.toContain(await run.ended);
      expect(readFileSync(join(cwd, 'pegboard.yaml'), 'utf8')).toBe(searchOn);
    }, 60_000);
  },
);

describe.skipIf(process.platform === 'win32')('a program of a configuration', () => {
  const script = (folder: string) => {
    const [node = '', file = ''] = fixtureServer('oldest');
    chmodSync(write(folder, 'our-own-server', `#!/bin/sh\nexec '${node}' '${file}'\n`), 0o755);
  };

  it('is found in the PATH that the configuration gives it, and in that of Pegboard, and is missing without', async () => {
    const folder = temporaryFolder();
    script(folder);
    const named = (env: Record<string, string>) => ({ own: { command: 'our-own-server', args: [], env } });
    const given = workspaceWith(named({ PATH: `${folder}${delimiter}\${PATH}` }));
    const first = await runCli(['import', '.mcp.json', '--yes'], given);
    expect([first.code, first.stderr]).toEqual([0, first.stderr]);
    const plain = workspaceWith(named({}));
    const PATH = `${folder}${delimiter}${process.env.PATH}`;
    expect((await runCli(['import', '.mcp.json', '--yes'], { ...plain, env: { ...plain.env, PATH } })).code).toBe(0);
    const missing = workspaceWith(named({}));
    const run = await runCli(['import', '.mcp.json', '--yes'], missing);
    expect(run.code).toBe(1);
    expect(run.stdout + run.stderr).toContain('program_not_found');
  });
});
