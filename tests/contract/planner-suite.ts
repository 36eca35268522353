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
};

/** The planner's part of the contract suite: what every transport carries alike. */
export function describePlannerCalls(transport: TransportUnderTest): void {
  describe('the planner', () => {
    it('gives a prompt by blocks, and its difference to another profile (R19.16)', async () => {
      const lines = [{ kind: 'added' as const, text: 'x' }];
      const diff = {
        blocks: [{ name: 'instructions' as const, change: 'changed' as const, before: tokens, after: tokens, lines }],
        before: tokens,
        after: tokens,
      };
      const asked: unknown[] = [];
      const { client } = await connectScripted(transport, {
        prompt: {
          render: async (request) => {
            asked.push(request);
            return { prompt, diff };
          },
          profiles: async () => [{ name: 'workspace', description: 'As it is.' }],
        },
      });
      expect(await client.prompt.render({ persona: 'support', compare: 'baseline' })).toEqual({ prompt, diff });
      expect(asked).toEqual([{ profile: 'workspace', persona: 'support', compare: 'baseline' }]);
      expect(await client.prompt.profiles()).toEqual([{ name: 'workspace', description: 'As it is.' }]);
    });

    it('tells a simulation as it goes', async () => {
      const { client } = await connectScripted(transport, {
        planner: {
          simulate: async function* () {
            yield { type: 'prompt', prompt } satisfies SimulateEvent;
            yield event;
            yield done;
          },
        },
      });
      const told: SimulateEvent[] = [];
      for await (const one of await client.planner.simulate({ text: 'query: q' })) told.push(one);
      expect(told).toEqual([{ type: 'prompt', prompt }, event, done]);
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
