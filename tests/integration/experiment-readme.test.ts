import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, it } from 'vitest';
import { loadTasks } from '#core/experiments/tasks/task-files.ts';
import { nodeFiles } from '#core/files/node-files.ts';
import { demoWorkspaceFiles } from '#core/workspace/demo/demo-workspace.ts';
import { experimentReportSchema } from '#shared/domain/experiment.ts';
import { agentService } from '../support/agent-service.ts';
import { runCliProcess } from '../support/run-cli.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

it('the command of the README runs the experiment of the demo with a service on this computer', async () => {
  const readme = readFileSync(resolve(import.meta.dirname, '../../README.md'), 'utf8');
  const commands = readme.split('\n').filter((line) => /^pegboard experiment run .*--base-url /.test(line));
  expect(commands).toHaveLength(1);
  const cwd = temporaryFolder();
  await nodeFiles.writeAll(demoWorkspaceFiles(cwd));
  const loaded = await loadTasks(cwd, nodeFiles);
  const tasks = new Map(loaded.flatMap(({ task }) => (task ? [[task.query, task] as const] : [])));
  const { url, asked } = await agentService((query) => {
    const task = tasks.get(query);
    if (!task) throw new Error(`No task asks: ${query}`);
    return task;
  });
  const words = (commands[0] ?? '').split(' ').slice(1);
  const args = words.map((word) => (word.startsWith('http') ? url : word));
  expect(args.filter((word, i) => word !== words[i])).toEqual([url]);
  const { code, stderr, result } = await runCliProcess(args, { cwd });
  expect([code, stderr]).toEqual([0, expect.not.stringContaining('error')]);
  const { run, arms } = experimentReportSchema.parse(result);
  const easy = [...tasks.values()].filter(({ level }) => level === 'easy').length;
  expect(run).toMatchObject({ state: 'done', tasks: easy, requests: asked.length });
  expect(run.trials).toEqual({ done: easy * 3, failed: 0, all: easy * 3 });
  // The careful agent of the service solves every task, whichever way it gets its tools.
  expect(arms.map(({ arm, metrics }) => [arm, metrics.success?.mean])).toEqual([
    ['all', 1],
    ['search', 1],
    ['board', 1],
  ]);
  const body = JSON.parse(asked[0] ?? '{}') as Record<string, unknown>;
  expect(body).toMatchObject({ model: 'llama3.2', stream: true, stream_options: { include_usage: true } });
}, 300_000);
