import { describe, expect, it } from 'vitest';
import { personaVisibility, type ToolVisibilityPolicy, visibleNames } from '#core/planner/permitted/visibility.ts';
import { promptText } from '#shared/domain/prompt-block.ts';
import type { RunUpdate, Trace } from '#shared/domain/trace.ts';
import { call, done, testCatalog, testPlanner } from '../../../support/planner.ts';

const tools = [
  { name: 'a.always', description: 'Always there.', loading_mode: 'always', tags: ['team'] },
  { name: 'a.later', description: 'Later, also known otherwise.', aliases: ['later_alias'], tags: ['team'] },
  { name: 'a.secret', description: 'For nobody.', aliases: ['secret_alias'] },
];
const session = { tool_search: { enabled: true, default_loading_mode: 'deferred', activation_scope: 'session' } };
const later = call('a.later', { x: 1 });

const hide = (...names: string[]): ToolVisibilityPolicy => ({
  visibleTools: (all) => all.filter(({ name }) => !names.includes(name)),
});
const types = (trace: Trace) => trace.events.map(({ event_type }) => event_type);
const visibleAt = (trace: Trace, step: number) =>
  trace.steps[step - 1]?.visible.filter((name) => name.startsWith('a.'));

describe('the policy', () => {
  it('removes tools from the registry, and says so to the host (R5.02, R12.07)', async () => {
    const removed = async (policy: object) => {
      const { planner } = await testPlanner({ tools, config: { policy } });
      const told = planner.initEvents.filter(({ event_type }) => event_type === 'planner_tool_policy_filtered');
      expect(planner.initEvents.slice(0, told.length)).toEqual(told);
      return told.map(({ payload }) => payload);
    };
    expect(await removed({ denied_tools: ['a.secret', 'a.later'], allowed_tools: ['a.later'] })).toEqual([
      { removed_tools: ['a.always', 'a.later', 'a.secret'] },
    ]);
    expect(await removed({ require_tags: ['team'] })).toEqual([{ removed_tools: ['a.secret'] }]);
    // Nothing is told where nothing was removed.
    expect(await removed({})).toEqual([]);
    expect(await removed({ denied_tools: ['a.gone'] })).toEqual([]);
  });
});

