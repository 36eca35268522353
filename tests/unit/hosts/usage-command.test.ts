import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { runCli } from '../../support/run-cli.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { claudeCodeLog, jsonlLog } from '../../support/use-logs.ts';
import { workspaceFolder, write } from '../../support/workspace.ts';

/** A workspace of two tools, and a home with a transcript. */
function place() {
  const [home, data] = [temporaryFolder(), temporaryFolder()];
  const cwd = workspaceFolder([
    { name: 'pages.create', description: 'Creates a page.' },
    { name: 'pages.read', description: 'Reads a page.' },
  ]);
  write(home, '.claude/projects/p/one.jsonl', claudeCodeLog);
  const env = { HOME: home, USERPROFILE: home, PEGBOARD_HOME: data };
  const run = (...args: string[]) => runCli(['usage', '--since', '900w', ...args], { cwd, env });
  return { cwd, run, log: write(home, 'logs/x.jsonl', jsonlLog) };
}

it('reads nothing that nobody allowed, and says what there is', async () => {
  const { run } = place();
  const { code, stdout, stderr } = await run('--format', 'human');
  expect([code, stdout]).toEqual([0, expect.stringMatching(/No log with a search or a call was read yet/)]);
  expect(stderr).toMatch(/Claude Code keeps logs here \(1 file, \d\.\d kB\).*--from claude-code/);
  const { result } = await run('--from', 'claude-code');
  expect(result).toMatchObject({
    schema: 'pegboard.usage/1',
    read: [{ origin: 'claude-code', broken: 0 }],
    report: { sessions: 2 },
  });
});

it('knows a log by its content, and prints tables, csv and golden queries', async () => {
  const { cwd, run, log } = place();
  const human = await run('--from', log, '--format', 'human');
  expect(human.stdout).toMatch(/2 calls \(\d failed\) and 2 searches in 2 sessions/);
  expect(human.stdout).toMatch(/found nothing +times\nsend a letter +1/);
  const csv = await run('--from', log, '--format', 'csv');
  expect(csv.stdout.split('\r\n')[1]).toMatch(/^pages\.create,test,1,0,1,,,12,2026-11-02T12:00:01/);
  const golden = await run('--golden', '--format', 'human');
  expect(golden.stdout).toBe('{"query":"write a page","relevant":["pages.create"]}\n');
  expect((await run('--golden', '--write', 'real')).result).toMatchObject({
    file: 'evals/real.jsonl',
    proposals: [{ count: 1 }],
  });
  expect(readFileSync(join(cwd, 'evals/real.jsonl'), 'utf8')).toBe(golden.stdout);
  expect((await run('--golden')).result).toMatchObject({ proposals: [] });
  expect((await run('--forget')).result).toEqual({ schema: 'pegboard.usage-forget/1', removed: 4 });
});

it('refuses what is no log, and what it cannot do', async () => {
  const { cwd, run } = place();
  const other = write(cwd, 'other.json', '{"tools": []}');
  expect((await run('--from', other)).error).toMatchObject({
    code: 'invalid_input',
    message: expect.stringContaining('other.json'),
  });
  expect((await run('--from', 'no-such-origin')).error).toMatchObject({ code: 'file_not_found' });
  expect(await run('--write', 'x')).toMatchObject({ code: 2, error: { code: 'usage' } });
});
