import { describe, expect, it } from 'vitest';
import type { ModelClient } from '#core/planner/models/model-client.ts';
import { ScriptedClient } from '#core/planner/models/scripted-client.ts';
import type { Planner } from '#core/planner/planner.ts';
import type { Trace } from '#shared/domain/trace.ts';
import { call, done, testPlanner } from '../../../support/planner.ts';

const toolCount = 10;
const sessions = 20;
const tools = [
  { name: 'always', description: 'Always there.', loading_mode: 'always' },
  ...Array.from({ length: toolCount }, (_, i) => ({ name: `t.${i}`, description: `Tool ${i}.` })),
];
const searchConfig = (activation_scope: string) => ({
  tool_search: { enabled: true, default_loading_mode: 'deferred', activation_scope },
});

/** Lets everything else that is ready go first, some times. */
async function hops(count: number): Promise<void> {
  for (let i = 0; i < count; i++) await new Promise((resolve) => setImmediate(resolve));
}

/** Plays a script, slowly, and notes when its run begins and ends. */
function slowModel(script: readonly string[], log: string[], run: string, pace: number): ModelClient {
  const scripted = new ScriptedClient(script);
  let asked = 0;
  return {
    complete: async (request) => {
      if (asked++ === 0) log.push(`begin ${run}`);
      await hops(pace);
      return scripted.complete(request);
    },
  };
}

const activatedAtStart = (trace: Trace) => (trace.steps[0]?.visible ?? []).filter((name) => name.startsWith('t.'));