describe('activation', () => {
  it('happens at the first call, with no search before it, once (R5.12, R5.13, R12.16)', async () => {
    for (const config of [{}, session]) {
      const order: string[] = [];
      const answers = {
        'a.later': () => {
          order.push('runs');
          return { kind: 'result', value: order.length } as const;
        },
      };
      const { planner } = await testPlanner({ tools, config, answers, script: [later, later, done, later, done] });
      const onUpdate = (update: RunUpdate) =>
        order.push(update.type === 'event' ? update.event.event_type : update.type);
      const request = { query: 'q', tool_context: { session_id: 's' }, onUpdate };
      const trace = await planner.run(request);
      expect(order).toEqual(['tool_activated', 'runs', 'step', 'runs', 'step', 'step']);
      expect(visibleAt(trace, 1)).toEqual(['a.always']);
      expect(visibleAt(trace, 2)).toEqual(['a.always', 'a.later']);
      expect(trace.steps.map(({ activated }) => activated)).toEqual(['a.later', null, null]);
      // In a session it is still active in the next run.
      expect(types(await planner.run(request))).toEqual(config === session ? [] : ['tool_activated']);
    }
  });

  it('puts the tool into the prompt, which named no deferred tool before it (R6.11)', async () => {
    // Another one is always loaded, and not for this caller.
    const all = [...tools, { name: 'a.hidden', loading_mode: 'always' }];
    const { planner } = await testPlanner({ tools: all, visibility: hide('a.hidden'), script: [later, done] });
    const prompts: string[] = [];
    await planner.run({ query: 'q', onPrompt: ({ blocks }) => void prompts.push(promptText(blocks)) });
    const listed = prompts.map((text) => text.match(/(?<=^- name: ).*/gm));
    expect(listed).toEqual([
      ['tool_search', 'tool_get', 'a.always'],
      ['tool_search', 'tool_get', 'a.always', 'a.later'],
    ]);
    expect(prompts[0]).not.toMatch(/a\.later|a\.secret/);
    expect(prompts[1]).not.toContain('a.secret');
    // What is shown before a run is what the run begins with.
    expect(promptText((await planner.firstPrompt({ query: 'q' })).prompt.blocks)).toBe(prompts[0]);
  });

  it('of a run is gone in the next', async () => {
    const { planner } = await testPlanner({ tools, script: [later, done, done] });
    await planner.run({ query: 'q' });
    expect(visibleAt(await planner.run({ query: 'q' }), 1)).toEqual(['a.always']);
  });

  it('of a session stays for that session only (R5.18)', async () => {
    const script = [later, done, done, done, done];
    const { planner } = await testPlanner({ tools, config: session, script });
    const of = (session_id: string, tenant_id?: string) => ({ query: 'q', tool_context: { session_id, tenant_id } });
    const first = await planner.run(of('one'));
    expect(first.events[0]?.payload).toMatchObject({ activation_scope: 'session' });
    expect(visibleAt(await planner.run(of('one')), 1)).toEqual(['a.always', 'a.later']);
    expect(visibleAt(await planner.run(of('two')), 1)).toEqual(['a.always']);
    expect(visibleAt(await planner.run(of('one', 'elsewhere')), 1)).toEqual(['a.always']);
  });

  it('of a session needs a session, and says so before the model is asked (R5.19, R15.06)', async () => {
    let asked = 0;
    const model = { complete: async () => `${++asked}` };
    const { planner } = await testPlanner({ tools, config: session, model });
    await expect(planner.run({ query: 'q' })).rejects.toMatchObject({ code: 'session_required' });
    expect(asked).toBe(0);
  });

  it('does not outlive a visibility change (R5.07, R5.20)', async () => {
    const hidden: string[] = [];
    const visibility: ToolVisibilityPolicy = {
      visibleTools: (all) => all.filter(({ name }) => !hidden.includes(name)),
    };
    const find = call('tool_search', { query: 'known otherwise' });
    const { planner, calls } = await testPlanner({
      tools,
      config: session,
      visibility,
      script: [find, later, done, find, later, done, find, later, done],
    });
    const request = { query: 'q', tool_context: { session_id: 's' } };
    expect((await planner.run(request)).steps[0]?.observation).toContain('a.later');
    hidden.push('a.later');
    const trace = await planner.run(request);
    expect(visibleAt(trace, 1)).toEqual(['a.always']);
    // Neither a search nor a call finds it any more.
    expect(trace.steps.map(({ outcome }) => outcome)).toEqual(['result', 'tool_not_found', 'final']);
    expect(trace.steps[0]?.observation).not.toContain('a.later');
    expect(trace.events).toMatchObject([
      { event_type: 'tool_search_query' },
      { event_type: 'tool_activation_denied', payload: { reason: 'visibility_policy' } },
    ]);
    expect(calls).toHaveLength(1);
    hidden.pop();
    const shown = await planner.run(request);
    expect(visibleAt(shown, 1)).toEqual(['a.always', 'a.later']);
    expect(shown.steps[0]?.observation).toContain('a.later');
    expect(calls).toHaveLength(2);
  });

  it('is refused where no safe pattern is declared, or a session has no id (R5.23)', async () => {
    for (const [concurrency, reason] of [
      [undefined, 'concurrency_not_declared'],
      ['per_session', 'session_missing'],
    ] as const) {
      const { planner, calls } = await testPlanner({ tools, concurrency, script: [later, done] });
      const trace = await planner.run({ query: 'q' });
      expect(trace.steps[0]?.outcome).toBe('tool_not_found');
      expect(trace.events.map(({ payload }) => payload)).toEqual([{ reason }]);
      expect(calls).toEqual([]);
    }
    for (const concurrency of ['per_session', 'fork_per_request', 'single_thread'] as const) {
      const { planner } = await testPlanner({ tools, concurrency, script: [later, done] });
      const trace = await planner.run({ query: 'q', tool_context: { session_id: 's' } });
      expect(trace.steps[0], concurrency).toMatchObject({ outcome: 'result', activated: 'a.later' });
    }
  });

  it('works by an alias, which has the permission of its tool (R1.23, R4.17)', async () => {
    const script = [
      call('later_alias'),
      call('tool_get', { names: ['later_alias', 'secret_alias'] }),
      call('secret_alias'),
      done,
    ];
    const { planner, calls } = await testPlanner({ tools, visibility: hide('a.secret'), script });
    const { steps, events } = await planner.run({ query: 'q' });
    // The developer learns which case it was.
    expect(events.find(({ event_type }) => event_type === 'tool_activation_denied')?.payload).toEqual({
      reason: 'alias_of_hidden',
    });
    expect(calls.map(({ tool }) => tool.name)).toEqual(['a.later']);
    expect(steps[0]).toMatchObject({ tool: 'a.later', activated: 'a.later' });
    expect(JSON.parse(steps[1]?.observation ?? '').result.tools.map(({ name }: { name: string }) => name)).toEqual([
      'a.later',
    ]);
    expect(steps[2]?.outcome).toBe('tool_not_found');
  });
});

