import { describe, expect, it } from 'vitest';
import { ScriptedClient } from '#core/planner/models/scripted-client.ts';
import { traceSchema } from '#shared/domain/trace.ts';
import { call, done, testPlanner } from '../../../support/planner.ts';

const tools = [
  { name: 'db.drop', description: 'Drop a table.', risk_level: 'destructive', inputSchema: { required: ['table'] } },
  { name: 'mail.send', description: 'Send a mail.', requires_confirmation: true },
  { name: 'db.read', description: 'Read.', loading_mode: 'always', risk_level: 'moderate' },
];
const drop = call('db.drop', { table: 'orders' });
const goOn = (...script: string[]) => ({ model: new ScriptedClient([...script, done]) });

describe('a call that somebody must agree to', () => {
  it('pauses the run before the tool runs, and runs when it is approved', async () => {
    const { planner, calls } = await testPlanner({ tools, script: [drop] });
    const paused = await planner.run({ query: 'q' });
    expect(paused).toMatchObject({ reason: 'paused', resume_token: expect.any(String) });
    expect(paused.problem).toContain('may destroy something');
    expect(paused.steps[0]).toMatchObject({ tool: 'db.drop', outcome: 'awaits_approval', observation: null });
    expect(calls).toEqual([]);
    const seen: string[] = [];
    const told: string[] = [];
    const model = {
      complete: async ({ messages }: { messages: readonly { content: string }[] }) => {
        seen.push(messages.at(-1)?.content ?? '');
        return done;
      },
    };
    const trace = await planner.resume(paused.resume_token ?? '', {
      approved: true,
      model,
      onUpdate: ({ type }) => told.push(type),
    });
    expect(calls.map(({ tool, args }) => [tool.name, args])).toEqual([['db.drop', { table: 'orders' }]]);
    expect(trace.reason).toBe('answer');
    expect(seen).toEqual(['Observation: {"result":{"table":"orders"}}']);
    const observation = '{"result":{"table":"orders"}}';
    expect(trace.resumptions).toEqual([
      { step: 1, approved: true, tool: 'db.drop', outcome: 'result', observation, truncated: false },
    ]);
    expect(told).toEqual(['event', 'resumed', 'step']);
    expect(trace.events.map(({ event_type, payload }) => [event_type, payload]).slice(1)).toEqual([
      ['tool_approval_requested', { tool_name: 'db.drop', reason: 'destructive' }],
      ['tool_approval_given', { tool_name: 'db.drop', approved: true }],
    ]);
    expect(traceSchema.parse(JSON.parse(JSON.stringify(trace)))).toEqual(trace);
  });

  it('pauses for a tool whose server says that it destroys, and not for one that only reads', async () => {
    const hint = { annotations: { destructiveHint: true } };
    const script = [call('files.remove'), done];
    const tool = { name: 'files.remove', description: 'Remove a file.' };
    const { planner, calls } = await testPlanner({ tools: [{ ...tool, ...hint }], script });
    expect(await planner.run({ query: 'q' })).toMatchObject({ reason: 'paused' });
    expect(calls).toEqual([]);
    const read = await testPlanner({ tools: [{ ...tool, ...hint, side_effects: 'read' }], script });
    expect(await read.planner.run({ query: 'q' })).toMatchObject({ reason: 'answer' });
  });

  it('does not run when it is refused, and the model reads that', async () => {
    const { planner, calls } = await testPlanner({ tools, script: [call('mail.send')] });
    const paused = await planner.run({ query: 'q' });
    const trace = await planner.resume(paused.resume_token ?? '', { approved: false, ...goOn() });
    expect(calls).toEqual([]);
    expect(trace.resumptions).toMatchObject([{ approved: false, tool: null, outcome: 'refused' }]);
    expect(trace.resumptions?.[0]?.observation).toBe(
      '{"error":{"code":"refused","message":"The user refused this call."}}',
    );
  });

  it('is asked for once each call, by what is right: arguments first, other tools never', async () => {
    const { planner, calls } = await testPlanner({ tools, script: [call('db.drop'), call('db.read'), drop] });
    const paused = await planner.run({ query: 'q' });
    expect(paused.steps.map(({ outcome }) => outcome)).toEqual(['invalid_arguments', 'result', 'awaits_approval']);
    const again = await planner.resume(paused.resume_token ?? '', { approved: true, ...goOn(drop) });
    expect(again.reason).toBe('paused');
    expect(calls.map(({ tool }) => tool.name)).toEqual(['db.read', 'db.drop']);
  });

  it('does not run when the tool was hidden meanwhile', async () => {
    const hidden: string[] = [];
    const visibility = {
      visibleTools: (all: readonly { name: string }[]) => all.filter(({ name }) => !hidden.includes(name)),
    };
    const { planner, calls } = await testPlanner({ tools, visibility, script: [drop] });
    const paused = await planner.run({ query: 'q' });
    hidden.push('db.drop');
    const trace = await planner.resume(paused.resume_token ?? '', { approved: true, ...goOn() });
    expect(trace.resumptions).toMatchObject([{ outcome: 'tool_not_found', tool: null }]);
    expect(calls).toEqual([]);
  });

  it('may pause by itself once it runs', async () => {
    const answers = { 'db.drop': () => ({ kind: 'pause', reason: 'a second key' }) as const };
    const { planner } = await testPlanner({ tools, answers, script: [drop] });
    const paused = await planner.run({ query: 'q' });
    const again = await planner.resume(paused.resume_token ?? '', { approved: true });
    expect(again).toMatchObject({ reason: 'paused', problem: 'a second key' });
    const trace = await planner.resume(again.resume_token ?? '', { input: 'turned', ...goOn() });
    expect(trace.resumptions).toMatchObject([
      { approved: true, outcome: 'paused', observation: null },
      { approved: null, outcome: 'result', observation: '{"result":"turned"}' },
    ]);
  });

  it('takes no result for an agreement, and no agreement for a result', async () => {
    const answers = { 'db.read': () => ({ kind: 'pause', reason: 'wait' }) as const };
    const { planner, calls } = await testPlanner({ tools, answers, script: [drop, call('db.read')] });
    const approval = await planner.run({ query: 'q' });
    await expect(planner.resume(approval.resume_token ?? '', { input: true })).rejects.toMatchObject({
      code: 'invalid_input',
    });
    const result = await planner.run({ query: 'q' });
    await expect(planner.resume(result.resume_token ?? '', { approved: true })).rejects.toMatchObject({
      code: 'invalid_input',
    });
    expect(calls.map(({ tool }) => tool.name)).toEqual(['db.read']);
  });
});

