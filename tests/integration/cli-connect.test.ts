import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { connectRequestSchema, disconnectInputSchema } from '#shared/domain/connect.ts';
import { thisProgram } from '../../src-main/hosts/host-machine.ts';
import { folderContents } from '../support/folder-contents.ts';
import { fixtureServer, projectFolder } from '../support/mcp-servers.ts';
import { runCliProcess } from '../support/run-cli.ts';
import { configured, mcpJson, planted } from '../support/server-configs.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { searchOn, testServices, write } from '../support/workspace.ts';

/** A user with a workspace and clients; no client of the computer itself is ever looked at. */
function user() {
  const [home, data, cwd] = [temporaryFolder(), temporaryFolder(), temporaryFolder()];
  write(cwd, 'pegboard.yaml', `# mine\n${searchOn}`);
  const env = {
    HOME: home,
    PEGBOARD_HOME: data,
    XDG_CONFIG_HOME: '',
    CODEX_HOME: '',
    CLAUDE_CONFIG_DIR: '',
    CLINE_MCP_SETTINGS_PATH: '',
  };
  const run = (
    args: readonly string[],
    more: { readonly nodeArgs?: readonly string[]; readonly env?: Record<string, string> } = {},
  ) => runCliProcess(['connect', ...args], { cwd, ...more, env: { ...env, ...more.env } });
  return { home, data, cwd, run };
}

const read = (path: string) => readFileSync(path, 'utf8');
const serversOf = (path: string) =>
  (JSON.parse(read(path)) as { mcpServers: Record<string, { command: string; args: string[] }> }).mcpServers;

const codexText = '# mine\r\nmodel = "m"\r\n\r\n[mcp_servers.x]\r\ncommand = "x" # here\r\n';