describe('what a model learns of a tool it may not use', () => {
  it('is the same for denied, hidden and unknown names, in call and tool_get (R4.16, R5.14)', async () => {
    const names = ['a.secret', 'a.later', 'no.such_tool', 'secret_alias'];
    const among = call('tool_get', { names: [...names, 'a.always'] });
    const { planner } = await testPlanner({
      tools,
      config: { policy: { denied_tools: ['a.secret'] } },
      visibility: hide('a.later'),
      script: [
        ...names.map((name) => call(name)),
        ...names.map((name) => call('tool_get', { names: [name] })),
        among,
        done,
      ],
    });
    const trace = await planner.run({ query: 'q' });
    const observations = trace.steps.map(({ observation }) => observation);
    expect(new Set(observations.slice(0, 4)).size).toBe(1);
    expect(observations[0]).toContain('Tool not found.');
    expect(new Set(observations.slice(4, 8))).toEqual(new Set(['{"result":{"tools":[]}}']));
    expect(JSON.parse(observations[8] ?? '').result.tools).toMatchObject([{ name: 'a.always' }]);
    expect(observations[8]).not.toMatch(/secret|later/);
    const denied = trace.events.filter(({ event_type }) => event_type === 'tool_activation_denied');
    expect(denied.map(({ payload }) => payload)).toEqual([
      { reason: 'not_in_registry' },
      { reason: 'visibility_policy' },
      { reason: 'not_in_registry' },
      { reason: 'not_in_registry' },
    ]);
  });

  it('is nothing of an always-loaded tool that is hidden: not in the prompt, not found, not run', async () => {
    const script = [call('tool_search', { query: 'always', include_always_loaded: true }), call('a.always'), done];
    const { planner, calls } = await testPlanner({ tools, visibility: hide('a.always'), script });
    const { steps } = await planner.run({ query: 'q' });
    expect(steps[0]?.visible).toEqual(['tool_search', 'tool_get']);
    expect(steps[0]?.observation).not.toContain('a.always');
    expect(steps[1]?.outcome).toBe('tool_not_found');
    expect(calls).toEqual([]);
  });
});

describe('visibility', () => {
  it('can only narrow, and a run whose policy throws does not ask the model (R5.08)', async () => {
    const config = { policy: { denied_tools: ['a.secret'] } };
    const names = ['a.secret', 'invented', 'a.always'];
    const widening: ToolVisibilityPolicy = { visibleTools: () => names.map((name) => ({ name })) };
    const script = [call('a.secret'), call('invented'), call('a.always'), done];
    const { planner } = await testPlanner({ tools, config, visibility: widening, script });
    const trace = await planner.run({ query: 'q' });
    expect(trace.steps.map(({ outcome }) => outcome)).toEqual(['tool_not_found', 'tool_not_found', 'result', 'final']);
    expect(visibleAt(trace, 1)).toEqual(['a.always']);
    const throwing = await testPlanner({
      tools,
      visibility: {
        visibleTools: () => {
          throw new Error('directory is down');
        },
      },
      script: [done],
    });
    expect(await throwing.planner.run({ query: 'q' })).toMatchObject({
      reason: 'visibility_failed',
      steps: [],
      problem: 'directory is down',
    });
  });

  it('counts for nothing beyond the registry', async () => {
    const { catalog } = testCatalog(tools);
    const registry = new Map(catalog.filter(({ name }) => name !== 'a.secret').map((tool) => [tool.name, tool]));
    const policy: ToolVisibilityPolicy = { visibleTools: () => [...catalog, { name: 'invented' }] };
    expect([...(await visibleNames(registry, policy, {}))]).toEqual(['a.always', 'a.later']);
  });

  it('gets the context of the caller', async () => {
    const seen: unknown[] = [];
    const visibility: ToolVisibilityPolicy = {
      visibleTools: (all, context) => {
        seen.push(context);
        return all;
      },
    };
    const { planner } = await testPlanner({ tools, visibility, script: [done] });
    const context = { tenant_id: 't', project_id: 'p', session_id: 's' };
    await planner.run({ query: 'q', tool_context: context });
    expect(seen).toEqual([context]);
  });

  it('of a persona follows its globs', async () => {
    const persona = { name: 'p', tool_context: {}, visible_tools: ['a.*'], hidden_tools: ['a.later'] };
    const { planner } = await testPlanner({ tools, visibility: personaVisibility(persona), script: [later, done] });
    expect((await planner.run({ query: 'q' })).steps[0]?.outcome).toBe('tool_not_found');
  });
});

