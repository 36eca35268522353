import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { StartingServers } from '../../../src-main/hosts/cli/starting-servers.ts';
import { runCli } from '../../support/run-cli.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { workspaceFolder, write } from '../../support/workspace.ts';

const tools = [{ name: 'files.read', description: 'Read a text file' }];

/** A copy of the demo, and commands in it. */
async function demo() {
  const [folder, home] = [temporaryFolder(), temporaryFolder()];
  const env = { HOME: home, USERPROFILE: home, PEGBOARD_HOME: join(home, 'data') };
  const made = await runCli(['init', '--demo', 'demo'], { cwd: folder, env });
  const cwd = join(folder, 'demo');
  return { made, cwd, env, run: (...args: string[]) => runCli(args, { cwd, env }) };
}

describe('pegboard init --demo', () => {
  it('makes a workspace whose tasks an experiment can run', async () => {
    const { made, cwd, run } = await demo();
    expect(made.code).toBe(0);
    expect(readdirSync(cwd)).toEqual(expect.arrayContaining(['evals', 'pegboard.yaml', 'tasks', 'use']));
    expect((await run('experiment', 'run', '--plan')).result).toMatchObject({ tasks: 60 });
    const wrong = (await run('experiment', 'run', '--plan', '--tasks', 'level:hardd')).error;
    expect(wrong).toMatchObject({ code: 'invalid_input', message: 'No task fits level:hardd.' });
    expect(wrong.hint).toContain('Levels are easy, hard, medium.');
  });

  it('writes nothing into a folder that has something', async () => {
    const cwd = temporaryFolder();
    write(cwd, 'sources/github.json', 'mine');
    expect((await runCli(['init', '--demo'], { cwd })).error).toMatchObject({ code: 'file_exists' });
    expect(readdirSync(cwd)).toEqual(['sources']);
    expect(readFileSync(join(cwd, 'sources/github.json'), 'utf8')).toBe('mine');
    mkdirSync(join(cwd, 'empty'));
    expect((await runCli(['init', '--demo', 'empty'], { cwd })).code).toBe(0);
  });
});

describe('what to do next is said by', () => {
  it('an import where there is no workspace', async () => {
    const cwd = temporaryFolder();
    write(cwd, 'my servers.json', '{"mcpServers": {}}');
    const { error } = await runCli(['import', 'my servers.json'], { cwd });
    expect(error).toMatchObject({ code: 'workspace_not_found' });
    expect(error.hint).toContain("pegboard init && pegboard import 'my servers.json'");
  });

  it('an experiment where there are no tasks', async () => {
    const { error } = await runCli(['experiment', 'run', '--plan'], { cwd: workspaceFolder(tools) });
    expect(error).toMatchObject({ code: 'tasks_missing' });
    expect(error.hint).toMatch(/pegboard experiment generate --apply[\s\S]*pegboard init --demo/);
  });

  it('a proposal and golden queries where no log was read', async () => {
    const { run } = await demo();
    const board = await run('optimize', 'board', '--format', 'human');
    expect(board.stdout).toMatch(/^There are 0 sessions; a proposal needs 20\.\n.*pegboard usage --from jsonl\n$/);
    const golden = await run('usage', '--golden', '--format', 'human');
    expect(golden.stdout).toMatch(/^No log was read yet, .*\n.*pegboard usage --from jsonl\n$/);
  });

  it('an agent file that names tools of captured lists', async () => {
    const { run } = await demo();
    const args = ['export', 'agent', '--as', 'claude-code', '--persona', 'support', '--out', '../agent'];
    const { code, stdout } = await run(...args, '--format', 'human');
    expect(code).toBe(0);
    for (const source of ['slack', 'tasks', 'shop']) expect(stdout).toContain(`has a server named ${source}.`);
    expect(stdout).not.toContain('Nothing was lost.');
  });

  it('an experiment in which no trial counts', async () => {
    const { run } = await demo();
    const model = ['--model', 'openai-compatible:x', '--base-url', 'http://127.0.0.1:1/v1'];
    const args = ['--tasks', 'level:easy', '--arms', 'all', '--repetitions', '1', '--yes', ...model];
    const { code, stdout } = await run('experiment', 'run', ...args, '--format', 'human');
    expect(code).toBe(1);
    expect(stdout).toMatch(
      /^No trial of 15 counts.*\nCheck that the service.*\nGo on with: pegboard experiment resume/,
    );
    expect(stdout).not.toContain('tasks cannot compare');
  });

  it('a wrong option and too many words', async () => {
    const cwd = workspaceFolder(tools);
    expect((await runCli(['tools', '--zzzzzz'], { cwd })).error.hint).toBe(
      'pegboard tools --help lists the arguments and options.',
    );
    const { error } = await runCli(['--format', 'json', 'search', 'read', 'a', 'file'], { cwd });
    expect(error.hint).toBe(
      'Put quotes around words that belong together. pegboard search --help lists the arguments and options.',
    );
  });

  it('a baseline that was written, and a log that is not there', async () => {
    const cwd = workspaceFolder(tools);
    const { stderr } = await runCli(['ci', '--write-baseline', '--format', 'human'], { cwd });
    expect(stderr).toMatch(/Written: .*pegboard-baseline\.json\. It accepts \d+ finding/);
    expect((await runCli(['usage', '--from', 'claude_code'], { cwd })).error.hint).toContain('claude-code, codex');
  });

  it('a price from the cache above the ordinary one', async () => {
    const run = (...args: string[]) =>
      runCli(['economics', '--seed', ...args, '--format', 'human'], { cwd: temporaryFolder() });
    expect((await run('--cached-price', '0.3')).stderr).toContain('warning: --cached-price 0.3 is above the price');
    expect((await run('--price', '3', '--cached-price', '0.3')).stderr).toBe('');
  });

  it('the settings of a gateway server, before a token is read', async () => {
    const { error } = await runCli(['gateway', 'who'], { cwd: temporaryFolder() });
    expect(error).toMatchObject({ code: 'file_not_found', message: expect.stringContaining('pegboard-gateway.yaml') });
  });
});

it('a server that starts is told with its seconds, its limit and what it says', () => {
  let now = 1000;
  const starting = new StartingServers(() => now);
  expect([starting.add('slow', 60_000), starting.add('slow', 60_000)]).toEqual([true, false]);
  expect(starting.newLines('slow', 'one')).toEqual(['  slow stderr: one']);
  expect(starting.newLines('slow', 'one\ntwo')).toEqual(['  slow stderr: two']);
  now += 10_000;
  expect(starting.waiting()).toEqual(['slow has been starting for 10 s of at most 60 s …']);
  starting.end('slow');
  expect(starting.waiting()).toEqual([]);
});
