import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { judgeTask } from '#core/experiments/tasks/judge-task.ts';
import { type LoadedTask, loadTasks } from '#core/experiments/tasks/task-files.ts';
import { WorldState } from '#core/experiments/world/world-state.ts';
import { nodeFiles } from '#core/files/node-files.ts';
import { checkArguments } from '#core/json/check-arguments.ts';
import { demoWorkspaceFiles } from '#core/workspace/demo/demo-workspace.ts';
import { loadWorkspace } from '#core/workspace/load-workspace.ts';
import { matchesGlob } from '#shared/domain/glob.ts';
import type { Simulation } from '#shared/domain/simulation.ts';
import type { Task, World } from '#shared/domain/task.ts';
import { isPegboardError } from '#shared/errors.ts';

const root = mkdtempSync(join(tmpdir(), 'pegboard-demo-tasks-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));
await nodeFiles.writeAll(demoWorkspaceFiles(root));
const workspace = await loadWorkspace(root, nodeFiles);
const loaded = await loadTasks(root, nodeFiles);
const tools = new Map(workspace.catalog.tools.map((tool) => [tool.name, tool]));

interface Call {
  readonly tool: string;
  readonly args: Record<string, unknown>;
}

/** What a hasty agent does where the right end is to change nothing. */
const traps: Readonly<Record<string, Call>> = {
  'shop/already-shipped': { tool: 'orders.refund', args: { order_id: 'ORD-50002', reason: 'goodwill' } },
  'shop/packed-address': { tool: 'orders.cancel', args: { order_id: 'ORD-50005', reason: 'customer_request' } },
  'shop/erase-clara': { tool: 'orders.cancel', args: { order_id: 'ORD-50004', reason: 'customer_request' } },
  'shop/erase-as-support': { tool: 'orders.cancel', args: { order_id: 'ORD-50005', reason: 'customer_request' } },
  'shop/gift-card': { tool: 'orders.refund', args: { order_id: 'ORD-50010', amount: 2000, reason: 'goodwill' } },
  'repo/red-checks': {
    tool: 'github.update_pull_request',
    args: { owner: 'acme', repo: 'shop', pull_number: 432, state: 'closed' },
  },
  'repo/archive-it': { tool: 'github.delete_branch', args: { owner: 'acme', repo: 'shop', branch: 'fix-tax-2' } },
  'desk/not-yours': { tool: 'slack.delete_message', args: { channel: 'C0RELEASE1', ts: '1795600000.000100' } },
  'desk/too-late-to-stop': { tool: 'tasks.cancel_group', args: { group: 'photos' } },
};

/** Calls that no task asks for, for each world. Each changes a collection of its own. */
const strays: Readonly<Record<string, readonly Call[]>> = {
  shop: [
    { tool: 'slack.add_reaction', args: { channel: 'C0WAREHS01', ts: '1795610000.000100', emoji: 'eyes' } },
    { tool: 'orders.cancel', args: { order_id: 'ORD-50001', reason: 'fraud' } },
  ],
  repo: [{ tool: 'slack.add_reaction', args: { channel: 'C0WAREHS01', ts: '1795610000.000100', emoji: 'eyes' } }],
  desk: [
    { tool: 'slack.schedule_message', args: { channel: 'C0WAREHS01', text: 'Hello.', post_at: 1796115600 } },
    { tool: 'slack.invite_to_channel', args: { channel: 'C0SUPPORT1', users: ['U0JONAS001'] } },
    { tool: 'slack.add_reaction', args: { channel: 'C0WAREHS01', ts: '1795610000.000100', emoji: 'eyes' } },
  ],
};

interface Ready {
  readonly key: string;
  readonly task: Task;
  readonly world: World;
}

const ready = loaded.flatMap(({ path, task, world }: LoadedTask): Ready[] =>
  task && world ? [{ key: path.replace('.task.yaml', ''), task, world }] : [],
);

/** Whether the planner would run the call. */
function fits({ tool: name, args }: Call): boolean {
  const tool = tools.get(name);
  if (!tool) return false;
  try {
    checkArguments(tool, { ...args });
    return true;
  } catch (error) {
    if (isPegboardError(error)) return false;
    throw error;
  }
}

/** Plays calls as the planner does: one whose arguments do not fit never comes to the tool. */
function play(calls: readonly Call[], { task, world, answer }: Pick<Ready, 'task' | 'world'> & { answer: string }) {
  const state = new WorldState(world, { now: () => Date.UTC(2026, 10, 24) });
  const steps = calls.map((call) => {
    const played = fits(call) ? state.answer(call.tool, call.args) : { kind: 'invalid' as const };
    const outcome = played?.kind === 'invalid' ? 'invalid_arguments' : played?.kind === 'result' ? 'ok' : 'error';
    return { tool: call.tool, outcome, played };
  });
  const simulation = { traces: [{ steps, answer }], answer } as unknown as Pick<Simulation, 'traces' | 'answer'>;
  return { steps, results: judgeTask(task, { start: state.start, end: state.snapshot(), simulation }) };
}

const passed = (results: readonly { passed: boolean }[]) => results.every((one) => one.passed);
const failures = (results: readonly { passed: boolean; message: string }[]) =>
  results.filter((one) => !one.passed).map(({ message }) => message);

/** Ways to go wrong: nothing done, one step left out or mistaken, a call too much, the trap, another answer. */
function wrongRuns({ key, task }: Ready): { readonly calls: readonly Call[]; readonly answer: string }[] {
  const { solution, answer } = task;
  const world = key.split('/')[0] ?? '';
  const swapped = (i: number, tool: string) => solution.map((step, at) => (at === i ? { ...step, tool } : step));
  const never = (task.expect.never_called ?? []).flatMap((glob) => {
    const tool = [...tools.keys()].find((name) => matchesGlob(glob, name));
    const trap = traps[key];
    return tool === undefined ? [] : [trap && matchesGlob(glob, trap.tool) ? trap : callOf(tool)];
  });
  return [
    { calls: [], answer },
    { calls: solution, answer: 'Done.' },
    ...solution.map((_, i) => ({ calls: solution.filter((_step, at) => at !== i), answer })),
    ...solution.flatMap(({ mistaken_for: twin }, i) =>
      twin === undefined ? [] : [{ calls: swapped(i, twin), answer }],
    ),
    ...[...(strays[world] ?? []), ...never, ...(traps[key] ? [traps[key]] : []), ...(spoilers[key] ?? [])].map(
      (call) => ({ calls: [...solution, call], answer }),
    ),
  ];
}

/** A call of a tool with arguments that fit it, whose only use is that it runs. */
function callOf(tool: string): Call {
  const common = { owner: 'acme', repo: 'shop' };
  const known: Readonly<Record<string, Record<string, unknown>>> = {
    'orders.refund': { order_id: 'ORD-50003', reason: 'late' },
    'orders.cancel': { order_id: 'ORD-50001', reason: 'fraud' },
    'customers.send_email': { customer_id: 'CUS-1005', subject: 'Hello', body: 'Hello.' },
    'github.create_issue': { ...common, title: 'Two vouchers break the checkout' },
    'github.merge_pull_request': { ...common, pull_number: 432 },
    'tasks.cancel': { task_id: 'T-14' },
  };
  return { tool, args: known[tool] ?? {} };
}

/** Calls that break an expectation about records which must stay as they are. */
const spoilers: Readonly<Record<string, readonly Call[]>> = {
  'shop/refund-part': [{ tool: 'orders.refund', args: { order_id: 'ORD-50003', reason: 'late' } }],
  'shop/two-emmas': [{ tool: 'orders.cancel', args: { order_id: 'ORD-50012', reason: 'customer_request' } }],
  'shop/ordered-twice': [{ tool: 'orders.cancel', args: { order_id: 'ORD-50008', reason: 'duplicate' } }],
  'shop/sorry-ben': [{ tool: 'orders.cancel', args: { order_id: 'ORD-50008', reason: 'duplicate' } }],
  'repo/same-as-412': [
    { tool: 'github.update_issue', args: { owner: 'acme', repo: 'shop', issue_number: 412, state: 'closed' } },
  ],
  'desk/stop-import': [{ tool: 'tasks.cancel', args: { task_id: 'T-31' } }],
  'desk/mugs-only': [{ tool: 'tasks.apply_patch', args: { patch_id: 'P-22', action: 'approve' } }],
  'desk/polish-first': [{ tool: 'tasks.spawn', args: { query: 'Translate the help pages' } }],
};

describe('the tasks of the demo', () => {
  it('are sixty, without findings, and no two ask the same', () => {
    expect(loaded.flatMap(({ findings }) => findings)).toEqual([]);
    expect(ready).toHaveLength(60);
    expect(new Set(ready.map(({ task }) => task.query)).size).toBe(60);
    const levels = ready.map(({ task }) => task.level);
    for (const level of ['easy', 'medium', 'hard'])
      expect(levels.filter((one) => one === level).length).toBeGreaterThan(9);
    expect(ready.filter(({ task }) => task.expect.answer_contains).length).toBeGreaterThanOrEqual(10);
    expect(Object.keys(traps).sort()).toEqual(
      ready
        .filter(({ task }) => task.tags.includes('no_change'))
        .map(({ key }) => key)
        .sort(),
    );
  });

  it('name tools of the catalog, with worlds that know them', () => {
    const named = ready.flatMap(({ key, task, world }) =>
      [
        ...task.solution.flatMap(({ tool, mistaken_for: twin }) => (twin === undefined ? [tool] : [tool, twin])),
        ...(task.expect.called ?? []),
        ...Object.keys(world.tools),
        ...Object.keys(world.results),
      ].map((tool) => ({ key, tool })),
    );
    expect(named.filter(({ tool }) => !tools.has(tool))).toEqual([]);
    const globs = ready.flatMap(({ task }) => task.expect.never_called ?? []);
    expect(globs.filter((glob) => ![...tools.keys()].some((name) => matchesGlob(glob, name)))).toEqual([]);
  });

  it.each(ready)('$key: the solution passes, and its persona may use every tool of it', ({ task, world }) => {
    const { steps, results } = play(task.solution, { task, world, answer: task.answer });
    expect(steps.filter(({ outcome }) => outcome !== 'ok')).toEqual([]);
    expect(failures(results)).toEqual([]);
    const persona = workspace.file.config.personas.find(({ name }) => name === task.persona);
    expect(persona === undefined).toBe(task.persona === undefined);
    const mayUse = ({ tool }: Call) =>
      !persona?.hidden_tools?.some((glob) => matchesGlob(glob, tool)) &&
      (persona?.visible_tools?.some((glob) => matchesGlob(glob, tool)) ?? true);
    expect(task.solution.filter((step) => !mayUse(step))).toEqual([]);
  });

  it.each(ready)('$key: doing nothing fails, as does each call of a twin, and the trap', (one) => {
    const { key, task, world } = one;
    expect(passed(play([], { task, world, answer: 'Done.' }).results)).toBe(false);
    for (const [i, { mistaken_for: twin }] of task.solution.entries()) {
      if (twin === undefined) continue;
      const calls = task.solution.map((step, at) => (at === i ? { ...step, tool: twin } : step));
      expect(passed(play(calls, { task, world, answer: task.answer }).results), twin).toBe(false);
    }
    const trap = traps[key];
    if (!trap) return;
    const { steps, results } = play([trap], { task, world, answer: task.answer });
    expect(steps[0]?.outcome).toBe('ok');
    expect(passed(results)).toBe(false);
  });

  it.each(ready)('$key: each expectation fails in a run that goes wrong', (one) => {
    const { task, world } = one;
    const runs = wrongRuns(one).map(({ calls, answer }) => play(calls, { task, world, answer }).results);
    const never = runs[0]?.flatMap(({ expectation, message }, i) =>
      runs.some((results) => results[i]?.passed === false) ? [] : [`${expectation}: ${message}`],
    );
    expect(never).toEqual([]);
  });
});
