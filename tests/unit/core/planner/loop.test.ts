import { describe, expect, it } from 'vitest';
import type { ModelMessage } from '#core/planner/models/model-client.ts';
import { type PlannerEvent, plannerEventSchema } from '#shared/domain/event.ts';
import { traceSchema } from '#shared/domain/trace.ts';
import { call, done, testPlanner } from '../../../support/planner.ts';

const echo = {
  name: 'echo',
  description: 'Echo a string back to you.',
  side_effects: 'pure',
  inputSchema: { type: 'object', properties: { text: { type: 'string' } }, required: ['text'] },
};
const other = { name: 'orders.get', description: 'Show one order.', loading_mode: 'always' };

describe('the loop', () => {
  it('plays the demo of seed 003: search, activate on first use, call, answer (R6.06, R16.08)', async () => {
    const { planner, calls } = await testPlanner({
      tools: [echo],
      script: [call('tool_search', { query: 'echo', limit: 3 }), call('echo', { text: 'hello' }), done],
    });
    const trace = await planner.run({ query: 'demo', tool_context: { session_id: 'demo' } });
    expect(trace.reason).toBe('answer');
    expect(trace.answer).toBe('done');
    expect(trace.steps.map(({ action }) => action?.next_node)).toEqual(['tool_search', 'echo', 'final_response']);
    expect(JSON.parse(trace.steps[0]?.observation ?? '').result).toEqual({
      tools: [
        {
          name: 'echo',
          description: 'Echo a string back to you.',
          score: 0.5,
          match_type: 'fts',
          loading_mode: 'deferred',
        },
      ],
      query: 'echo',
      search_type: 'fts',
    });
    expect(trace.steps.map(({ visible }) => visible)).toEqual([
      ['tool_search', 'tool_get'],
      ['tool_search', 'tool_get'],
      ['tool_search', 'tool_get', 'echo'],
    ]);
    expect(trace.steps[1]?.observation).toBe('{"result":{"text":"hello"}}');
    expect(calls.map(({ tool, context }) => [tool.name, context])).toEqual([['echo', { session_id: 'demo' }]]);
    expect(planner.initEvents).toEqual([
      {
        event_type: 'tool_search_cache_ready',
        ts: 1000,
        payload: { tool_count: 1, fts_available: true, visible_tool_count: 0 },
      },
    ]);
    expect(trace.events).toEqual([
      {
        event_type: 'tool_search_query',
        ts: 1000,
        payload: { query: 'echo', requested_search_type: 'fts', effective_search_type: 'fts', results_count: 1 },
      },
      {
        event_type: 'tool_activated',
        ts: 1000,
        payload: { tool_name: 'echo', activation_scope: 'run', source: 'tool_call', reason: 'first_use' },
      },
    ]);
  });

  it('gives the model the prompt, its own replies and the observations of what they call (R6.01)', async () => {
    const seen: (readonly ModelMessage[])[] = [];
    const bad = ['{"next_node":7,"args":{}}', '{"next_node":"orders.get","args":"id"}', call('orders.gone')];
    const replies = [call('orders.get', { id: 7 }), ...bad, done];
    const { planner, calls } = await testPlanner({
      tools: [other],
      model: {
        complete: async ({ messages, response_format }) => {
          expect(response_format).toEqual({ type: 'json_object' });
          seen.push(messages);
          return replies[seen.length - 1] ?? '';
        },
      },
    });
    const trace = await planner.run({ query: 'Where is it?', history: [{ role: 'user', content: 'Hello' }] });
    expect(seen[0]?.map(({ role }) => role)).toEqual(['system', 'user', 'user']);
    expect(seen[1]?.slice(1)).toEqual([
      { role: 'user', content: 'Hello' },
      { role: 'user', content: 'Where is it?' },
      { role: 'assistant', content: replies[0] },
      { role: 'user', content: 'Observation: {"result":{"id":7}}' },
    ]);
    expect(seen[0]?.[0]?.content).toContain('- name: orders.get');
    expect(calls.map(({ tool, args }) => [tool.name, args])).toEqual([['orders.get', { id: 7 }]]);
    const outcomes = ['result', 'invalid_reply', 'invalid_reply', 'tool_not_found', 'final'];
    expect(trace.steps.map(({ outcome }) => outcome)).toEqual(outcomes);
    const observed = seen[4]?.filter(({ content }) => content.startsWith('Observation: '));
    expect(observed?.map(({ content }) => content.slice(13))).toEqual(
      trace.steps.slice(0, 4).map(({ observation }) => observation),
    );
    const [first, second] = trace.steps;
    expect(first?.tokens.estimate).toBe((first?.system_tokens.estimate ?? 0) + 2 + 3);
    expect(second?.tokens.estimate).toBeGreaterThan(first?.tokens.estimate ?? 0);
  });

  it.each([
    ['not JSON', 'I would search first.', 'The reply is not JSON.'],
    ['a list', '[]', 'The reply is not a JSON object.'],
    ['without a name', '{"args": {}}', 'next_node must be a string.'],
    ['without arguments', '{"next_node": "orders.get"}', 'args must be an object.'],
    ['an answer without text', call('final_response'), 'final_response needs args.answer.'],
  ])('answers a reply that is %s with how to reply, and goes on', async (_what, reply, problem) => {
    const { planner } = await testPlanner({ tools: [other], script: [reply, done] });
    const trace = await planner.run({ query: 'q' });
    expect(trace.reason).toBe('answer');
    expect(trace.steps[0]?.outcome).toBe('invalid_reply');
    expect(JSON.parse(trace.steps[0]?.observation ?? '')).toEqual({
      error: { code: 'invalid_reply', message: expect.stringContaining(problem) },
    });
  });

  it('forgives a code fence around the reply', async () => {
    const { planner } = await testPlanner({ tools: [other], script: [`\`\`\`json\n${done}\n\`\`\``] });
    expect(await planner.run({ query: 'q' })).toMatchObject({ reason: 'answer', answer: 'done' });
  });

  it('answers wrong arguments with the field, and does not run the tool', async () => {
    const { planner, calls } = await testPlanner({
      tools: [{ ...echo, loading_mode: 'always' }],
      script: [
        call('echo', { text: 7 }),
        call('tool_search', { query: 'x', limit: 21 }),
        call('tool_search', { query: 'x', limit: 2.5 }),
        call('tool_get', { names: [] }),
        done,
      ],
    });
    const { steps } = await planner.run({ query: 'q' });
    expect(steps.slice(0, 4).map(({ outcome }) => outcome)).toEqual(Array(4).fill('invalid_arguments'));
    expect(steps[0]?.observation).toContain('echo: text: must be string');
    expect(steps[1]?.observation).toContain('tool_search: limit: ');
    expect(steps[2]?.observation).toContain('tool_search: limit: ');
    expect(steps[3]?.observation).toContain('tool_get: names: ');
    expect(calls).toEqual([]);
  });

  it('takes finish for final_response', async () => {
    const { planner } = await testPlanner({ tools: [other], script: [call('finish', { answer: { ok: true } })] });
    expect(await planner.run({ query: 'q' })).toMatchObject({ reason: 'answer', answer: '{"ok":true}' });
  });

  it('stops at the step limit, and when the script has ended (R6.09)', async () => {
    const config = { planner: { max_steps: 3 } };
    const tools = [other];
    const looping = await testPlanner({ tools, config, script: Array(9).fill(call('orders.get')) });
    const limited = await looping.planner.run({ query: 'q' });
    expect([limited.reason, limited.steps.length, limited.answer]).toEqual(['step_limit', 3, null]);
    const { planner } = await testPlanner({ tools, config, script: [call('orders.get')] });
    expect(await planner.run({ query: 'q' })).toMatchObject({ reason: 'script_ended', steps: [{ index: 1 }] });
  });

  it('ends a run whose model never replies, or fails, without telling what the client said', async () => {
    const config = { planner: { model_timeout_ms: 5 } };
    const hanging = await testPlanner({ tools: [other], config, model: { complete: () => new Promise(() => {}) } });
    expect(await hanging.planner.run({ query: 'q' })).toMatchObject({
      reason: 'model_failed',
      problem: 'The model gave no reply within 5 ms.',
    });
    const failing = await testPlanner({
      tools: [other],
      model: { complete: () => Promise.reject(new Error('key sk-secret refused')) },
    });
    const trace = await failing.planner.run({ query: 'q' });
    expect(trace.reason).toBe('model_failed');
    expect(JSON.stringify(trace)).not.toContain('sk-secret');
  });

  it('goes on without hints when the index fails, and says so to the host', async () => {
    const errors: string[] = [];
    const logger = { info() {}, warn() {}, error: (message: string) => errors.push(message) };
    const config = { tool_search: { enabled: true, hints: { enabled: true } } };
    const { planner } = await testPlanner({ tools: [other], config, logger, script: [done] });
    await planner.close();
    expect(await planner.run({ query: 'q' })).toMatchObject({ reason: 'answer' });
    expect(errors).toEqual(['Hints could not be found.']);
  });

  it('tells the reply as it comes, and nothing of it once its time is over', async () => {
    const pieces: string[] = [];
    const onChunk = (text: string) => pieces.push(text);
    let late: (chunk: string, done: boolean) => void = () => {};
    const replies = [
      async (tell: typeof late) => {
        tell('{"next_node": "final_res', false);
        tell('ponse", "args": {"answer": "x"}}', false);
        tell('', true);
        return pieces.join('');
      },
      (tell: typeof late) => {
        late = tell;
        tell('half', false);
        return new Promise<string>(() => {});
      },
    ];
    const { planner } = await testPlanner({
      tools: [other],
      config: { planner: { model_timeout_ms: 20 } },
      model: {
        complete: ({ stream, on_stream_chunk = () => {} }) => {
          expect(stream).toBe(true);
          return replies.shift()?.(on_stream_chunk) ?? Promise.reject(new Error('no more'));
        },
      },
    });
    expect(await planner.run({ query: 'q', onChunk })).toMatchObject({ reason: 'answer', answer: 'x' });
    expect(pieces).toHaveLength(2);
    expect(await planner.run({ query: 'q', onChunk })).toMatchObject({ reason: 'model_failed' });
    late(' and the rest', false);
    expect(pieces.slice(2)).toEqual(['half']);
  });

  it('chooses among replies by what the messages say', async () => {
    const contains = (text: string) => (messages: readonly ModelMessage[]) =>
      (messages.at(-1)?.content ?? '').includes(text);
    const script = [
      call('orders.get', { id: 1 }),
      { reply: call('final_response', { answer: 'shipped' }), when: contains('shipped') },
      { reply: call('final_response', { answer: 'lost' }), when: contains('lost') },
    ];
    const run = async (state: string) => {
      const answers = { 'orders.get': () => ({ kind: 'result', value: { state } }) as const };
      const { planner } = await testPlanner({ tools: [other], script, answers });
      return (await planner.run({ query: 'q' })).answer;
    };
    expect([await run('shipped'), await run('lost'), await run('new')]).toEqual(['shipped', 'lost', null]);
  });

  it('tells events and steps as they happen, and keeps them in the trace (R12.18)', async () => {
    const tool_get = call('tool_get', { names: ['echo'] });
    const { planner } = await testPlanner({
      tools: [echo],
      script: [call('tool_search', { query: 'echo' }), call('echo', { text: 'a' }), call('gone'), tool_get, done],
    });
    const told: string[] = [];
    const events: PlannerEvent[] = [];
    const trace = await planner.run({
      query: 'q',
      onUpdate: (update) => {
        if (update.type === 'event') {
          told.push(update.event.event_type);
          events.push(update.event);
        }
        if (update.type === 'step') told.push(`step ${update.step.index}`);
      },
    });
    expect(told).toEqual([
      ...['tool_search_query', 'step 1', 'tool_activated', 'step 2', 'tool_activation_denied', 'step 3'],
      ...['tool_get', 'step 4', 'step 5'],
    ]);
    const saved = traceSchema.parse(JSON.parse(JSON.stringify(trace)));
    expect(saved).toEqual(trace);
    expect(saved.events).toEqual(events);
    expect(plannerEventSchema.safeParse({ ...trace.events[0], event_type: 'tool_loaded' }).success).toBe(false);
  });

  it('gives the same trace each time', async () => {
    const run = async () => {
      const { planner } = await testPlanner({
        tools: [echo, other],
        config: { tool_search: { enabled: true, default_loading_mode: 'deferred', hints: { enabled: true } } },
        script: [call('tool_search', { query: 'a string' }), call('echo', { text: 'a' }), call('nothing'), done],
      });
      return JSON.stringify(await planner.run({ query: 'echo it' }));
    };
    expect(await run()).toBe(await run());
  });
});

