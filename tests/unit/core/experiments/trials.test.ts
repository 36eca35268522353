import { describe, expect, it } from 'vitest';
import { drawHabit } from '#core/experiments/population/draw-habit.ts';
import { scriptedAgent } from '#core/experiments/population/scripted-agent.ts';
import { orderTrials } from '#core/experiments/run/order-trials.ts';
import { playTrial, type TrialWorld } from '#core/experiments/run/play-trial.ts';
import { armWorkspace } from '#core/experiments/run/trial-scenario.ts';
import { nodeFiles } from '#core/files/node-files.ts';
import { silentLogger } from '#core/logger.ts';
import { loadWorkspace } from '#core/workspace/load-workspace.ts';
import { type Arm, armSchema, type Habit } from '#shared/domain/experiment.ts';
import { taskSchema } from '#shared/domain/task.ts';
import { openSkills } from '../../../support/run-skills.ts';
import { searchOn, type TestTool, workspaceFolder } from '../../../support/workspace.ts';

const tools: readonly TestTool[] = [
  { name: 'orders.get', description: 'Show one order.', loading_mode: 'always' },
  { name: 'orders.cancel', description: 'Cancel an order before it is shipped.' },
  { name: 'orders.refund', description: 'Pay the money of an order back.' },
];
const task = taskSchema.parse({
  query: 'The lamp came broken. I want my money.',
  expect: { called: ['orders.refund'] },
  solution: [{ tool: 'orders.refund', args: {}, ask: 'pay money back', mistaken_for: 'orders.cancel' }],
  answer: 'Your money is on its way.',
});
const workspace = () => loadWorkspace(workspaceFolder(tools, searchOn), nodeFiles);
const arm = (fields: Partial<Arm>) => armSchema.parse({ name: 'one', ...fields });

function notedWorld(): TrialWorld {
  const called: { tool: string }[] = [];
  return {
    start: { called: [] },
    snapshot: () => ({ called: [...called] }),
    answer: (tool) => {
      called.push({ tool });
      return { kind: 'result', value: { done: true } };
    },
  };
}

async function played(habit: Habit, fields: Partial<Arm>) {
  const loaded = armWorkspace(await workspace(), arm(fields));
  return playTrial(loaded, task, {
    model: scriptedAgent(task, habit),
    world: notedWorld,
    stopwatch: () => performance.now(),
    callLive: async () => ({ kind: 'error', message: 'not live' }),
    openSkills,
    fts: 'detect',
    logger: silentLogger,
  });
}
const ran = async (habit: Habit, fields: Partial<Arm>) => {
  const { simulation, end } = await played(habit, fields);
  return { called: (end.called ?? []).map((row) => (row as { tool: string }).tool), answer: simulation.answer };
};

describe('a trial', () => {
  it('gives every tool, none, or those of the board, by its arm', async () => {
    const first = async (fields: Partial<Arm>) => (await played('careful', fields)).simulation.steps[0]?.visible;
    expect(await first({ always_loaded: 'all' })).toEqual(expect.arrayContaining(tools.map(({ name }) => name)));
    expect(await first({ always_loaded: 'none' })).not.toContain('orders.get');
    const board = await first({});
    expect(board).toContain('orders.get');
    expect(board).not.toContain('orders.refund');
  });

  it('asks the world before anything else, and tells how it was at the start and is at the end', async () => {
    const { start, end } = await played('careful', { always_loaded: 'none' });
    expect([start, end]).toEqual([{ called: [] }, { called: [{ tool: 'orders.refund' }] }]);
  });

  it('adds up what the provider counted', async () => {
    const agent = scriptedAgent(task, 'careful');
    const { usage, simulation } = await playTrial(armWorkspace(await workspace(), arm({})), task, {
      model: {
        complete: (request) => {
          request.on_usage?.({ input: 10, cached: 4, output: 2 });
          return agent.complete(request);
        },
      },
      world: notedWorld,
      stopwatch: () => 0,
      callLive: async () => ({ kind: 'error', message: 'not live' }),
      openSkills,
      fts: 'detect',
      logger: silentLogger,
    });
    const requests = simulation.steps.length;
    expect(requests).toBeGreaterThan(1);
    expect(usage).toEqual({ input: 10 * requests, cached: 4 * requests, output: 2 * requests });
  });

  it('through the gateway is refused', async () => {
    const loaded = await workspace();
    expect(() => armWorkspace(loaded, arm({ through: 'gateway' }))).toThrow('cannot play an arm through the gateway');
  });
});

describe('a scripted agent', () => {
  it('follows the solution when it is careful, also where it has to search', async () => {
    const expected = { called: ['orders.refund'], answer: 'Your money is on its way.' };
    expect(await ran('careful', { always_loaded: 'all' })).toEqual(expected);
    expect(await ran('careful', { always_loaded: 'none' })).toEqual(expected);
  });

  it('fails by its habit, and only there', async () => {
    const nothing = { called: [], answer: 'I could not do this.' };
    expect(await ran('never_searches', { always_loaded: 'none' })).toEqual(nothing);
    expect((await ran('never_searches', { always_loaded: 'all' })).called).toEqual(['orders.refund']);
    expect(await ran('searches_badly', { always_loaded: 'none' })).toEqual(nothing);
    expect((await ran('mixes_up_twins', { always_loaded: 'all' })).called).toEqual(['orders.cancel']);
    expect(await ran('gives_up', { always_loaded: 'all' })).toEqual(nothing);
  });

  it('has its habit by seed, task and repetition, as often as the weights say', () => {
    const habits = { careful: 3, gives_up: 1 };
    const drawn = Array.from({ length: 4000 }, (_, i) => drawHabit(habits, { seed: 1, task: `${i}`, repetition: 1 }));
    const share = drawn.filter((habit) => habit === 'careful').length / drawn.length;
    expect(Math.abs(share - 0.75)).toBeLessThan(0.03);
    expect(drawHabit(habits, { seed: 1, task: '7', repetition: 1 })).toBe(drawn[7]);
  });
});

describe('the order of trials', () => {
  const arms = ['a', 'b', 'c'].map((name) => ({ name }));
  const names = Array.from({ length: 20 }, (_, i) => `task-${i}`);

  it('has each task under each arm as often as asked, and comes again with its seed', () => {
    const trials = orderTrials(names, { arms, repetitions: 2, seed: 5 });
    const keys = trials.map(({ task: name, arm: one, repetition }) => `${name} ${one} ${repetition}`);
    expect(new Set(keys).size).toBe(20 * 3 * 2);
    expect(keys).toHaveLength(20 * 3 * 2);
    expect(trials.map(({ number }) => number)).toEqual(keys.map((_, i) => i + 1));
    expect(orderTrials(names, { arms, repetitions: 2, seed: 5 })).toEqual(trials);
    expect(orderTrials(names, { arms, repetitions: 2, seed: 6 })).not.toEqual(trials);
  });

  it('keeps the arms of a task together, and no arm always first', () => {
    const trials = orderTrials(names, { arms, repetitions: 2, seed: 5 });
    const blocks = Array.from({ length: 40 }, (_, i) => trials.slice(3 * i, 3 * i + 3));
    for (const block of blocks) {
      expect(new Set(block.map(({ task: name }) => name)).size).toBe(1);
      expect(block.map(({ arm: one }) => one).sort()).toEqual(['a', 'b', 'c']);
    }
    expect(new Set(blocks.map(([first]) => first?.arm)).size).toBe(3);
  });
});
