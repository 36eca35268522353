import { describe, expect, it } from 'vitest';
import type { SimulateEvent } from '#shared/contract/planner.ts';
import { PegboardError } from '#shared/errors.ts';
import { connectScripted, errorOf, untilAborted } from './suite-helpers.ts';
import type { TransportUnderTest } from './transports.ts';

const tokens = { estimate: 1, o200k: 2 };
const prompt = { blocks: [{ name: 'instructions' as const, text: 'Act.\n<x>', tokens }], tokens };
const event: SimulateEvent = {
  type: 'event',
  event: { event_type: 'tool_activation_denied', ts: 1, payload: { reason: 'visibility_policy' } },
};
const listed = { kind: 'scenario' as const, path: 'a.scenario.yaml', name: null, description: null, hash: null };
const saving = { all_tools: 10, deferred: 4, saving: 0.6 };
const done: SimulateEvent = {
  type: 'done',
  simulation: {
    reason: 'answer',
    answer: 'done',
    passed: true,
    expectations: [{ expectation: 'reason', passed: true, message: 'fine' }],
    steps: [],
    events: [],
    tokens: { estimate: saving, o200k: saving },
    traces: [],
    turns: [],
    cache: [],
    findings: [],
  },
  recording: { text: 'query: q\n', changes: [{ kind: 'added', line: 1, text: 'x' }] },
  golden: { state: 'changed', changes: [{ kind: 'added', line: 3, text: '}' }] },
};

