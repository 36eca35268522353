import { describe, expect, it } from 'vitest';
import { type ExperimentRun, experimentSchema, type Trial } from '#shared/domain/experiment.ts';
import { PegboardError } from '#shared/errors.ts';
import { connectScripted, errorOf, untilAborted } from './suite-helpers.ts';
import type { TransportUnderTest } from './transports.ts';

const id = '11111111-2222-4333-8444-555555555555';
const run: ExperimentRun = {
  ...{ id, name: 'Shop', started: '2026-01-01T00:00:00.000Z', ended: null, state: 'running', stopped_by: null },
  ...{ model: 'scripted agents', arms: ['all'], tasks: 1, repetitions: 1, requests: 3, cost_usd: null },
  trials: { done: 1, failed: 0, all: 1 },
};
const none = { estimate: 0, o200k: 0 };
const trial: Trial = {
  ...{ number: 1, task: 'a.task.yaml', arm: 'all', repetition: 1, state: 'done', success: true, cause: null },
  ...{ problem: null, reason: 'answer', expectations: [], habit: 'careful', steps: 3, wrong_tools: 0 },
  tokens: { sent: none, searches: none, cacheable: none, received: none, reported: null },
  ...{ cost_usd: null, ms: 4 },
};

/** The experiments' part of the contract suite. */
export function describeExperimentCalls(transport: TransportUnderTest): void {
  describe('experiments', () => {
    it('stream their trials, with defaults, and stop when cancelled', async () => {
      const asked: unknown[] = [];
      const { client } = await connectScripted(transport, {
        experiments: {
          run: async function* (input, options) {
            asked.push(input);
            yield { type: 'started', run, findings: [] };
            if (input.path !== undefined) await untilAborted(options?.signal);
            yield { type: 'trial', trial, run };
            yield { type: 'ended', run: { ...run, state: 'done' } };
          },
          resume: async function* (input) {
            asked.push(input);
            yield { type: 'ended', run };
            throw new PegboardError('workspace_changed', 'A task is another.');
          },
        },
      });
      const events = [];
      const settings = { repetitions: 2, anything: [1] };
      for await (const event of await client.experiments.run({ settings })) events.push(event);
      expect(events).toEqual([
        { type: 'started', run, findings: [] },
        { type: 'trial', trial, run },
        { type: 'ended', run: { ...run, state: 'done' } },
      ]);
      const stop = new AbortController();
      const stream = await client.experiments.run({ path: 'a.experiment.yaml' }, { signal: stop.signal });
      expect((await stream.next()).done).toBe(false);
      const next = errorOf(stream.next(), stop.signal);
      stop.abort();
      expect((await next).code).toBe('cancelled');
      const resumed = await client.experiments.resume({ id, limits: { requests: 5 } });
      expect((await resumed.next()).value).toEqual({ type: 'ended', run });
      expect((await errorOf(resumed.next())).code).toBe('workspace_changed');
      expect(asked).toEqual([
        { settings, consent: false },
        { path: 'a.experiment.yaml', consent: false },
        { id, limits: { requests: 5 }, consent: false },
      ]);
      const wrong = client.experiments.resume({ id: 'x' });
      expect((await errorOf(wrong.then((given) => given.next()))).code).toBe('invalid_input');
    });

    it('are planned, listed, reported, exported and removed', async () => {
      const report = {
        ...{ schema: 'pegboard.experiment/1' as const, run, experiment: experimentSchema.parse({}) },
        ...{ arms: [], comparisons: [], tasks: [], notes: ['Nothing ran.'] },
      };
      const plan = {
        ...{ model: 'scripted agents', live: false, tasks: 1, arms: ['all'], trials: 3, tokens: 900, cost_usd: null },
        findings: [],
      };
      const { client } = await connectScripted(transport, {
        experiments: {
          plan: async () => plan,
          list: async () => [run],
          report: async () => report,
          trials: async ({ arm }) => (arm === 'all' ? [trial] : []),
          trial: async () => ({ trial, simulation: null, requests: [{ messages: [], reply: '{}' }] }),
          export: async ({ format }) => ({ name: `a.${format}`, text: 'b' }),
          remove: async () => ({ removed: true }),
        },
      });
      expect(await client.experiments.plan({})).toEqual(plan);
      expect(await client.experiments.list()).toEqual([run]);
      expect(await client.experiments.report({ id })).toEqual(report);
      expect(await client.experiments.trials({ id, arm: 'all' })).toEqual([trial]);
      expect(await client.experiments.trial({ id, number: 1 })).toMatchObject({ trial, simulation: null });
      expect(await client.experiments.export({ id, format: 'csv' })).toEqual({ name: 'a.csv', text: 'b' });
      expect(await client.experiments.remove({ id })).toEqual({ removed: true });
      expect((await errorOf(client.experiments.trial({ id, number: 0 }))).code).toBe('invalid_input');
    });

    it('have tasks, which are listed, checked and made', async () => {
      const task = {
        ...{ path: 'a.task.yaml', name: 'a', query: 'Pay.', level: 'easy' as const, tags: [], persona: null },
        ...{ tools: ['a.b'], findings: [] },
      };
      const nothing = [{ expectation: 'state', passed: false, message: 'orders: 0, expected at least 1' }];
      const { client } = await connectScripted(transport, {
        experiments: {
          tasks: async () => [task],
          task: async ({ path }) => ({ path, text: 'query: Pay.', findings: [] }),
          checkTask: async ({ play }) => ({ findings: [], played: play ? { solution: null, nothing } : null }),
          generate: async ({ from, apply }) => ({ tasks: [{ path: `${from}-${apply}`, text: '' }], findings: [] }),
          importTasks: async ({ path, text }) => ({ tasks: [{ path, text }], findings: [] }),
        },
      });
      expect(await client.experiments.tasks()).toEqual([task]);
      expect(await client.experiments.task({ path: 'a.task.yaml' })).toMatchObject({ text: 'query: Pay.' });
      const text = { path: 'tasks/a.task.yaml', text: 'query: Pay.' };
      expect(await client.experiments.checkTask(text)).toEqual({ findings: [], played: null });
      expect((await client.experiments.checkTask({ ...text, play: true })).played).toEqual({ solution: null, nothing });
      const made = await client.experiments.generate({ from: 'golden', apply: true });
      expect(made.tasks).toEqual([{ path: 'golden-true', text: '' }]);
      const imported = await client.experiments.importTasks({ path: 'a.json', text: '[]', apply: false });
      expect(imported.tasks).toEqual([{ path: 'a.json', text: '[]' }]);
    });
  });
}
