import { describe, expect, it } from 'vitest';
import { agreeToCalls } from '#core/experiments/run/agree-to-calls.ts';
import { paceOf } from '#core/experiments/run/run-limits.ts';
import { costOf } from '#core/experiments/run/trial-figures.ts';
import type { Services } from '#core/services.ts';
import { experimentSchema, type Trial } from '#shared/domain/experiment.ts';
import { experimentWorkspace } from '../../../support/experiment-workspace.ts';
import { openAiStream, serviceError } from '../../../support/model-answers.ts';
import { modelService } from '../../../support/model-services.ts';
import { testServices, workspaceFolder, write } from '../../../support/workspace.ts';

async function opened(root: string): Promise<Services> {
  const services = await testServices();
  await services.workspace.open({ path: root });
  return services;
}

async function trialsOf(services: Services, settings: Record<string, unknown>): Promise<readonly Trial[]> {
  let id = '';
  const given = { model: { provider: 'scripted', habits: { careful: 1 } }, repetitions: 1, ...settings };
  for await (const event of services.experiments.run({ settings: given, consent: false })) id = event.run.id;
  return services.experiments.trials({ id });
}

describe('a call that needs approval', () => {
  const tools = [{ name: 'db.drop', description: 'Drop a table.', risk_level: 'destructive' }];
  const task = `query: Drop the table.
records: {tables: [{name: t}]}
tools: {db.drop: {remove: tables}}
expect: {state: [{in: tables, count: 0}], called: [db.drop]}
solution: [{tool: db.drop}]
`;

  it('is agreed to where the world answers it', async () => {
    const root = workspaceFolder(tools);
    write(root, 'tasks/drop.task.yaml', task);
    const services = await opened(root);
    const [trial] = await trialsOf(services, { arms: [{ name: 'all', always_loaded: 'all' }] });
    expect(trial).toMatchObject({ success: true, reason: 'answer', cause: null });
    const [run] = await services.experiments.list();
    const { simulation } = await services.experiments.trial({ id: run?.id ?? '', number: 1 });
    const resumptions = simulation?.traces.flatMap((trace) => trace.resumptions ?? []);
    expect(resumptions).toMatchObject([{ approved: true, tool: 'db.drop', outcome: 'result' }]);
  });

  it('ends the trial where the tool waits for a result', () => {
    const step = { index: 1, tool: 'db.drop', outcome: 'awaits_approval', action: null };
    const trace = (fields: object) => ({ steps: [{ ...step, ...fields }] }) as Parameters<typeof agreeToCalls>[0];
    expect(agreeToCalls(trace({}))).toEqual({ approved: true });
    expect(agreeToCalls(trace({ outcome: 'paused' }))).toBeNull();
  });
});