describe('a tool that misbehaves', () => {
  const tools = [echo];
  const run = async (answer: () => never | Promise<never>, config: object = {}) => {
    const { planner } = await testPlanner({
      tools,
      config,
      script: [call('echo', { text: 'a' }), call('echo', { text: 'b' }), done],
      answers: { echo: answer },
    });
    return planner.run({ query: 'q' });
  };

  it('by throwing gives an error, and stays activated (R15.12)', async () => {
    const trace = await run(() => {
      throw new Error('disk on fire');
    });
    expect(trace.reason).toBe('answer');
    expect(trace.steps[0]).toMatchObject({
      outcome: 'tool_failed',
      observation: '{"error":{"code":"tool_failed","message":"disk on fire"}}',
      activated: 'echo',
    });
    expect(trace.steps[1]?.visible).toContain('echo');
    expect(trace.events.filter(({ event_type }) => event_type === 'tool_activated')).toHaveLength(1);
  });

  it('by hanging gives a timeout', async () => {
    const trace = await run(() => new Promise(() => {}), { planner: { tool_timeout_ms: 5 } });
    expect(trace.reason).toBe('answer');
    expect(trace.steps[0]).toMatchObject({
      outcome: 'tool_timeout',
      observation: '{"error":{"code":"tool_timeout","message":"The tool gave no result within 5 ms."}}',
    });
  });

  it('by returning 5 MB is cut, with a mark', async () => {
    const value = { text: '😀'.repeat(1_250_000) };
    const trace = await run(() => ({ kind: 'result', value }) as never, { planner: { max_observation_chars: 1000 } });
    const [step] = trace.steps;
    expect(step?.truncated).toBe(true);
    const { truncated, text } = JSON.parse(step?.observation ?? '');
    expect(truncated).toEqual({ shown: text.length, of: JSON.stringify(value).length });
    expect(text.length).toBeLessThanOrEqual(1000);
    expect(text.isWellFormed()).toBe(true);
    const long = await run(() => {
      throw new Error('x'.repeat(5_000_000));
    });
    expect(long.steps[0]?.truncated).toBe(true);
    expect(long.steps[0]?.observation?.length).toBeLessThan(25_000);
  });

  it('by returning what is no JSON gives an error', async () => {
    const loop: Record<string, unknown> = {};
    loop.self = loop;
    for (const value of [loop, 1n]) {
      const trace = await run(() => ({ kind: 'result', value }) as never);
      expect(trace.steps[0]?.outcome).toBe('tool_failed');
    }
    const trace = await run(() => ({ kind: 'result', value: undefined }) as never);
    expect(trace.steps[0]?.observation).toBe('{"result":null}');
  });

  it('is left alone when the run is cancelled', async () => {
    const stop = new AbortController();
    const { planner } = await testPlanner({
      tools,
      script: [call('echo', { text: 'a' }), done],
      answers: {
        echo: () => {
          stop.abort();
          return new Promise(() => {});
        },
      },
    });
    expect(await planner.run({ query: 'q', signal: stop.signal })).toMatchObject({ reason: 'cancelled', steps: [] });
  });
});
