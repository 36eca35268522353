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

it('reads the logs of every format in a folder, and names the files that are none', async () => {
  const { cwd, run, log } = place();
  write(cwd, 'logs/a-transcript.jsonl', claudeCodeLog);
  write(cwd, 'logs/other.json', '{"tools": []}');
  write(cwd, 'logs/z-lines.jsonl', readFileSync(log, 'utf8'));
  const { result } = await run('--from', 'logs');
  expect(result).toMatchObject({
    not_read: [join(cwd, 'logs/other.json')],
    read: [
      { origin: 'claude-code', files: 1, broken: 0 },
      { origin: 'jsonl', files: 1 },
    ],
    report: { sessions: 4, origins: [{ origin: expect.anything() }, { origin: expect.anything() }] },
  });
  const { stderr } = await run('--from', 'logs', '--format', 'human');
  expect(stderr).toMatch(/Not read: .*other\.json\. Pegboard knows no such log\./);
});

it('says when the figures are also of logs that were read before', async () => {
  const { cwd, run, log } = place();
  expect((await run('--from', log, '--format', 'human')).stderr).not.toMatch(/read before/);
  const second = write(cwd, 'mine.jsonl', '{"time":"2026-11-02T12:00:00Z","session":"m","tool":"pages.read"}\n');
  const { stderr } = await run('--from', second, '--format', 'human');
  expect(stderr).toMatch(/JSON Lines: the figures are also of 1 log \(\d lines\) that Pegboard read before\./);
});

it('puts events aside whose time is after now', async () => {
  const { cwd, run } = place();
  const call = (time: string) => `{"time":"${time}","session":"s","tool":"pages.read"}\n`;
  const log = write(cwd, 'clock.jsonl', call('2026-10-01T12:00:00Z') + call('2099-10-01T12:00:00Z'));
  const { result } = await run('--from', log);
  expect(result).toMatchObject({
    read: [{ lines: 2, broken: 1, ahead: 1, first_broken: { line: 2 } }],
    report: { calls: 1, carried: { days: 1 } },
  });
  const again = write(cwd, 'again.jsonl', call('2099-11-01T12:00:00Z'));
  const human = await run('--from', again, '--format', 'human');
  expect(human.stderr).toMatch(
    /1 line cannot be read, .*again\.jsonl:1\. 1 of them has a time more than a day after now\./,
  );
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
