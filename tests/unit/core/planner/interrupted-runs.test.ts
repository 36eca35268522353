import { describe, expect, it } from 'vitest';
import { ScriptedClient } from '#core/planner/models/scripted-client.ts';
import { call, done, testPlanner } from '../../../support/planner.ts';

const tools = [
  { name: 'a.always', description: 'Always there.', loading_mode: 'always' },
  { name: 'a.later', description: 'Found when needed.', aliases: ['later_alias'] },
];
const answers = { 'a.always': () => ({ kind: 'pause', reason: 'wait' }) as const };
const at = { query: 'q', tool_context: { session_id: 's' } };

describe('a paused run', () => {
  it('still waits when it could not be resumed, because another run was under way', async () => {
    const { planner } = await testPlanner({ tools, answers, script: [call('a.always')] });
    const paused = await planner.run(at);
    let reply: (text: string) => void = () => {};
    const slow = {
      complete: () =>
        new Promise<string>((resolve) => {
          reply = resolve;
        }),
    };
    const other = planner.run({ ...at, model: slow });
    const token = paused.resume_token ?? '';
    const resume = () => planner.resume(token, { input: 1, model: new ScriptedClient([done]) });
    await expect(resume()).rejects.toMatchObject({ code: 'run_in_progress' });
    await expect
      .poll(() => {
        reply(done);
        return 1;
      })
      .toBe(1);
    await other;
    expect((await resume()).reason).toBe('answer');
  });

  it('still waits when what it is resumed with is no JSON', async () => {
    const { planner } = await testPlanner({ tools, answers, script: [call('a.always')] });
    const paused = await planner.run(at);
    const token = paused.resume_token ?? '';
    await expect(planner.resume(token, { input: 1n })).rejects.toMatchObject({ code: 'invalid_input' });
    expect((await planner.resume(token, { input: 1, model: new ScriptedClient([done]) })).reason).toBe('answer');
  });

  it('still waits when its resume is cancelled in the line of its session', async () => {
    const { planner } = await testPlanner({ tools, answers, concurrency: 'per_session', script: [call('a.always')] });
    const paused = await planner.run(at);
    const token = paused.resume_token ?? '';
    const stopped = AbortSignal.abort();
    expect(await planner.resume(token, { input: 1, signal: stopped })).toMatchObject({ reason: 'cancelled' });
    expect((await planner.resume(token, { input: 1, model: new ScriptedClient([done]) })).reason).toBe('answer');
  });
});

describe('a cancelled run', () => {
  it('lets its session go though the visibility policy never answers', async () => {
    const stuck = new AbortController();
    let asked = 0;
    const visibility = {
      visibleTools: (all: readonly { name: string }[]) =>
        asked++ === 0 ? new Promise<readonly { name: string }[]>(() => stuck.abort()) : all,
    };
    const { planner } = await testPlanner({ tools, visibility, concurrency: 'per_session', script: [done] });
    expect(await planner.run({ ...at, signal: stuck.signal })).toMatchObject({ reason: 'cancelled' });
    expect((await planner.run(at)).reason).toBe('answer');
  });

  it('lets its session go though its skills never answer', async () => {
    const stuck = new AbortController();
    const skills = {
      tools: [],
      packs: [],
      prepare: () => {
        stuck.abort();
        return new Promise<never>(() => {});
      },
      call: () => new Promise<never>(() => {}),
    };
    const { planner } = await testPlanner({ tools, skills, concurrency: 'per_session', script: [done] });
    expect(await planner.run({ ...at, signal: stuck.signal })).toMatchObject({ reason: 'cancelled' });
  });

  it('does not ask the model when it was cancelled before', async () => {
    let asked = 0;
    const model = { complete: async () => `${++asked}` };
    const { planner } = await testPlanner({ tools, model });
    expect(await planner.run({ query: 'q', signal: AbortSignal.abort() })).toMatchObject({ reason: 'cancelled' });
    expect(asked).toBe(0);
  });
});

describe('what the host learns', () => {
  it('of a call by the alias of a hidden tool is just that', async () => {
    const visibility = {
      visibleTools: (all: readonly { name: string }[]) => all.filter(({ name }) => name !== 'a.later'),
    };
    const { planner } = await testPlanner({ tools, visibility, script: [call('later_alias'), done] });
    expect((await planner.run(at)).events.map(({ payload }) => payload)).toEqual([{ reason: 'alias_of_hidden' }]);
  });
});