describe('what a planner keeps', () => {
  const answers = { 'db.read': () => ({ kind: 'pause', reason: 'wait' }) as const };
  const bounds = { sessions: { most: 3, idleMs: 1000 }, pausedRuns: { most: 3, idleMs: 1000 } };
  const session = { tool_search: { enabled: true, default_loading_mode: 'deferred', activation_scope: 'session' } };
  const plain = [{ name: 'a.later', description: 'Later.' }, ...tools];

  it('of paused runs is bounded by number and by age', async () => {
    let time = 0;
    const { planner } = await testPlanner({
      tools: plain,
      answers,
      bounds,
      now: () => time,
      script: Array(6).fill(call('db.read')),
    });
    const tokens: string[] = [];
    for (let i = 0; i < 5; i++) tokens.push((await planner.run({ query: 'q' })).resume_token ?? '');
    const late = await planner.run({ query: 'q', ...goOn() });
    expect(late.events).toMatchObject([
      { event_type: 'paused_runs_released', payload: { reason: 'number', count: 1 } },
    ]);
    await expect(planner.resume(tokens[0] ?? '', { input: 1 })).rejects.toMatchObject({ code: 'unknown_run' });
    expect((await planner.resume(tokens[4] ?? '', { input: 1, ...goOn() })).reason).toBe('answer');
    time = 2000;
    await expect(planner.resume(tokens[3] ?? '', { input: 1 })).rejects.toMatchObject({ code: 'unknown_run' });
    const aged = await planner.run({ query: 'q', ...goOn() });
    expect(aged.events).toMatchObject([{ event_type: 'paused_runs_released', payload: { reason: 'age', count: 2 } }]);
  });

  it('of sessions is bounded by number and by age, and a session in use stays', async () => {
    let time = 0;
    const { planner } = await testPlanner({ tools: plain, bounds, config: session, now: () => time });
    const run = (session_id: string, ...script: string[]) =>
      planner.run({ query: 'q', tool_context: { session_id }, ...goOn(...script) });
    const sees = async (id: string) => (await run(id)).steps[0]?.visible.includes('a.later');
    for (const id of ['one', 'two', 'three', 'four']) {
      await run(id, call('a.later'));
      await run('one');
    }
    expect([await sees('one'), await sees('two'), await sees('four')]).toEqual([true, false, true]);
    time = 900;
    await run('four');
    time = 1500;
    const aged = await run('four');
    expect(aged.events).toEqual([
      { event_type: 'session_activations_released', ts: 1500, payload: { reason: 'age', count: 2 } },
    ]);
    expect([await sees('one'), await sees('four')]).toEqual([false, true]);
  });
});
