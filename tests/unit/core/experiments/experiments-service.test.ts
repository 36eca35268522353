import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Services } from '#core/services.ts';
import type { ExperimentEvent } from '#shared/contract/experiments.ts';
import { experimentWorkspace } from '../../../support/experiment-workspace.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';
import { testServices, write } from '../../../support/workspace.ts';

const careful = { model: { provider: 'scripted', habits: { careful: 1 } } };
const mixed = { provider: 'scripted', habits: { careful: 1, never_searches: 1 } };

async function opened(root: string, userDataDir = temporaryFolder()): Promise<Services> {
  const services = await testServices({ userDataDir });
  await services.workspace.open({ path: root });
  return services;
}

async function ran(services: Services, settings: Record<string, unknown>, signal?: AbortSignal) {
  const events: ExperimentEvent[] = [];
  for await (const event of services.experiments.run({ settings, consent: false }, { signal })) events.push(event);
  const last = events.at(-1);
  if (last?.type !== 'ended') throw new Error('The experiment did not end.');
  return { events, run: last.run };
}

describe('an experiment', () => {
  it('plays each task under each arm as often as asked, judges by state, and is kept', async () => {
    const services = await opened(experimentWorkspace(3));
    const { run, events } = await ran(services, { ...careful, repetitions: 2 });
    expect(run).toMatchObject({ state: 'done', stopped_by: null, trials: { done: 18, failed: 0, all: 18 } });
    expect(events.filter(({ type }) => type === 'trial')).toHaveLength(18);
    const trials = await services.experiments.trials({ id: run.id });
    expect(new Set(trials.map(({ success }) => success))).toEqual(new Set([true]));
    expect(await services.experiments.list()).toEqual([run]);
    const { arms } = await services.experiments.report({ id: run.id });
    expect(arms.map(({ arm, trials: count }) => [arm, count])).toEqual([
      ['all', 6],
      ['search', 6],
      ['board', 6],
    ]);
    const { trial, simulation, requests } = await services.experiments.trial({ id: run.id, number: 1 });
    expect(requests).toHaveLength(trial.steps);
    expect(simulation?.steps).toHaveLength(trial.steps);
    expect(trial.tokens.sent.estimate).toBeGreaterThan(trial.tokens.received.estimate);
    expect(await services.experiments.remove({ id: run.id })).toEqual({ removed: true });
    expect(await services.experiments.list()).toEqual([]);
  });

  it('finds the habit that fails where a tool must be searched for, and names the cause', async () => {
    const services = await opened(experimentWorkspace(12));
    const { run } = await ran(services, { model: mixed, repetitions: 1 });
    const trials = await services.experiments.trials({ id: run.id });
    for (const { habit, arm, success, cause } of trials) {
      const fails = habit === 'never_searches' && arm !== 'all';
      expect([success, cause]).toEqual([!fails, fails ? 'not_searched' : null]);
    }
    expect(new Set(trials.map(({ habit }) => habit)).size).toBe(2);
  });

  it('stops at a limit and goes on with a higher one, to the same trials as without a limit', async () => {
    const root = experimentWorkspace(3);
    const services = await opened(root);
    const whole = await ran(services, { ...careful, repetitions: 1 });
    const { run } = await ran(services, { ...careful, repetitions: 1, limits: { requests: 7 } });
    expect(run).toMatchObject({ state: 'stopped', stopped_by: 'It sent 7 requests, its limit.', requests: 7 });
    expect(run.trials.done).toBeLessThan(9);
    const events: ExperimentEvent[] = [];
    const input = { id: run.id, consent: false, limits: { requests: 1000 } };
    for await (const event of services.experiments.resume(input)) events.push(event);
    const ended = events.at(-1);
    expect(ended).toMatchObject({ type: 'ended', run: { state: 'done', trials: { done: 9 } } });
    const plain = async (id: string) =>
      (await services.experiments.trials({ id })).map((trial) => ({ ...trial, ms: 0 }));
    expect(await plain(run.id)).toEqual(await plain(whole.run.id));
    const requests = ended?.type === 'ended' ? ended.run.requests : 0;
    expect(requests).toBe(whole.run.requests);
  });

  it('that is cancelled is stopped and can go on', async () => {
    const services = await opened(experimentWorkspace(3));
    const stop = new AbortController();
    let id = '';
    for await (const event of services.experiments.run(
      { settings: careful, consent: false },
      { signal: stop.signal },
    )) {
      if (event.type === 'trial') stop.abort();
      id = event.type === 'trial' ? id : event.run.id;
    }
    const [run] = await services.experiments.list();
    expect(run).toMatchObject({ id, state: 'stopped', stopped_by: 'It was cancelled.' });
    expect(run?.trials.done).toBeLessThan(27);
    for await (const event of services.experiments.resume({ id, consent: false })) expect(event.type).not.toBe('');
    expect((await services.experiments.list())[0]).toMatchObject({ state: 'done', trials: { done: 27 } });
  });

  it('does not go on where a task, a world or a tool is another, and says which', async () => {
    const root = experimentWorkspace(2);
    const services = await opened(root);
    const { run } = await ran(services, { ...careful, limits: { requests: 2 } });
    const resume = async () => {
      for await (const _event of services.experiments.resume({
        id: run.id,
        consent: false,
        limits: { requests: 900 },
      }));
    };
    const text = (await services.experiments.task({ path: 'refund-1.task.yaml' })).text;
    write(root, 'tasks/refund-1.task.yaml', `${text}\n`);
    await expect(resume()).rejects.toMatchObject({
      code: 'workspace_changed',
      message: 'The workspace changed since the experiment began: task refund-1.task.yaml is another.',
    });
    write(root, 'tasks/refund-1.task.yaml', text);
    write(root, 'tasks/shop.world.yaml', 'records: {orders: []}\n');
    await expect(resume()).rejects.toThrow('the world of task refund-1.task.yaml is another');
  });

  it('runs once at a time', async () => {
    const services = await opened(experimentWorkspace(3));
    // Slow enough to be there still when the others ask.
    const settings = { ...careful, requests_per_minute: 1 };
    const events = services.experiments.run({ settings, consent: false });
    const first = await events.next();
    const id = !first.done && first.value.type === 'started' ? first.value.run.id : '';
    await expect(services.experiments.resume({ id, consent: false }).next()).rejects.toMatchObject({
      code: 'run_in_progress',
    });
    expect((await services.experiments.list())[0]?.state).toBe('running');
    await expect(services.experiments.remove({ id })).rejects.toMatchObject({ code: 'run_in_progress' });
    await events.return();
    expect((await services.experiments.list())[0]?.state).toBe('stopped');
  });
});

