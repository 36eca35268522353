import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { cliAtTerminal } from '../support/cli-at-terminal.ts';
import { folderContents } from '../support/folder-contents.ts';
import { fixtureServer } from '../support/mcp-servers.ts';
import { isAlive } from '../support/processes.ts';
import { type CliRun, runCli } from '../support/run-cli.ts';
import { configured, fifteenServers, mcpJson, planted, tokenHash } from '../support/server-configs.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { searchOn, write } from '../support/workspace.ts';

type Servers = Parameters<typeof mcpJson>[0];

/** A workspace beside a `.mcp.json`, and the folder of the user's own data. */
function workspaceWith(servers: Servers) {
  const cwd = temporaryFolder();
  const home = temporaryFolder();
  write(cwd, 'pegboard.yaml', searchOn);
  write(cwd, '.mcp.json', mcpJson(servers));
  return { cwd, home, env: { PEGBOARD_HOME: home } };
}

const token = (value: string) => configured(fixtureServer('needs-token'), { env: { API_TOKEN: value } });
const two: Servers = { old: configured(fixtureServer('oldest')), tracker: token(planted.first) };

function rows({ result }: CliRun): readonly Record<string, unknown>[] {
  return result.servers as readonly Record<string, unknown>[];
}

function states(run: CliRun): Record<string, unknown> {
  return Object.fromEntries(rows(run).map(({ name, state }) => [name, state]));
}

/** Everything but the configuration itself, which holds the values. */
function written(at: { readonly cwd: string; readonly home: string }): string {
  const { '.mcp.json': _, ...files } = folderContents(at.cwd);
  return JSON.stringify([files, folderContents(at.home)]);
}