describe('runs at the same time', () => {
  it('200 over 20 sessions, of both scopes: in order, apart, and none gets stuck (R5.16, R5.21)', async () => {
    const log: string[] = [];
    const answers = {
      always: async () => {
        await hops(2);
        return { kind: 'result', value: null } as const;
      },
    };
    const planners = {
      run: (await testPlanner({ tools, config: searchConfig('run'), concurrency: 'per_session', answers })).planner,
      session: (await testPlanner({ tools, config: searchConfig('session'), concurrency: 'per_session', answers }))
        .planner,
    };
    const stops = new Map<number, AbortController>();
    const runs = Array.from({ length: 200 }, (_, i) => {
      const scope = i % 2 === 0 ? 'run' : 'session';
      const session = `${scope} ${i % sessions}`;
      const tool = `t.${(Math.floor(i / sessions) + i) % toolCount}`;
      const stop = new AbortController();
      // Every ninth is cancelled while it waits, every eleventh while it runs.
      if (i % 9 === 0) stops.set(i, stop);
      const script = [call(tool), call('always'), done];
      const model = slowModel(script, log, `${session}/${i}`, 1 + (i % 5));
      const onUpdate = i % 11 === 0 ? () => stop.abort() : undefined;
      const request = { query: 'q', model, tool_context: { session_id: session }, signal: stop.signal, onUpdate };
      return planners[scope].run(request).then((trace) => {
        log.push(`end ${session}/${i}`);
        return { i, scope, session, tool, trace };
      });
    });
    for (const stop of stops.values()) stop.abort();
    const finished = await Promise.all(runs);

    expect(new Set(finished.map(({ trace }) => trace.reason))).toEqual(new Set(['answer', 'cancelled']));
    for (const session of new Set(finished.map((run) => run.session))) {
      const mine = finished.filter((run) => run.session === session);
      const begun = log
        .filter((line) => line.startsWith(`begin ${session}/`))
        .map((line) => Number(line.split('/')[1]));
      expect(begun).toEqual([...begun].sort((a, b) => a - b));
      // A run that was cancelled while it waited ends without a beginning; the others never overlap.
      let open = 0;
      const beganOnes = new Set(begun);
      for (const line of log.filter((entry) => entry.includes(`${session}/`))) {
        if (!beganOnes.has(Number(line.split('/')[1]))) continue;
        open += line.startsWith('begin') ? 1 : -1;
        expect([0, 1]).toContain(open);
      }
      expect(begun.length).toBeGreaterThan(0);
      const activated = new Set<string>();
      for (const { trace, scope } of mine) {
        if (trace.steps.length === 0 && trace.events.length === 0) continue;
        if (trace.steps.length > 0) expect(activatedAtStart(trace)).toEqual(scope === 'run' ? [] : [...activated]);
        for (const event of trace.events) {
          if (event.event_type === 'tool_activated') activated.add(event.payload.tool_name);
        }
      }
    }
    for (const { trace, tool } of finished) {
      if (trace.reason !== 'answer') continue;
      expect(trace.steps.map(({ outcome }) => outcome)).toEqual(['result', 'result', 'final']);
      expect(trace.steps[1]?.visible).toContain(tool);
      // What a run activated is its own, also while others run.
      const seen = new Set([...activatedAtStart(trace), tool]);
      for (const { visible } of trace.steps.slice(1)) expect(visible.slice(3)).toEqual([...seen]);
    }
    // Nobody holds a session any more.
    for (const planner of Object.values(planners)) {
      const model = new ScriptedClient([done]);
      const again = await planner.run({ query: 'q', model, tool_context: { session_id: 'run 0' } });
      expect(again.reason).toBe('answer');
    }
  });

  it('of forks do not see what the others activate, nor does their parent (R5.22)', async () => {
    const { planner } = await testPlanner({ tools, config: searchConfig('session'), concurrency: 'fork_per_request' });
    const context = { session_id: 'one' };
    const run = (on: Planner, script: readonly string[], pace = 0) =>
      on.run({ query: 'q', model: slowModel(script, [], '', pace), tool_context: context });
    await run(planner, [call('t.0'), done]);
    const forks = Array.from({ length: 20 }, () => planner.fork());
    const traces = await Promise.all(
      forks.map((fork, i) => run(fork, [call(`t.${i % toolCount}`), call('always'), done], i % 4)),
    );
    for (const [i, trace] of traces.entries()) {
      const own = i % toolCount === 0 ? [] : [`t.${i % toolCount}`];
      expect(activatedAtStart(trace)).toEqual(['t.0']);
      expect(trace.steps[2]?.visible.filter((name) => name.startsWith('t.'))).toEqual(['t.0', ...own]);
      expect(activatedAtStart(await run(forks[i] as Planner, [done]))).toEqual(['t.0', ...own]);
    }
    expect(activatedAtStart(await run(planner, [done]))).toEqual(['t.0']);
  });

  it('on one thread or one fork are refused', async () => {
    for (const concurrency of ['single_thread', 'fork_per_request'] as const) {
      const { planner } = await testPlanner({ tools, concurrency });
      const first = planner.run({ query: 'q', model: slowModel([done], [], '', 3) });
      await expect(planner.run({ query: 'q', model: new ScriptedClient([done]) })).rejects.toMatchObject({
        code: 'run_in_progress',
      });
      expect((await first).reason).toBe('answer');
      expect((await planner.run({ query: 'q', model: new ScriptedClient([done]) })).reason).toBe('answer');
    }
  });

  it('that pause let the session go, and wait for it again', async () => {
    const answers = { always: () => ({ kind: 'pause', reason: 'wait' }) as const };
    const { planner } = await testPlanner({ tools, concurrency: 'per_session', answers });
    const at = { query: 'q', tool_context: { session_id: 's' } };
    const paused = await planner.run({ ...at, model: new ScriptedClient([call('t.1'), call('always')]) });
    const log: string[] = [];
    const between = planner.run({ ...at, model: slowModel([call('t.2'), done], log, 'between', 3) });
    const resumed = planner.resume(paused.resume_token ?? '', {
      input: 1,
      model: slowModel([done], log, 'resumed', 0),
    });
    expect((await between).steps[1]?.visible.filter((name) => name.startsWith('t.'))).toEqual(['t.2']);
    expect((await resumed).steps[2]?.visible.filter((name) => name.startsWith('t.'))).toEqual(['t.1']);
    expect(log).toEqual(['begin between', 'begin resumed']);
  });
});
