import { describe, expect, it } from 'vitest';
import { runCli } from '../../support/run-cli.ts';
import { workspaceFolder, write } from '../../support/workspace.ts';

const tools = [
  { name: 'files.read', description: 'Read a text file', side_effects: 'read' },
  { name: 'mail.send', description: 'Send a message' },
];

describe('a text that is not JSON', () => {
  const scenario = 'name: x\nquery: x\nscript:\n  - {answer: done}\n';

  it.each([
    [['call', 'mail.send', '--args', '{bad'], '--args:1:2: not valid JSON', '--args'],
    [['call', 'mail.send', '--args', ''], '--args is empty.', '--args'],
    [['simulate', 's.scenario.yaml', '--history', 'bad.json'], 'bad.json:1:2: not valid JSON', 'messages'],
    [['ci', '--baseline', 'bad.json'], 'bad.json:1:2: not valid JSON', 'pegboard ci --write-baseline'],
  ])('is told with a hint that fits what was asked for: %j', async (args, message, hint) => {
    const cwd = workspaceFolder(tools);
    write(cwd, 'bad.json', '{bad');
    write(cwd, 's.scenario.yaml', scenario);
    const run = await runCli(args, { cwd });
    expect([run.code, run.error]).toEqual([
      2,
      expect.objectContaining({
        code: 'invalid_json',
        message: expect.stringContaining(message),
        hint: expect.stringContaining(hint),
      }),
    ]);
    expect(run.error.hint).not.toContain('tools/list');
  });
});
