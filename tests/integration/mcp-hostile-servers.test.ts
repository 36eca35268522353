import { spawn } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { folderContents } from '../support/folder-contents.ts';
import { fixtureServer, freePort, httpServer } from '../support/mcp-servers.ts';
import { isAlive } from '../support/processes.ts';
import { runCli } from '../support/run-cli.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { workspaceFolder } from '../support/workspace.ts';

const bin = resolve(import.meta.dirname, '../../src-main/hosts/cli/bin.mjs');
const workspace = () => workspaceFolder([{ name: 'files.read', description: 'Read a file' }]);

/** Imports from a server that misbehaves; the workspace must be as it was, byte by byte. */
async function failedImport(args: readonly string[], env: Record<string, string> = {}) {
  const cwd = workspace();
  const before = folderContents(cwd);
  const run = await runCli(['import', '--name', 'bad', ...args], { cwd, env });
  expect(folderContents(cwd)).toEqual(before);
  expect(run.stdout).toBe('');
  return run;
}

const stdio = (server: string, more: readonly string[] = []) => ['--mcp', ...more, '--', ...fixtureServer(server)];

describe('a server over stdio that misbehaves leaves a clear error and nothing else', () => {
  it.each([
    [
      'is not there',
      ['--mcp', '--', 'no-such-program-anywhere'],
      'server_not_started',
      /no-such-program.*no such program/,
    ],
    ['ends at once', stdio('exits'), 'server_failed', /exit code 1 while starting/],
    [
      'hangs at initialize',
      stdio('hangs', ['--timeout', '1']),
      'server_timeout',
      /no answer within 1 s while starting/,
    ],
    [
      'prints empty lines without end',
      ['--mcp', '--', ...fixtureServer('hostile'), 'floods empty lines'],
      'server_protocol',
      /more than 1000 lines .* not MCP messages: empty lines/,
    ],
    [
      'prints rubbish on stdout',
      stdio('rubbish'),
      'server_protocol',
      /not an MCP message, first: Hello!|not MCP messages: text, first: Hello!/,
    ],
    ['dies in the middle of its list', stdio('dies-mid-list'), 'server_failed', /exit code 3 while listing/],
    ['pages forever', stdio('pages-forever'), 'server_protocol', /more than 2000 pages/],
    ['repeats a cursor', stdio('repeats-cursor'), 'server_protocol', /same cursor twice/],
    ['sends a line of 100 MB', stdio('long-line'), 'server_protocol', /more than 32 MiB/],
  ])('%s', async (_what, args, code, words) => {
    const run = await failedImport(args);
    expect([run.code, run.error.schema, run.error.code]).toEqual([4, 'pegboard.error/1', code]);
    expect(run.error.message).toMatch(words);
    expect(run.error.hint).toBeTruthy();
  });

  it('one tool more than 20,000', async () => {
    const run = await failedImport(stdio('many-tools', ['--env', 'COUNT=20001']));
    expect([run.code, run.error.code]).toEqual([4, 'server_protocol']);
    expect(run.error.message).toContain('20000 tools');
  });

  it('a folder to start in that is not there', async () => {
    const run = await failedImport(stdio('oldest', ['--cwd', '/nowhere/at/all']));
    expect([run.code, run.error.code]).toEqual([4, 'server_not_started']);
    expect(run.error.message).toContain('/nowhere/at/all');
  });

  it('shows what the server wrote to stderr', async () => {
    const run = await failedImport(stdio('dies-mid-list'));
    expect(run.error.data).toMatchObject({ exit_code: 3, stderr: 'out of memory, goodbye' });
    const human = await runCli(['import', ...stdio('dies-mid-list'), '--format', 'human'], { cwd: workspace() });
    expect(human.code).toBe(4);
    const told = await runCli(['--format', 'human', 'import', ...stdio('dies-mid-list')], { cwd: workspace() });
    expect(told.stderr).toContain('stderr of the server:\n    out of memory, goodbye');
  });
});