describe('pegboard import .mcp.json', () => {
  it('imports fifteen servers with one command, a row for each, and no value lands anywhere', async () => {
    const at = workspaceWith({});
    write(at.cwd, '.mcp.json', mcpJson(fifteenServers(at.cwd)));
    const run = await runCli(['import', '.mcp.json', '--yes', '--env-from-file', '--timeout', '8'], at);
    expect(run.code).toBe(1);
    expect(states(run)).toEqual({
      ...Object.fromEntries(
        ['everything', 'filesystem', 'memory', 'oldest', 'calls', 'answers', 'many', 'tracker', 'wiki', 'chat'].map(
          (name) => [name, 'imported'],
        ),
      ),
      ...{ fails: 'failed', floods: 'failed', hangs: 'failed', absent: 'not_started', unset: 'not_started' },
    });
    expect(rows(run).find(({ name }) => name === 'many')).toMatchObject({ source: 'many', tools: 120, error: null });
    expect(rows(run).find(({ name }) => name === 'fails')).toMatchObject({ error: { code: 'server_failed' } });
    expect(rows(run).find(({ name }) => name === 'unset')).toMatchObject({ missing: ['PEGBOARD_TEST_UNSET'] });
    const everywhere = `${run.stdout}${run.stderr}${written(at)}`;
    for (const secret of Object.values(planted)) expect(everywhere).not.toContain(secret);
    // The sources that are there now are not imported again.
    const again = await runCli(['import', '.mcp.json', '--dry-run'], at);
    expect(Object.values(states(again)).filter((state) => state === 'left_out')).toHaveLength(10);
  }, 60_000);

  it('without --yes, where nobody can be asked, shows the plan and starts nothing', async () => {
    const at = workspaceWith(two);
    const before = written(at);
    const run = await runCli(['import', '.mcp.json', '--env-from-file'], at);
    expect([run.code, run.error.code]).toEqual([2, 'consent_required']);
    expect(run.error.data).toMatchObject({
      servers: [
        { name: 'old', runs: expect.stringContaining('oldest.mjs') },
        { name: 'tracker', variables: ['API_TOKEN'] },
      ],
      variables: [{ name: 'API_TOKEN', from: 'file' }],
    });
    expect(run.error.hint).toContain('--yes');
    expect(written(at)).toBe(before);
  });

  it('at a terminal shows the plan, asks once, and tells each server as it finishes', async () => {
    const fails = configured(fixtureServer('exits'), { env: { DB_PASSWORD: planted.second } });
    const at = workspaceWith({ ...two, fails, absent: { command: 'pegboard-test-no-such-program' } });
    const run = await cliAtTerminal(['import', '.mcp.json', '--env-from-file'], at);
    expect(run.code).toBe(1);
    expect(run.questions).toEqual(['Start these 3 servers and add them as sources?']);
    expect(run.stderr).toContain('oldest.mjs');
    expect(run.stderr).toMatch(/API_TOKEN\s+from the file\s+tracker/);
    expect(run.stderr).toMatch(/absent\s+The program pegboard-test-no-such-program is not on the PATH/);
    expect(run.stderr).toContain('Values of API_TOKEN, DB_PASSWORD were used for this command only.');
    expect(run.stdout).toMatch(/imported {3}old: 1 tool \(/);
    expect(run.stdout).toMatch(/imported {3}tracker: 1 tool \(/);
    expect(run.stdout).toMatch(/failed {5}fails: .* ended with exit code 1/);
    expect(run.stdout).toContain(`stderr: cannot reach the database with \${env:DB_PASSWORD}`);
    expect(run.stdout).toContain('2 of 4 servers imported, 1 failed, 1 not started.');
    for (const secret of [planted.first, planted.second]) expect(run.stdout + run.stderr).not.toContain(secret);
  });

  it('a no at the question starts nothing', async () => {
    const at = workspaceWith(two);
    const run = await cliAtTerminal(['import', '.mcp.json', '--only', 'old'], { ...at, answer: false });
    expect(run.code).toBe(2);
    expect(folderContents(at.cwd)['pegboard.yaml']).toBe(searchOn);
  });

  it('says what a server without a value needs, and imports the others', async () => {
    const at = workspaceWith(two);
    const run = await runCli(['import', '.mcp.json', '--yes'], at);
    expect([run.code, states(run)]).toEqual([1, { old: 'imported', tracker: 'not_started' }]);
    const human = await runCli(['import', '.mcp.json', '--only', 'tracker', '--dry-run', '--format', 'human'], at);
    expect(human.stdout).toContain('needs API_TOKEN. The file has it: add --env-from-file.');
    const set = await runCli(['import', '.mcp.json', '--yes'], {
      ...at,
      env: { ...at.env, API_TOKEN: planted.second },
    });
    expect([set.code, states(set)]).toEqual([0, { old: 'left_out', tracker: 'imported' }]);
  });

  it('imports what it can read, and fails with the place of each entry that it cannot', async () => {
    const at = workspaceWith({ old: configured(fixtureServer('oldest')) });
    const file = { mcpServers: { old: configured(fixtureServer('oldest')), bad: { args: [] }, worse: 'npx x' } };
    write(at.cwd, '.mcp.json', JSON.stringify(file, null, 2));
    const place = (name: string) => {
      const lines = readFileSync(join(at.cwd, '.mcp.json'), 'utf8').split('\n');
      return `.mcp.json:${lines.findIndex((line) => line.includes(`"${name}":`)) + 1}:5`;
    };
    const dry = await runCli(['import', '.mcp.json', '--dry-run', '--format', 'human'], at);
    expect([dry.code, dry.stdout]).toEqual([1, expect.stringContaining('.mcp.json (Claude Code): 3 servers')]);
    expect(dry.stdout).toMatch(/Cannot be read:\n {2}\.mcp\.json:\d+:5 +Server "bad" has neither .* Correct it in/);
    const run = await cliAtTerminal(['import', '.mcp.json'], at);
    expect(run.code).toBe(1);
    expect(run.stdout).toContain(
      `cannot read ${place('bad')}: Server "bad" has neither a command nor a URL. It is not listed. Correct it in that program.`,
    );
    expect(run.stdout).toContain(`cannot read ${place('worse')}: `);
    expect(run.stdout).toContain('1 of 3 servers imported, 2 cannot be read.');
    expect(readFileSync(join(at.cwd, 'pegboard.yaml'), 'utf8')).toContain('name: old');
    // Whoever names the servers does not mean the others.
    expect((await runCli(['import', '.mcp.json', '--only', 'old', '--yes'], at)).code).toBe(0);
  });

  it('fills in the folder of a project, where the configuration lies in one, and names a file of variables that is missing', async () => {
    const [command = '', ...args] = fixtureServer('oldest');
    const server = { command, args: [...args, '${workspaceFolder}'], envFile: '${workspaceFolder}/gone.env' };
    const at = workspaceWith({});
    const text = JSON.stringify({ servers: { team: { ...server, cwd: '${workspaceFolder}' } } });
    write(at.cwd, 'proj/.vscode/mcp.json', text);
    const run = await runCli(['import', 'proj/.vscode/mcp.json', '--dry-run'], at);
    const folder = join(at.cwd, 'proj');
    expect([run.code, states(run)]).toEqual([0, { team: 'ready' }]);
    expect(rows(run)[0]).toMatchObject({ runs: expect.stringContaining(folder), obstacles: [] });
    const told = (run.result.findings as readonly { message: string }[]).map(({ message }) => message);
    expect(told).toEqual([expect.stringContaining(`which is not there: ${join(folder, 'gone.env')}.`)]);
    // A copy elsewhere, and the configuration of a user, say nothing about a project.
    for (const path of ['copy.json', 'Code/User/mcp.json']) {
      write(at.cwd, path, text);
      const other = await runCli(['import', path, '--dry-run'], at);
      expect([other.code, states(other)]).toEqual([1, { team: 'not_started' }]);
      expect(JSON.stringify(rows(other)[0]?.obstacles)).toContain('Only the editor can fill in ${workspaceFolder}.');
    }
  });

  it('says in the plan what is there twice: a name in the file, a name in the workspace, a command', async () => {
    const old = configured(fixtureServer('oldest'));
    const at = workspaceWith({ old });
    expect((await runCli(['import', '.mcp.json', '--yes'], at)).code).toBe(0);
    const [first, last, twin] = ['oldest', 'calls', 'calls'].map((name) =>
      JSON.stringify(configured(fixtureServer(name))),
    );
    write(at.cwd, 'mcp.json', `{"mcpServers": {\n"old": ${first},\n"old": ${last},\n"twin": ${twin}}}`);
    const run = await runCli(['import', 'mcp.json', '--dry-run', '--format', 'human'], at);
    expect(run.code).toBe(0);
    expect(run.stdout).toMatch(/mcp\.json:2:1 +The name "old" is there again further down\./);
    expect(run.stdout).toMatch(/old-2 +is the server "old" of the file: another source has the name old\./);
    expect(run.stdout).toMatch(/Problems:\n +twin +Server "twin" and server "old" of this file start the same\./);
    const both = await runCli(['import', 'mcp.json', '--yes'], at);
    expect([both.code, states(both)]).toEqual([0, { old: 'imported', twin: 'imported' }]);
  });

  it('says in the plan what of a server it does not carry over', async () => {
    const old = { ...configured(fixtureServer('oldest')), envFile: '.env' };
    const at = workspaceWith({ old });
    const run = await runCli(['import', '.mcp.json', '--dry-run', '--format', 'human'], at);
    expect(run.code).toBe(0);
    expect(run.stdout).toMatch(/Problems:\n\s+old\s+Server "old" has envFile.*, which Pegboard does not carry over\./);
  });

  it('keeps values with --keep, so that later commands need no environment, and forgets them', async () => {
    const at = workspaceWith(two);
    expect((await runCli(['import', '.mcp.json', '--yes', '--env-from-file', '--keep'], at)).code).toBe(0);
    const call = await runCli(['call', 'tracker.which'], at);
    expect(call.result).toMatchObject({ content: [{ text: tokenHash(planted.first) }] });
    expect((await runCli(['sources', 'values'], at)).result).toMatchObject({
      values: [{ name: 'API_TOKEN', kept_in: 'file', used_by: ['tracker'] }],
    });
    const set = await runCli(['sources', 'values', '--set', 'API_TOKEN'], { ...at, stdin: `${planted.second}\n` });
    expect(`${set.stdout}${set.stderr}`).not.toContain(planted.second);
    expect((await runCli(['call', 'tracker.which'], at)).result).toMatchObject({
      content: [{ text: tokenHash(planted.second) }],
    });
    expect((await runCli(['sources', 'values', '--forget', 'API_TOKEN'], at)).result.forgotten).toEqual(['API_TOKEN']);
    const missing = await runCli(['call', 'tracker.which'], at);
    expect([missing.code, missing.error.code]).toEqual([2, 'variable_missing']);
    expect(missing.error.hint).toContain('pegboard sources values --set API_TOKEN');
  });

  it('starts a server in the folder of its configuration, wherever the workspace is', async () => {
    const at = workspaceWith({});
    const project = temporaryFolder();
    write(project, 'server.mjs', `import '${fixtureServer('oldest')[1]}';\n`);
    const file = write(project, '.mcp.json', mcpJson({ here: { command: process.execPath, args: ['server.mjs'] } }));
    const run = await runCli(['import', file, '--yes'], at);
    expect([run.code, states(run)]).toEqual([0, { here: 'imported' }]);
  });

  it('takes lines that add servers to another program, and says before consent what speaks an old transport', async () => {
    const at = workspaceWith({});
    const [command = '', script = ''] = fixtureServer('oldest');
    write(at.cwd, 'lines.txt', `claude mcp add old -- ${command} ${script}\n`);
    const run = await runCli(['import', 'lines.txt', '--yes'], at);
    expect([run.code, states(run)]).toEqual([0, { old: 'imported' }]);
    write(at.cwd, 'sse.json', '{"mcpServers": {"past": {"type": "sse", "url": "https://mcp.example/sse"}}}');
    const past = await runCli(['import', 'sse.json', '--yes'], at);
    expect([past.code, states(past)]).toEqual([1, { past: 'not_started' }]);
    expect(rows(past)[0]).toMatchObject({ obstacles: [{ code: 'transport_sse' }] });
  });

  it.each([
    [['--only', 'nobody'], 'There is no server "nobody"'],
    [['--only', 'old', '--except', 'tracker'], 'exclude each other'],
    [['--keep'], '--keep belongs to --env-from-file'],
    [['--check'], '--check compares'],
    [['--name', 'x'], '--name names one source'],
    [['--env-from-file', 'my.env'], '--env-from-file takes no path, but my.env follows it'],
    [['--env-from-file=my.env'], "Unknown option '--env-from-file=my.env'"],
  ])('refuses %j', async (options, message) => {
    const run = await runCli(['import', '.mcp.json', ...options], workspaceWith(two));
    expect([run.code, run.error.code, run.error.message]).toEqual([2, 'usage', expect.stringContaining(message)]);
  });

  it('refuses options of servers for a list of tools', async () => {
    const at = workspaceWith({});
    write(at.cwd, 'tools.json', '{"tools": [{"name": "a", "inputSchema": {}}]}');
    const run = await runCli(['import', 'tools.json', '--yes'], at);
    expect([run.code, run.error.code]).toEqual([2, 'usage']);
    expect((await runCli(['import', 'tools.json'], at)).code).toBe(0);
  });

  it('stops every server at Ctrl+C and says what was imported until then', async () => {
    const pids = join(temporaryFolder(), 'pids');
    const at = workspaceWith({
      old: configured(fixtureServer('oldest')),
      hangs: configured(fixtureServer('hangs'), { env: { PIDS: pids } }),
    });
    const stop = new AbortController();
    const running = runCli(['import', '.mcp.json', '--yes', '--env-from-file'], { ...at, signal: stop.signal });
    const started = () => {
      try {
        return readFileSync(pids, 'utf8').split(' ').map(Number);
      } catch {
        return [];
      }
    };
    const yaml = () => readFileSync(join(at.cwd, 'pegboard.yaml'), 'utf8');
    await expect.poll(() => started().length === 2 && yaml().includes('name: old'), { timeout: 20_000 }).toBe(true);
    const processes = started();
    stop.abort();
    const run = await running;
    expect([run.code, states(run)]).toEqual([130, { old: 'imported', hangs: 'cancelled' }]);
    await expect.poll(() => processes.filter(isAlive)).toEqual([]);
  }, 30_000);
});

describe('pegboard import .mcp.json --except', () => {
  const three: Servers = { ...two, another: configured(fixtureServer('oldest')) };

  it('starts all servers but those that are named, and says so of each', async () => {
    const at = workspaceWith(three);
    const run = await runCli(['import', '.mcp.json', '--yes', '--env-from-file', '--except', 'old, tracker'], at);
    expect([run.code, states(run)]).toEqual([0, { old: 'left_out', tracker: 'left_out', another: 'imported' }]);
    const yaml = readFileSync(join(at.cwd, 'pegboard.yaml'), 'utf8');
    expect(yaml).toContain('name: another');
    expect(yaml).not.toMatch(/name: (old|tracker)/);
  });

  it('refuses a name that the configuration does not have, and starts nothing', async () => {
    const at = workspaceWith(three);
    const run = await runCli(['import', '.mcp.json', '--yes', '--except', 'tracer'], at);
    expect(run.code).toBe(2);
    expect(`${run.error.message} ${run.error.hint}`).toContain('tracer');
    expect(readFileSync(join(at.cwd, 'pegboard.yaml'), 'utf8')).toBe(searchOn);
  });
});

describe('pegboard import without a file', () => {
  it('names the configuration of the folder where nobody can be asked, and imports it at a terminal', async () => {
    const at = workspaceWith({ old: configured(fixtureServer('oldest')) });
    const run = await runCli(['import'], at);
    expect([run.code, run.error.code, run.error.hint]).toEqual([2, 'usage', 'pegboard import .mcp.json']);
    expect((await cliAtTerminal(['import'], at)).stdout).toContain('1 of 1 server imported.');
  });

  it('makes a workspace first, after a question, where there is none', async () => {
    const cwd = temporaryFolder();
    const home = temporaryFolder();
    write(cwd, '.mcp.json', mcpJson({ old: configured(fixtureServer('oldest')) }));
    const run = await cliAtTerminal(['import'], { cwd, home });
    expect([run.code, run.questions.length]).toEqual([0, 2]);
    expect(readFileSync(join(cwd, 'pegboard.yaml'), 'utf8')).toContain('name: old');
  });

  it('names what can be imported in a folder without one', async () => {
    const cwd = temporaryFolder();
    expect((await runCli(['import'], { cwd })).error).toMatchObject({
      code: 'usage',
      hint: expect.stringContaining('.mcp.json'),
    });
    writeFileSync(join(cwd, '.mcp.json'), '{"mcpServers": {"a": {"command": "node"}}}');
    expect((await runCli(['init'], { cwd })).result).toMatchObject({ configs: [{ file: '.mcp.json', servers: 1 }] });
  });

  it('imports from all configurations of the computer with --discover --all', async () => {
    const at = workspaceWith({ old: configured(fixtureServer('oldest')), tracker: token(planted.first) });
    const env = { ...at.env, HOME: at.home, XDG_CONFIG_HOME: join(at.home, 'config') };
    const run = await runCli(['import', '--discover', '--only', 'old', '--yes'], { ...at, env });
    expect(run.code).toBe(0);
    expect(states(run)).toMatchObject({ old: 'imported', tracker: 'left_out' });
  });
});
