import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { experimentWorkspace } from '../support/experiment-workspace.ts';
import { runCli } from '../support/run-cli.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { write } from '../support/workspace.ts';

it('pegboard experiment import shows tasks of a benchmark, writes them once, and names what is left out', async () => {
  const cwd = experimentWorkspace(1);
  const question = (task_id: string, Tools: string) => ({
    task_id,
    Question: 'Show it.',
    'Annotator Metadata': { Tools },
  });
  write(cwd, 'questions.json', JSON.stringify([question('one', '1. orders.get'), question('two', '1. orders.sell')]));
  const run = (...args: string[]) =>
    runCli(['experiment', 'import', ...args], { cwd, env: { PEGBOARD_HOME: temporaryFolder() } });
  const file = join(cwd, 'tasks/benchmark/one.task.yaml');
  const shown = await run('questions.json');
  expect([shown.code, existsSync(file)]).toEqual([0, false]);
  expect(shown.result).toMatchObject({ tasks: [{ path: 'tasks/benchmark/one.task.yaml' }], written: false });
  const written = await run('questions.json', '--apply');
  expect([written.code, existsSync(file)]).toEqual([0, true]);
  const again = await run('questions.json', '--apply');
  expect(again.result).toMatchObject({ tasks: [], written: true });
  expect(again.stdout + again.stderr).toContain('orders.sell');
  const missing = await run('nothing.json');
  expect(missing.code).toBe(2);
});