describe('a server that is only unusual works', () => {
  it('20,000 tools', async () => {
    const run = await runCli(['import', '--name', 'many', ...stdio('many-tools', ['--env', 'COUNT=20000'])], {
      cwd: workspace(),
    });
    expect([run.code, (run.result.added as unknown[]).length]).toEqual([0, 20_000]);
  });

  it('protocol 2024-11-05, a greeting on stdout, keys that nobody knows', async () => {
    const cwd = workspace();
    const env = { PEGBOARD_HOME: temporaryFolder() };
    const run = await runCli(['import', ...stdio('oldest')], { cwd, env });
    expect([run.code, run.result.source]).toEqual([0, 'oldest']);
    expect(readFileSync(join(cwd, 'sources/oldest.json'), 'utf8')).toContain('x-vendor');
    expect((await runCli(['sources'], { cwd, env })).stdout).toContain('2024-11-05');
    const called = await runCli(['call', 'oldest.greet', '--args', '{"name": "Ada"}'], { cwd, env });
    expect(called.stdout).toContain('Hello, Ada');
  });

  it('one that ends when it is asked for the current protocol', async () => {
    const run = await runCli(['import', ...stdio('dies-at-probe')], { cwd: workspace() });
    expect([run.code, run.result.added]).toEqual([0, ['touchy.one']]);
  });
});

describe('a server whose list is odd', () => {
  const odd = (list: string) => stdio('odd-lists', ['--env', `LIST=${list}`]);

  it('with one tool that is nested too deep: that tool is left out and named, the others come in', async () => {
    const run = await runCli(['import', '--name', 'odd', ...odd('deep')], { cwd: workspace() });
    expect([run.code, run.result.added]).toEqual([1, ['odd.good']]);
    expect(run.result.findings).toContainEqual(
      expect.objectContaining({ code: 'tool_left_out', message: expect.stringMatching(/deep.*levels deep/) }),
    );
  });

  it('with nothing but such tools: a clear refusal', async () => {
    const run = await failedImport(odd('all-deep'));
    expect([run.code, run.error.code]).toEqual([2, 'invalid_input']);
    expect(run.error.message).toContain('levels deep');
  });

  it('with one name twice: the first is kept, and the finding speaks of no file of ours', async () => {
    const run = await runCli(['import', '--name', 'odd', ...odd('twice')], { cwd: workspace() });
    expect([run.code, run.result.added]).toEqual([1, ['odd.same']]);
    expect(run.result.findings).toContainEqual(
      expect.objectContaining({ code: 'tool_left_out', message: expect.stringMatching(/^(?!.*file).*same/) }),
    );
  });

  it('and one that asks us 40 things at once gets its answers without a warning', async () => {
    const warnings: string[] = [];
    const note = ({ name }: Error) => void warnings.push(name);
    process.on('warning', note);
    onTestFinished(() => void process.off('warning', note));
    const run = await runCli(['import', '--name', 'odd', ...odd('asks')], { cwd: workspace() });
    expect([run.code, run.result.added, warnings]).toEqual([0, ['odd.good'], []]);
  });
});

describe('no process is left behind', () => {
  it.each([
    ['stays until it is ended', ''],
    ['ends by itself', 'dies'],
  ])('by a server that %s and started helpers that left its session', async (_what, temper) => {
    const pidFile = join(temporaryFolder(), 'pids');
    const env = { PIDS: pidFile, TEMPER: temper };
    const args = ['import', '--name', 'd', ...stdio('daemons', ['--env', 'PIDS', '--env', 'TEMPER'])];
    const run = await runCli(args, { cwd: workspace(), env });
    expect([run.code, run.result?.added]).toEqual([0, ['d.one']]);
    const pids = readFileSync(pidFile, 'utf8').split(' ').map(Number);
    await vi.waitFor(() => expect(pids.map(isAlive)).toEqual([false, false, false]), { timeout: 20_000 });
  });

  /** Starts an import from a server that never ends by itself, and has a helper of the same kind. */
  async function hanging(timeout: string) {
    const cwd = workspace();
    const before = folderContents(cwd);
    const pidFile = join(temporaryFolder(), 'pids');
    const child = spawn(process.execPath, [bin, 'import', ...stdio('hangs', ['--env', 'PIDS', '--timeout', timeout])], {
      cwd,
      env: { ...process.env, PEGBOARD_HOME: temporaryFolder(), PIDS: pidFile },
      stdio: 'ignore',
    });
    const ended = new Promise<number | null>((done) => child.on('close', done));
    const pids = await vi.waitFor(
      () => {
        const words = existsSync(pidFile) ? readFileSync(pidFile, 'utf8').split(' ') : [];
        if (words.length !== 2) throw new Error('not started yet');
        return words.map(Number);
      },
      { timeout: 20_000 },
    );
    return { child, ended, pids, unchanged: () => expect(folderContents(cwd)).toEqual(before) };
  }

  it.each([
    ['after a time-out', '1', undefined, 4],
    ['after Ctrl+C', '60', 'SIGINT', 130],
    ['after SIGTERM', '60', 'SIGTERM', 130],
    ['after the death of Pegboard itself', '60', 'SIGKILL', null],
  ] as const)('%s', async (_what, timeout, signal, code) => {
    const { child, ended, pids, unchanged } = await hanging(timeout);
    expect(pids.map(isAlive)).toEqual([true, true]);
    if (signal) child.kill(signal);
    expect(await ended).toBe(code);
    await vi.waitFor(() => expect(pids.map(isAlive)).toEqual([false, false]), { timeout: 20_000, interval: 100 });
    unchanged();
  });
});