describe('the plan of an experiment', () => {
  it('names every mistake of a file and of the settings', async () => {
    const text = 'arms: [{name: a, always_loaded: some}]\nrepetitions: none\nseeds: 1\n';
    const root = experimentWorkspace(1);
    writeFileSync(join(root, 'bad.experiment.yaml'), text);
    const services = await opened(root);
    const message = async (input: Parameters<typeof services.experiments.plan>[0]) =>
      services.experiments.plan(input).then(
        () => '',
        (error: Error) => error.message,
      );
    const lines = (await message({ path: 'bad.experiment.yaml', consent: false })).split('\n');
    expect(lines).toHaveLength(3);
    expect(lines.join('\n')).toMatch(/^bad\.experiment\.yaml:1:\d+: arms\.0[\s\S]*:2:\d+: repetitions[\s\S]*seeds/);
    const model = { provider: 'openai-compatible', model: 'llama' };
    await expect(services.experiments.plan({ settings: { model }, consent: false })).rejects.toMatchObject({
      hint: expect.stringContaining('--base-url'),
    });
  });

  it('chooses tasks by glob, tag and level, and counts what it would take', async () => {
    const services = await opened(experimentWorkspace(3));
    const count = async (tasks: string[]) =>
      (await services.experiments.plan({ settings: { tasks }, consent: false })).tasks;
    expect(await count(['**'])).toBe(3);
    expect(await count(['refund-1'])).toBe(1);
    expect(await count(['level:hard'])).toBe(2);
    expect(await count(['tag:mo*'])).toBe(3);
    await expect(count(['tag:none'])).rejects.toMatchObject({ code: 'invalid_input' });
    const plan = await services.experiments.plan({ settings: { prices: { input: 2 } }, consent: false });
    expect(plan).toMatchObject({ arms: ['all', 'search', 'board'], trials: 27, findings: [] });
    expect(plan.tokens).toBeGreaterThan(1000);
    expect(plan.cost_usd).toBeCloseTo(((plan.tokens ?? 0) * 2) / 1e6, 9);
  });

  it('counts about what a careful agent sends, in each arm', async () => {
    const services = await opened(experimentWorkspace(2));
    for (const arm of ['all', 'search', 'board']) {
      const asked = { arms: [arm], settings: { ...careful, repetitions: 1 }, consent: false };
      const { tokens } = await services.experiments.plan(asked);
      let id = '';
      for await (const { run } of await services.experiments.run(asked)) id = run.id;
      const trials = await services.experiments.trials({ id });
      const sent = trials.reduce((sum, trial) => sum + trial.tokens.sent.estimate, 0);
      expect((tokens ?? 0) / sent, arm).toBeGreaterThan(0.9);
      expect((tokens ?? 0) / sent, arm).toBeLessThan(1.1);
    }
  });

  it('reads a file, whose fields the settings replace, and names the place of a mistake', async () => {
    const root = experimentWorkspace(3);
    write(root, 'shop.experiment.yaml', 'tasks: [refund-1]\nrepetitions: 5\n');
    write(root, 'bad.experiment.yaml', 'tasks: [refund-1]\nrepetition: 5\n');
    const services = await opened(root);
    const trials = async (path: string, settings = {}) =>
      (await services.experiments.plan({ path, settings, consent: false })).trials;
    expect(await trials('shop.experiment.yaml')).toBe(15);
    expect(await trials('shop.experiment.yaml', { repetitions: 2 })).toBe(6);
    await expect(trials('bad.experiment.yaml')).rejects.toThrow('bad.experiment.yaml:2:1: repetition');
    await expect(trials('shop.experiment.yaml', { repetitions: 0 })).rejects.toThrow('experiment: repetitions');
  });
});