/** The planner's part of the contract suite: what every transport carries alike. */
export function describePlannerCalls(transport: TransportUnderTest): void {
  describe('the planner', () => {
    it('gives a prompt by blocks, and its difference to another profile', async () => {
      const lines = [{ kind: 'added' as const, text: 'x' }];
      const diff = {
        blocks: [{ name: 'instructions' as const, change: 'changed' as const, before: tokens, after: tokens, lines }],
        joins: { before: tokens, after: tokens },
        before: tokens,
        after: tokens,
        cache: { offset: 4, line: 1, block: 'instructions' as const, tokens_after: tokens },
      };
      const { blocks, ...totals } = diff;
      const comparison = { ...totals, blocks: blocks.map(({ lines: _lines, ...block }) => block) };
      const versions = { before: { name: 'HEAD', commit: 'c0ffee', as_now: ['sources/own.json'] }, after: null };
      const listed = [{ name: 'HEAD', kind: 'head' as const, commit: 'c0ffee', subject: 'First', at: 1000 }];
      const asked: unknown[] = [];
      const { client } = await connectScripted(transport, {
        prompt: {
          render: async (request) => {
            asked.push(request);
            return { prompt, diff, versions };
          },
          compare: async (request) => {
            asked.push(request);
            return { before: prompt, after: prompt, comparison, versions };
          },
          sizes: async (request) => {
            asked.push(request);
            return { whole: 10, rest: 4, all_tools: 30 };
          },
          versions: async () => listed,
          profiles: async () => [{ name: 'workspace', description: 'As it is.' }],
        },
      });
      expect(await client.prompt.render({ persona: 'support', compare: 'baseline' })).toEqual({
        prompt,
        diff,
        versions,
      });
      expect(
        await client.prompt.compare({ before: { profile: 'chat', at: 'v1' }, after: { persona: 'support' } }),
      ).toEqual({
        before: prompt,
        after: prompt,
        comparison,
        versions,
      });
      const step = { blocks: [{ name: 'instructions' as const, text: 'Act.' }] };
      await client.prompt.compare({ before: step, after: {} });
      expect(await client.prompt.versions()).toEqual(listed);
      expect(await client.prompt.sizes({ persona: 'support' })).toEqual({ whole: 10, rest: 4, all_tools: 30 });
      expect(asked).toEqual([
        { profile: 'workspace', persona: 'support', compare: 'baseline' },
        { before: { profile: 'chat', at: 'v1' }, after: { profile: 'workspace', persona: 'support' } },
        { before: step, after: { profile: 'workspace' } },
        { persona: 'support', estimator: 'estimate' },
      ]);
      expect(await client.prompt.profiles()).toEqual([{ name: 'workspace', description: 'As it is.' }]);
    });

    it('tells a simulation as it goes', async () => {
      const messages = { kept: 1, added: [{ role: 'user' as const, content: 'q' }] };
      const { client } = await connectScripted(transport, {
        planner: {
          simulate: async function* () {
            yield { type: 'prompt', prompt, messages } satisfies SimulateEvent;
            yield { type: 'live_call', tool: 'a.b' } satisfies SimulateEvent;
            yield event;
            yield done;
          },
        },
      });
      const told: SimulateEvent[] = [];
      for await (const one of await client.planner.simulate({ text: 'query: q' })) told.push(one);
      expect(told).toEqual([{ type: 'prompt', prompt, messages }, { type: 'live_call', tool: 'a.b' }, event, done]);
    });

    it('waits with a simulation for somebody, and carries replies in pieces', async () => {
      const paused = {
        type: 'paused' as const,
        token: 't',
        approval: true,
        tool: 'db.drop',
        args: { table: 'x' },
        reason: 'May destroy.',
      };
      const resumption = {
        step: 1,
        approved: false,
        tool: null,
        outcome: 'refused' as const,
        observation: '{}',
        truncated: false,
      };
      const asked: unknown[] = [];
      let proceed = () => {};
      const word = new Promise<void>((resolve) => {
        proceed = resolve;
      });
      const { client } = await connectScripted(transport, {
        planner: {
          simulate: async function* (input) {
            asked.push([input.interactive, input.chunks]);
            yield { type: 'chunk', text: '{"ne' } satisfies SimulateEvent;
            yield paused;
            await word;
            yield { type: 'resumed', resumption } satisfies SimulateEvent;
            yield done;
          },
          resume: async (input) => {
            asked.push(input);
            proceed();
            return { resumed: true };
          },
        },
      });
      const told: SimulateEvent[] = [];
      for await (const one of await client.planner.simulate({ text: 'query: q', interactive: true, chunks: true })) {
        told.push(one);
        if (one.type === 'paused') await client.planner.resume({ token: 't', approved: false });
      }
      expect(told).toEqual([{ type: 'chunk', text: '{"ne' }, paused, { type: 'resumed', resumption }, done]);
      expect(asked).toEqual([[true, true], { token: 't', approved: false }]);
      await expect(client.planner.resume({ token: 't' })).rejects.toMatchObject({ data: { code: 'invalid_input' } });
    });

    it('lists scenarios, reads one, and checks a text', async () => {
      const finding = {
        code: 'scenario_invalid' as const,
        severity: 'error' as const,
        message: 'script: …',
        path: 'x',
      };
      const { client } = await connectScripted(transport, {
        planner: {
          scenarios: async () => [listed],
          scenario: async ({ path }) => ({ path, text: 'query: q', hash: '1' }),
          checkScenario: async () => [finding],
        },
      });
      expect(await client.planner.scenarios()).toEqual([listed]);
      expect(await client.planner.scenario({ path: 'a.scenario.yaml' })).toEqual({
        path: 'a.scenario.yaml',
        text: 'query: q',
        hash: '1',
      });
      expect(await client.planner.checkScenario({ text: 'script: 7' })).toEqual([finding]);
    });

    it('tells scenarios as they change, and writes, makes, removes and edits one', async () => {
      const asked: unknown[] = [];
      const answer = (input: object) => {
        asked.push(input);
        return Promise.resolve({ path: 'a.scenario.yaml', text: 'query: q', hash: '1' });
      };
      const { client } = await connectScripted(transport, {
        scenarios: {
          watch: async function* () {
            yield null;
            yield [listed];
          },
          list: async () => [listed],
          save: answer,
          create: answer,
          remove: answer,
        },
      });
      const told: unknown[] = [];
      for await (const one of await client.scenarios.watch()) told.push(one);
      expect(told).toEqual([null, [listed]]);
      expect(await client.scenarios.list()).toEqual([listed]);
      const at = { path: 'a.scenario.yaml' };
      expect(await client.scenarios.save({ ...at, text: 'query: q', expected_hash: null })).toMatchObject({
        hash: '1',
      });
      await client.scenarios.create({ name: ' a ' });
      await client.scenarios.create({ name: 'b', kind: 'task' });
      await client.scenarios.remove({ ...at, expected_hash: '1' });
      expect(asked).toEqual([
        { ...at, text: 'query: q', expected_hash: null },
        { name: 'a' },
        { name: 'b', kind: 'task' },
        { ...at, expected_hash: '1' },
      ]);
    });

    it('stops a simulation when it is cancelled, and says what is wrong with a scenario', async () => {
      const stopped = await connectScripted(transport, {
        planner: {
          // biome-ignore lint/correctness/useYield: it waits until it is aborted
          simulate: async function* (_input, options) {
            await untilAborted(options?.signal);
          },
        },
      });
      const stop = new AbortController();
      const stream = await stopped.client.planner.simulate({ text: '' }, { signal: stop.signal });
      const next = errorOf(stream.next(), stop.signal);
      stop.abort();
      expect((await next).code).toBe('cancelled');
      const wrong = await connectScripted(transport, {
        planner: {
          // biome-ignore lint/correctness/useYield: it fails at once
          simulate: async function* () {
            throw new PegboardError('scenario_invalid', 'x:3:6: script', { data: { findings: [] } });
          },
        },
      });
      const failing = await wrong.client.planner.simulate({ text: '' });
      expect(await errorOf(failing.next())).toMatchObject({ code: 'scenario_invalid', message: 'x:3:6: script' });
    });
  });
}