describe('pegboard connect', () => {
  it('shows the change, writes it once, and takes it back to the byte', async () => {
    const { home, cwd, run } = user();
    const path = write(home, '.codex/config.toml', codexText);
    const asked = await run(['codex']);
    expect([asked.code, asked.error.code]).toEqual([2, 'confirmation_required']);
    expect(asked.error.data).toMatchObject({
      path,
      diff: expect.stringContaining('+[mcp_servers.pegboard]') as string,
    });
    const dry = await run(['codex', '--dry-run']);
    expect([dry.code, dry.result.state, read(path)]).toEqual([0, 'planned', codexText]);

    const done = await run(['codex', '--yes', '--mode', 'direct']);
    expect(done.result).toMatchObject({ schema: 'pegboard.connect/1', state: 'connected', path, name: 'pegboard' });
    expect(read(path).startsWith(codexText)).toBe(true);
    expect(read(done.result.backup as string)).toBe(codexText);
    const bin = join(projectFolder, 'src-main/hosts/cli/bin.mjs');
    expect(read(path)).toContain(`args = [ "${bin}", "mcp", "--workspace", "${cwd}", "--mode", "direct" ]`);
    expect((await run(['codex', '--yes', '--mode', 'direct'])).result).toMatchObject({ state: 'unchanged', diff: '' });

    const listed = await run([]);
    const codex = (listed.result.clients as { client: string }[]).find(({ client }) => client === 'codex');
    expect(codex).toMatchObject({
      found: true,
      servers: ['x'],
      connections: [{ name: 'pegboard', workspace: cwd, mode: 'direct' }],
    });

    expect((await run(['codex', '--undo'])).error.code).toBe('confirmation_required');
    expect((await run(['codex', '--undo', '--yes'])).result).toMatchObject({ how: 'restored', written: true });
    expect(read(path)).toBe(codexText);
    expect((await run(['codex', '--undo', '--yes'])).result).toMatchObject({ how: 'nothing', written: false });
  });

  it('replaces the entry of another program or workspace only with --replace, and says whose it is', async () => {
    const { home, cwd, run } = user();
    const text = mcpJson({ pegboard: { command: 'somebody-elses', args: ['x'] } });
    const path = write(home, '.cursor/mcp.json', text);
    const refused = await run(['cursor', '--yes']);
    expect([refused.code, refused.error.code]).toEqual([2, 'confirmation_required']);
    expect(refused.error.message).toContain('belongs to another program');
    expect(refused.error.hint).toContain('--name');
    expect(read(path)).toBe(text);
    const done = await run(['cursor', '--yes', '--replace']);
    expect(done.result).toMatchObject({ state: 'connected', replaces: { kind: 'program' } });
    const undone = await run(['cursor', '--undo', '--yes', '--format', 'human']);
    expect(undone.stdout).toContain(`The workspace ${cwd} is no longer connected`);
    expect(undone.stdout).toContain('is that of another program again');
    expect(read(path)).toBe(text);
  });

  it('takes servers over by one consent: what failed stays, values stay out of the workspace', async () => {
    const { home, data, cwd, run } = user();
    const before = mcpJson({
      old: configured(fixtureServer('oldest')),
      tracker: configured(fixtureServer('needs-token'), { env: { API_TOKEN: planted.first } }),
      absent: { command: 'pegboard-test-no-such-program', args: [] },
      fails: configured(fixtureServer('exits'), { env: { DB_PASSWORD: planted.second } }),
    });
    const path = write(home, '.cursor/mcp.json', before);
    const asked = await run(['cursor', '--take-over']);
    expect(asked.error.data).toMatchObject({ starts: [{ name: 'old' }, { name: 'tracker' }, { name: 'fails' }] });
    expect(read(path)).toBe(before);

    const done = await run(['cursor', '--take-over', '--yes']);
    expect(done.code).toBe(1);
    expect(Object.keys(serversOf(path)).sort()).toEqual(['absent', 'fails', 'pegboard']);
    expect(done.result).toMatchObject({
      take_over: ['old', 'tracker'],
      servers: [
        { name: 'old', source: 'old', state: 'taken_over', reason: null },
        { name: 'tracker', state: 'taken_over' },
        { name: 'fails', state: 'left', reason: expect.any(String) as string },
        { name: 'absent', state: 'left', reason: expect.stringContaining('pegboard-test-no-such-program') as string },
      ],
    });
    const { sources } = parse(read(join(cwd, 'pegboard.yaml'))) as { sources: { name: string }[] };
    expect(sources.map(({ name }) => name).sort()).toEqual(['old', 'tracker']);
    for (const secret of Object.values(planted)) {
      expect(JSON.stringify(folderContents(cwd))).not.toContain(secret);
      expect(`${done.stdout}${done.stderr}${asked.stderr}`).not.toContain(secret);
    }
    // The value is kept for the workspace, so that its source can be imported without the client's file.
    const again = await runCliProcess(['import', '--source', 'tracker', '--yes'], {
      cwd,
      env: { HOME: home, PEGBOARD_HOME: data },
    });
    expect([again.code, again.stderr]).toEqual([0, expect.not.stringContaining('variable_missing')]);

    const undone = await run(['cursor', '--undo', '--yes']);
    expect(undone.result).toMatchObject({ how: 'restored', put_back: ['old', 'tracker'] });
    expect(read(path)).toBe(before);
    expect(read(join(cwd, 'pegboard.yaml'))).toContain('tracker');
  }, 120_000);

  it('that is killed at any change of a file leaves the old file or the new one, and can be done again', async () => {
    const text = mcpJson({ x: { command: 'x' } });
    const kill = ['--import', join(projectFolder, 'tests/fixtures/kill-at.mjs')];
    const program = thisProgram(join(projectFolder, 'out/main'));
    let kills = 0;
    for (let at = 0; ; at++) {
      const { home, data, cwd, run } = user();
      const path = write(home, '.cursor/mcp.json', text);
      const killed = await run(['cursor', '--yes'], { nodeArgs: kill, env: { PEGBOARD_KILL_AT: String(at) } });
      expect(read(path) === text || 'pegboard' in serversOf(path)).toBe(true);
      if (killed.code === 0) break;
      kills++;
      const machine = { platform: 'linux' as const, home, env: {} };
      const services = await testServices({ userDataDir: data, machine, program, env: { PEGBOARD_HOME: data } });
      await services.workspace.open({ path: cwd });
      const request = connectRequestSchema.parse({ client: 'cursor' });
      const { before, after } = await services.connect.plan(request);
      await services.connect.apply({ request, before, after });
      expect(serversOf(path)).toHaveProperty('pegboard');
      const undone = await services.connect.undo(disconnectInputSchema.parse({ client: 'cursor' }));
      expect([undone.how, read(path)]).toEqual(['restored', text]);
      const left = [...readdirSync(join(home, '.cursor')), ...readdirSync(join(data, 'connect'))];
      expect(left.filter((name) => /\.(tmp|old|before)$|^\w{24}/.test(name))).toEqual([]);
    }
    expect(kills).toBeGreaterThan(5);
  }, 300_000);

  it('says what is wrong with its words', async () => {
    const { home, run } = user();
    for (const [words, hint] of [
      [['generic'], 'claude-code'],
      [['cursor', '--undo', '--take-over'], 'Leave'],
      [['--yes'], 'Name a client'],
      [['cursor', '--name', 'a b'], '24 letters'],
      [['cursor', '--persona', 'nobody'], 'leave the persona out'],
    ] as const) {
      const { code, error } = await run(words);
      expect([code, error.hint]).toEqual([2, expect.stringContaining(hint)]);
    }
    expect(existsSync(join(home, '.cursor'))).toBe(false);
  });
});