describe('a judge model', () => {
  const judged = async (reply: string | null) => {
    const root = experimentWorkspace(1);
    write(
      root,
      'tasks/polite.task.yaml',
      'query: Say it nicely.\nexpect: {judge: Is the answer polite?}\nanswer: Gladly.\n',
    );
    const { url, requests } = await modelService((response, attempt) =>
      (reply === null ? serviceError(400, 'no judge today') : openAiStream([reply]))(response, attempt),
    );
    const judge = { provider: 'openai-compatible', model: 'j', base_url: url };
    const services = await opened(root);
    const [trial] = await trialsOf(services, { judge, tasks: ['polite'], arms: [{ name: 'all' }] });
    return { trial, asked: requests.map(({ body }) => JSON.stringify(body.messages)) };
  };

  it('decides by yes or no, and reads the question, the query and the answer', async () => {
    const { trial, asked } = await judged('{"verdict": "yes"}');
    expect(trial).toMatchObject({ state: 'done', success: true });
    expect(asked).toHaveLength(1);
    for (const part of ['Is the answer polite?', 'Say it nicely.', 'Gladly.']) expect(asked[0]).toContain(part);
    expect((await judged('No.')).trial).toMatchObject({ state: 'done', success: false, cause: 'wrong_answer' });
  });

  it('that says something else or fails leaves the trial to another run', async () => {
    const words = { state: 'failed', success: null, cause: 'model_failed' };
    expect((await judged('It depends.')).trial).toMatchObject({
      ...words,
      problem: 'The judge said neither yes nor no: It depends.',
    });
    expect((await judged(null)).trial).toMatchObject({ ...words, problem: expect.stringContaining('no judge today') });
  });

  it('is not asked where the trial is lost, and missed where the experiment names none', async () => {
    const root = experimentWorkspace(0);
    write(root, 'tasks/a.task.yaml', 'query: a\nexpect: {judge: Is it polite?}\n');
    write(root, 'tasks/b.task.yaml', 'query: b\nexpect: {judge: Is it polite?, answer_contains: never}\n');
    const services = await opened(root);
    const trials = await trialsOf(services, { arms: [{ name: 'all' }] });
    const byTask = Object.fromEntries(trials.map(({ task, state, success }) => [task, [state, success]]));
    expect(byTask).toEqual({ 'a.task.yaml': ['done', null], 'b.task.yaml': ['done', false] });
    const { findings } = await services.experiments.plan({ consent: false });
    expect(findings.map(({ path, severity }) => [path, severity])).toEqual([
      ['tasks/a.task.yaml', 'warning'],
      ['tasks/b.task.yaml', 'warning'],
    ]);
  });
});

it('no prompt of any trial names a tool that the persona may not use', async () => {
  const yaml = `tool_search: {enabled: true, default_loading_mode: deferred, hints: {enabled: true}, directory: {enabled: true}}
personas: [{name: clerk, hidden_tools: [orders.refund]}]
`;
  const tools = ['orders.get', 'orders.refund'].map((name) => ({ name, description: 'An order and its money.' }));
  const root = workspaceFolder(tools, yaml);
  write(
    root,
    'tasks/a.task.yaml',
    `persona: clerk
query: Pay the order back.
results: {"orders.*": {value: {done: true}}}
expect: {never_called: [orders.refund]}
solution: [{tool: orders.get}, {tool: orders.refund, ask: money of an order}]
`,
  );
  const services = await opened(root);
  let id = '';
  const findings = (await services.workspace.current())?.findings ?? [];
  expect(findings.filter(({ severity }) => severity !== 'info')).toEqual([]);
  const settings = { model: { provider: 'scripted', habits: { careful: 1, mixes_up_twins: 1 } } };
  for await (const event of services.experiments.run({ settings, consent: false })) id = event.run.id;
  const trials = await services.experiments.trials({ id });
  expect(trials).toHaveLength(9);
  let read = 0;
  for (const { number } of trials) {
    const { requests } = await services.experiments.trial({ id, number });
    for (const { messages } of requests) {
      for (const { role, content } of messages) {
        if (role === 'assistant') continue;
        read += 1;
        expect(content).not.toContain('orders.refund');
      }
    }
  }
  expect(read).toBeGreaterThan(18);
});

it('an experiment costs what its prices say, cached tokens at their own price', () => {
  const experiment = experimentSchema.parse({ prices: { input: 10, cached: 1, output: 100 } });
  expect(costOf(experiment, { input: 1000, cached: 400, output: 20 })).toBeCloseTo(0.0084, 12);
  expect(costOf(experimentSchema.parse({}), { input: 1000, cached: 0, output: 20 })).toBeNull();
});

it('requests wait for their turn at a rate', async () => {
  let now = 0;
  const turn = paceOf(60_000, () => now);
  const before = performance.now();
  for (let i = 0; i < 10; i++) await turn(undefined);
  // One each millisecond of a clock that stands still: the tenth waits for nine.
  expect(performance.now() - before).toBeGreaterThan(8);
  now = 1000;
  const stopped = AbortSignal.abort();
  await expect(paceOf(1, () => now)(stopped)).rejects.toMatchObject({ code: 'cancelled' });
});