describe('a server over HTTP that misbehaves', () => {
  const url = (address: string, more: readonly string[] = []) => ['--url', address, ...more];

  it('needs authentication: exit code 3 with what it asks for, and how to give it', async () => {
    const address = await httpServer((_, response) => {
      response.writeHead(401, {
        'www-authenticate': 'Bearer realm="tools", resource_metadata="https://x.example/meta"',
      });
      response.end();
    });
    const run = await failedImport(url(address));
    expect([run.code, run.error.code]).toEqual([3, 'authentication_required']);
    expect(run.error.message).toContain('realm="tools"');
    expect(run.error.hint).toContain('--header');
  });

  it('refuses credentials with 403: exit code 3', async () => {
    const address = await httpServer((_, response) => response.writeHead(403).end('no'));
    const run = await failedImport(url(address, ['--header', 'Authorization: Bearer wrong-token-0001']));
    expect([run.code, run.error.code]).toEqual([3, 'authentication_required']);
    expect(run.stderr).not.toContain('wrong-token-0001');
  });

  it('is not there', async () => {
    const run = await failedImport(url(`http://127.0.0.1:${await freePort()}/mcp`));
    expect([run.code, run.error.code]).toEqual([4, 'server_unreachable']);
    expect(run.error.message).toContain('refused');
  });

  it('has no such page', async () => {
    const address = await httpServer((_, response) => response.writeHead(404).end());
    const run = await failedImport(url(address));
    expect([run.code, run.error.code, run.error.data]).toEqual([
      4,
      'server_unreachable',
      expect.objectContaining({ status: 404 }),
    ]);
  });

  it('never answers', async () => {
    const address = await httpServer(() => {});
    const run = await failedImport(url(address, ['--timeout', '1']));
    expect([run.code, run.error.code]).toEqual([4, 'server_timeout']);
  });

  it('answers with a web page', async () => {
    const address = await httpServer((_, response) => {
      response.writeHead(200, { 'content-type': 'text/html' });
      response.end('<h1>Welcome</h1>');
    });
    const run = await failedImport(url(address));
    expect([run.code, run.error.code]).toEqual([4, 'server_protocol']);
  });

  it('answers without end', async () => {
    const address = await httpServer((_, response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      const part = 'x'.repeat(1024 * 1024);
      const more = () => {
        while (!response.destroyed && response.write(part)) {}
        response.once('drain', more);
      };
      more();
    });
    const run = await failedImport(url(address));
    expect([run.code, run.error.code]).toEqual([4, 'server_protocol']);
    expect(run.error.message).toContain('32 MiB');
  });

  it.runIf(process.platform === 'linux')('after the death of Pegboard while it starts a server', async () => {
    const pidFile = join(temporaryFolder(), 'pids');
    const preload = join(import.meta.dirname, '../fixtures/mcp-servers/die-at-spawn.mjs');
    const args = ['--import', preload, bin, 'import', ...stdio('hangs', ['--env', 'PIDS'])];
    const env = { ...process.env, PEGBOARD_HOME: temporaryFolder(), PIDS: pidFile, DIE_AT: 'hangs.mjs' };
    const child = spawn(process.execPath, args, { cwd: workspace(), env, stdio: 'ignore' });
    await new Promise((done) => child.on('close', done));
    expect(child.signalCode).toBe('SIGKILL');
    const isThere = (process: string) => {
      try {
        return readFileSync(`/proc/${process}/environ`, 'utf8').includes(pidFile);
      } catch {
        return false;
      }
    };
    // The server may be ended before it writes its number.
    const left = () => readdirSync('/proc').filter((name) => /^\d+$/.test(name) && isThere(name));
    await vi.waitFor(() => expect(left()).toEqual([]), { timeout: 20_000, interval: 100 });
  });
});