describe('pause and resume', () => {
  const answers = { 'a.always': () => ({ kind: 'pause', reason: 'needs approval' }) as const };

  it('keep what the run activated, and ask visibility anew (R5.05, R5.17)', async () => {
    const hidden: string[] = [];
    let asked = 0;
    const visibility: ToolVisibilityPolicy = {
      visibleTools: (all, context) => {
        asked++;
        expect(all.map(({ name }) => name)).toEqual(['a.always', 'a.later', 'a.secret']);
        expect(context).toEqual({ project_id: 'p' });
        return all.filter(({ name }) => !hidden.includes(name));
      },
    };
    const script = [later, call('a.always'), later, done, later, call('a.always'), later, done, done];
    const { planner } = await testPlanner({ tools, visibility, answers, script });
    const request = { query: 'q', tool_context: { project_id: 'p' } };
    const paused = await planner.run(request);
    expect(paused).toMatchObject({ reason: 'paused', problem: 'needs approval', resume_token: expect.any(String) });
    const before = asked;
    expect(before).toBeGreaterThan(0);
    const resumed = await planner.resume(paused.resume_token ?? '', { input: { approved: true } });
    expect(asked).toBeGreaterThan(before);
    expect(resumed.run_id).toBe(paused.run_id);
    expect(resumed.steps.map(({ outcome }) => outcome)).toEqual(['result', 'paused', 'result', 'final']);
    expect(visibleAt(resumed, 3)).toEqual(['a.always', 'a.later']);
    expect(types(resumed)).toEqual(['tool_activated']);
    await expect(planner.resume(paused.resume_token ?? '', { input: 1 })).rejects.toMatchObject({
      code: 'unknown_run',
    });

    const resumedAt = asked;
    const again = await planner.run(request);
    expect(asked).toBeGreaterThan(resumedAt);
    hidden.push('a.later');
    const narrowed = await planner.resume(again.resume_token ?? '', { input: { approved: true } });
    expect(visibleAt(narrowed, 3)).toEqual(['a.always']);
    expect(narrowed.steps[2]?.outcome).toBe('tool_not_found');
    hidden.push('a.always');
    expect(visibleAt(await planner.run(request), 1)).toEqual([]);
  });
});

describe('tool search off', () => {
  const off = { tool_search: { enabled: false } };

  it('shows every permitted tool, activates nothing, and has no discovery tools (R1.13, R4.10)', async () => {
    const script = [
      later,
      call('tool_search', { query: 'x' }),
      call('tool_get', { names: ['a.later'] }),
      call('x.y'),
      done,
    ];
    const { planner } = await testPlanner({ tools, config: off, script, concurrency: undefined });
    const trace = await planner.run({ query: 'q' });
    expect(trace.steps[0]?.visible).toEqual(['a.always', 'a.later', 'a.secret']);
    expect(trace.steps[0]?.outcome).toBe('result');
    expect(JSON.parse(trace.steps[1]?.observation ?? '')).toEqual({
      error: { code: 'tool_search_not_configured', message: 'tool_search is not configured' },
    });
    expect(trace.steps[2]?.observation).toBe(trace.steps[1]?.observation);
    expect(trace.steps[3]?.observation).not.toContain('tool_search');
    expect(trace.events).toEqual([]);
    expect(planner.initEvents).toEqual([]);

    const declared = ['a.one', 'a.denied'].map((name) => ({ name, description: 'Do.', loading_mode: 'deferred' }));
    const narrowed = await testPlanner({
      tools: declared,
      config: { ...off, policy: { denied_tools: ['a.denied'] } },
      script: [done],
    });
    expect((await narrowed.planner.run({ query: 'q' })).steps[0]?.visible).toEqual(['a.one']);
  });
});
