import { expect, it, onTestFinished } from 'vitest';
import {
  type CreatePlannerOptions,
  createPlanner,
  type ModelClient,
  PegboardError,
  type Tool,
} from '../../../src-main/library/index.ts';
import { call, done } from '../../support/planner.ts';

/** A model that gives these replies in their order. */
function scripted(...replies: readonly string[]): ModelClient & { readonly prompts: string[] } {
  const prompts: string[] = [];
  return {
    prompts,
    complete: async ({ messages }) => {
      prompts.push(messages[0]?.content ?? '');
      return replies[prompts.length - 1] ?? done;
    },
  };
}

const tools: readonly Tool[] = [
  {
    name: 'sum',
    description: 'Add two numbers.',
    input_schema: {
      type: 'object',
      properties: { a: { type: 'number' }, b: { type: 'number' } },
      required: ['a', 'b'],
    },
    run: ({ a, b }) => Number(a) + Number(b),
  },
  { name: 'clock', description: 'Say the time.', loading_mode: 'always', run: () => 'noon' },
  {
    name: 'wipe',
    description: 'Remove everything.',
    requires_confirmation: true,
    run: (_args, { context }) => `wiped for ${context.tenant_id}`,
  },
];

async function plannerOf(options: CreatePlannerOptions = {}, given: readonly Tool[] = tools) {
  const planner = await createPlanner(given, options);
  onTestFinished(() => planner.close());
  return planner;
}

it('plans the prompt: what it says, what it lists, what can be found', async () => {
  const plan = await (await plannerOf()).plan({ query: 'add' });
  expect(plan.tools.map(({ name }) => name)).toEqual(['tool_search', 'tool_get', 'clock']);
  expect(plan.deferred.map(({ name }) => name)).toEqual(['sum', 'wipe']);
  expect(plan.system).toContain('Say the time.');
  expect(plan.system).not.toContain('Add two numbers.');
  expect(plan.blocks.map(({ text }) => text).join('\n\n')).toBe(plan.system);
  expect(plan.tokens.o200k).toBeGreaterThan(100);
});

it('runs an agent that finds a deferred tool and calls it, with the prompt that was planned', async () => {
  const model = scripted(call('tool_search', { query: 'add' }), call('sum', { a: 1, b: 2 }), done);
  const planner = await plannerOf({ model });
  const steps: string[] = [];
  const run = await planner.run({ query: 'Add one and two.', onStep: ({ outcome }) => steps.push(outcome) });
  expect([run.reason, run.answer, steps]).toEqual(['answer', 'done', ['result', 'result', 'final']]);
  expect(run.steps.map(({ observation }) => observation)).toEqual([
    expect.stringContaining('"sum"'),
    '{"result":3}',
    null,
  ]);
  expect(run.steps[1]?.activated).toBe('sum');
  expect(run.events.map(({ event_type }) => event_type)).toContain('tool_activated');
  expect(model.prompts[0]).toBe((await planner.plan({ query: 'Add one and two.' })).system);
});

it('runs the tools by the functions of the caller, and tells the model what they throw', async () => {
  const planner = await plannerOf(
    {
      model: scripted(call('clock'), call('sum', { a: 'x' }), call('wise', {}), call('mute')),
      tools: { clock: () => 'midnight' },
      callTool: (_args, { name }) => {
        throw new Error(`${name} is tired`);
      },
    },
    [...tools, { name: 'mute', description: 'Say nothing.' }],
  );
  const { steps } = await planner.run({ query: 'x' });
  expect(steps.map(({ outcome, observation }) => [outcome, observation])).toEqual([
    ['result', '{"result":"midnight"}'],
    ['invalid_arguments', expect.stringContaining('sum')],
    ['tool_not_found', expect.any(String)],
    ['tool_failed', expect.stringContaining('mute is tired')],
    ['final', null],
  ]);
});

it('keeps runs at the same time apart', async () => {
  const planner = await plannerOf();
  const runs = await Promise.all(
    [1, 2].map((b) => planner.run({ query: 'add', model: scripted(call('sum', { a: 1, b }), done) })),
  );
  expect(runs.map(({ steps }) => [steps[0]?.visible.includes('sum'), steps[0]?.observation])).toEqual([
    [false, '{"result":2}'],
    [false, '{"result":3}'],
  ]);
});