it('a task is checked: its solution solves it, and doing nothing does not', async () => {
  const root = experimentWorkspace(1);
  const services = await opened(root);
  const findings = async (path: string) => (await services.experiments.task({ path })).findings;
  expect(await findings('refund-1.task.yaml')).toEqual([]);
  const text = (await services.experiments.task({ path: 'refund-1.task.yaml' })).text;
  write(root, 'tasks/wrong.task.yaml', text.replace('"tool":"orders.refund"', '"tool":"orders.cancel"'));
  write(root, 'tasks/idle.task.yaml', 'query: Do nothing.\nexpect: {never_called: ["*"]}\n');
  expect(await findings('wrong.task.yaml')).toMatchObject([
    { severity: 'error', message: expect.stringContaining('solution: it does not solve the task: state') },
  ]);
  expect(await findings('idle.task.yaml')).toMatchObject([{ severity: 'warning' }]);
  expect((await services.experiments.tasks()).map(({ path }) => path)).toEqual([
    'idle.task.yaml',
    'refund-1.task.yaml',
    'wrong.task.yaml',
  ]);
});

it('makes tasks of scenarios and golden queries, and leaves files that are there', async () => {
  const root = experimentWorkspace(1);
  const scenario = `query: Pay it back.
results: {orders.refund: {value: {paid: 5}}}
script: [{call: tool_search, args: {query: refund}}, {call: orders.refund, args: {id: o2}}, {answer: Paid.}]
`;
  write(root, 'refund.scenario.yaml', scenario);
  write(root, 'talk.scenario.yaml', 'turns: [{query: a, script: [{answer: b}]}, {query: c, script: [{answer: d}]}]\n');
  write(root, 'evals/golden.jsonl', '{"query": "cancel my order", "relevant": ["orders.cancel"]}\n');
  const services = await opened(root);
  const make = (from: 'scenarios' | 'golden', apply: boolean) => services.experiments.generate({ from, apply });
  const { tasks, findings } = await make('scenarios', false);
  expect(tasks.map(({ path }) => path)).toEqual(['tasks/refund.task.yaml']);
  expect(findings).toMatchObject([{ path: 'talk.scenario.yaml', severity: 'info' }]);
  expect((await services.experiments.tasks()).map(({ path }) => path)).toEqual(['refund-1.task.yaml']);
  await make('scenarios', true);
  await make('golden', true);
  expect((await make('scenarios', true)).tasks).toEqual([]);
  expect(await services.experiments.tasks()).toMatchObject([
    { path: 'golden/cancel-my-order.task.yaml', tools: ['orders.cancel'], findings: [] },
    { path: 'refund-1.task.yaml' },
    { path: 'refund.task.yaml', query: 'Pay it back.', tools: ['orders.refund'], findings: [] },
  ]);
  expect((await services.experiments.task({ path: 'refund.task.yaml' })).findings).toEqual([]);
});
