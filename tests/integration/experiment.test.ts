import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { ExperimentReport, ExperimentRun } from '#shared/domain/experiment.ts';
import { experimentReportSchema } from '#shared/domain/experiment.ts';
import { agentService } from '../support/agent-service.ts';
import { experimentWorkspace, refundSolution } from '../support/experiment-workspace.ts';
import { runCli } from '../support/run-cli.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { write } from '../support/workspace.ts';

function place(tasks: number) {
  const cwd = experimentWorkspace(tasks);
  const env = { PEGBOARD_HOME: temporaryFolder() };
  const experiment = (args: readonly string[]) => runCli(['experiment', ...args], { cwd, env });
  return { cwd, experiment };
}

const modelAt = (url: string) => ['--model', 'openai-compatible:m', '--base-url', url];

describe('pegboard experiment', () => {
  it('runs with a compatible service, and reports what it counted', async () => {
    const { cwd, experiment } = place(2);
    const { url, asked } = await agentService(refundSolution);
    write(cwd, 'costs.experiment.yaml', 'repetitions: 2\nprices: {input: 10, cached: 1, output: 100}\n');
    const { code, stderr, result } = await experiment(['run', 'costs.experiment.yaml', ...modelAt(url), '--yes']);
    expect([code, stderr]).toEqual([0, '']);
    const report = experimentReportSchema.parse(result);
    expect(report.run).toMatchObject({ state: 'done', model: 'openai-compatible:m', requests: asked.length });
    expect(report.run.trials).toEqual({ done: 12, failed: 0, all: 12 });
    expect(report.arms.map(({ metrics }) => metrics.success?.mean)).toEqual([1, 1, 1]);
    // 600 fresh, 400 cached and 20 received tokens for each request.
    expect(report.run.cost_usd).toBeCloseTo((asked.length * (600 * 10 + 400 + 20 * 100)) / 1e6, 9);
    const csv = await experiment(['report', '--format', 'csv']);
    expect(csv.stdout.trim().split('\r\n')).toHaveLength(13);
    const { code: written } = await experiment(['report', report.run.id.slice(0, 8), '--out', 'report.html']);
    expect(written).toBe(0);
    expect(readFileSync(join(cwd, 'report.html'), 'utf8')).toContain('<!doctype html>');
  });

  it('asks before a live model costs money, and shows the plan', async () => {
    const { experiment } = place(1);
    const { url, asked } = await agentService(refundSolution);
    const refused = await experiment(['run', ...modelAt(url)]);
    expect(refused.code).toBe(2);
    expect(refused.error).toMatchObject({
      code: 'confirmation_required',
      message: expect.stringContaining('9 trials'),
    });
    const plan = await experiment(['run', ...modelAt(url), '--plan', '--arms', 'board,all', '--repetitions', '1']);
    expect(plan.result).toMatchObject({ schema: 'pegboard.experiment-plan/1', arms: ['board', 'all'], trials: 2 });
    expect(asked).toHaveLength(0);
    const wrong = await experiment(['run', '--model', 'gpt']);
    expect([wrong.code, wrong.error.code]).toEqual([2, 'usage']);
  });

  it('stops at a limit with exit code 1, is listed, goes on and is removed', async () => {
    const { experiment } = place(2);
    const { url, asked } = await agentService(refundSolution);
    const stopped = await experiment(['run', ...modelAt(url), '--yes', '--max-requests', '5']);
    expect(stopped.code).toBe(1);
    expect((stopped.result as ExperimentReport).run).toMatchObject({ state: 'stopped', requests: 5 });
    const [run] = (await experiment(['list'])).result.experiments as ExperimentRun[];
    expect(run).toMatchObject({ state: 'stopped', stopped_by: 'It sent 5 requests, its limit.' });
    const resumed = await experiment(['resume', '--max-requests', '1000']);
    expect(resumed.code).toBe(0);
    expect((resumed.result as ExperimentReport).run).toMatchObject({ state: 'done', requests: asked.length });
    expect((await experiment(['remove', run?.id ?? ''])).result).toMatchObject({ removed: true });
    const gone = await experiment(['report']);
    expect([gone.code, gone.error.code]).toEqual([2, 'unknown_run']);
  });

  it('goes on after a trial whose model fails, runs it again on resume, and stops after five in a row', async () => {
    const { experiment } = place(3);
    let isDown = true;
    const { url, asked } = await agentService(refundSolution, {
      fails: (attempt) => attempt === 2 || (isDown && attempt > 6),
    });
    const { code, result } = await experiment(['run', ...modelAt(url), '--yes']);
    expect(code).toBe(1);
    const { run, arms } = result as ExperimentReport;
    expect(run.state).toBe('stopped');
    expect(run.stopped_by).toMatch(/^The model failed in 5 trials in a row: .*not now/);
    expect(run.trials.failed).toBe(6);
    expect(arms.reduce((sum, arm) => sum + arm.not_counted, 0)).toBe(6);
    isDown = false;
    const before = asked.length;
    const resumed = await experiment(['resume']);
    expect(resumed.code).toBe(0);
    expect((resumed.result as ExperimentReport).run.trials).toEqual({ done: 27, failed: 0, all: 27 });
    expect(asked.length).toBeGreaterThan(before);
  });

  it('checks tasks, with exit code 1 for one that its solution does not solve', async () => {
    const { cwd, experiment } = place(1);
    expect((await experiment(['check'])).code).toBe(0);
    write(cwd, 'tasks/bad.task.yaml', 'query: a\nexpect: {called: [orders.get]}\nsolution: [{tool: orders.cancel}]\n');
    const { code, error } = await experiment(['check']);
    expect(code).toBe(1);
    expect(error).toMatchObject({ path: 'tasks/bad.task.yaml', severity: 'error' });
  });
});