it('pauses before a call that somebody must agree to, and goes on by their word, once', async () => {
  const planner = await plannerOf({ model: scripted(call('wipe'), done, call('wipe'), done) });
  const first = await planner.run({ query: 'wipe', context: { tenant_id: 't1' } });
  expect([first.reason, first.steps[0]?.outcome]).toEqual(['paused', 'awaits_approval']);
  const token = first.resume_token ?? '';
  const ended = await planner.resume(token, { approved: true });
  expect([ended.reason, ended.run_id]).toEqual(['answer', first.run_id]);
  expect(JSON.stringify(ended)).toContain('wiped for t1');
  await expect(planner.resume(token, { approved: true })).rejects.toMatchObject({ code: 'unknown_run' });
  const refused = await planner.run({ query: 'wipe' });
  const left = await planner.resume(refused.resume_token ?? '', { approved: false });
  expect([left.reason, JSON.stringify(left).includes('wiped')]).toEqual(['answer', false]);
});

it('lets the caller narrow what a run may see, and starts none where that fails', async () => {
  const planner = await plannerOf({
    model: scripted(call('sum', { a: 1, b: 2 })),
    visibleTools: (all, { tenant_id }) => {
      if (tenant_id === undefined) throw new Error('Who is it?');
      return [...all.filter(({ name }) => name !== 'sum'), { name: 'nobody' }];
    },
  });
  const run = await planner.run({ query: 'add', context: { tenant_id: 't1' } });
  expect(run.steps[0]?.outcome).toBe('tool_not_found');
  expect((await planner.plan({ context: { tenant_id: 't1' } })).deferred.map(({ name }) => name)).toEqual(['wipe']);
  expect(await planner.run({ query: 'add' })).toMatchObject({ reason: 'visibility_failed', problem: 'Who is it?' });
});

it('shows a persona no more than its globs, the policy and the caller leave', async () => {
  const personas = [{ name: 'guest', hidden_tools: ['wipe'], tool_context: { tenant_id: 't1' } }];
  const asked: unknown[] = [];
  const planner = await plannerOf({
    settings: { personas },
    persona: 'guest',
    policy: { denied_tools: ['clock'] },
    visibleTools: (all, { tenant_id }) => {
      asked.push([tenant_id, all.map(({ name }) => name)]);
      return [{ name: 'wipe' }, { name: 'clock' }, { name: 'sum' }];
    },
  });
  const { tools: listed, deferred } = await planner.plan();
  expect(asked).toEqual([['t1', ['sum']]]);
  expect([...listed, ...deferred].map(({ name }) => name)).toEqual(['tool_search', 'tool_get', 'sum']);
  const alone = await plannerOf({ settings: { personas }, persona: 'guest' });
  expect((await alone.plan()).deferred.map(({ name }) => name)).toEqual(['sum']);
});

it('shares what a session activated, where that is asked for', async () => {
  const settings = { tool_search: { activation_scope: 'session' as const } };
  const planner = await plannerOf({ settings, sessions: true });
  const context = { session_id: 's1' };
  await planner.run({ query: 'add', context, model: scripted(call('sum', { a: 1, b: 2 })) });
  const next = await planner.run({ query: 'again', context, model: scripted() });
  expect(next.steps[0]?.visible).toContain('sum');
  await expect(planner.run({ query: 'again', model: scripted() })).rejects.toMatchObject({ code: 'session_required' });
});

it('gives the history to the model, its text as it comes, and what it threw', async () => {
  const planner = await plannerOf();
  const pieces: string[] = [];
  const model: ModelClient = {
    complete: async ({ messages, on_stream_chunk }) => {
      expect(messages.map(({ content }) => content).slice(1)).toEqual(['Hello.', 'Hi.', 'And now?']);
      on_stream_chunk?.(done, false);
      return done;
    },
  };
  const history = [
    { role: 'user' as const, content: 'Hello.' },
    { role: 'assistant' as const, content: 'Hi.' },
  ];
  await planner.run({ query: 'And now?', history, model, onText: (text) => pieces.push(text) });
  expect(pieces).toEqual([done]);
  const failure = new Error('no power');
  const failed = await planner.run({ query: 'x', model: { complete: () => Promise.reject(failure) } });
  expect([failed.reason, failed.error]).toEqual(['model_failed', failure]);
  for (const reply of [null, undefined, 7, {}]) {
    const model = { complete: async () => reply as unknown as string };
    const { reason, problem } = await planner.run({ query: 'x', model });
    expect([reason, problem]).toEqual([
      'model_failed',
      expect.stringMatching(/^The model client returned .* instead of/),
    ]);
  }
  const none = await planner.run({ query: 'x' });
  expect([none.reason, none.problem]).toEqual(['model_failed', 'No model was given.']);
  expect(none.error).toBeInstanceOf(PegboardError);
});

it('ends with the signal of the caller, and refuses work once it is closed', async () => {
  const planner = await plannerOf({ model: scripted() });
  expect((await planner.run({ query: 'x', signal: AbortSignal.abort() })).reason).toBe('cancelled');
  await planner.close();
  await expect(planner.run({ query: 'x' })).rejects.toMatchObject({ code: 'usage' });
  await expect(planner.plan()).rejects.toMatchObject({ code: 'usage' });
});
