import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { judgeTask } from '#core/experiments/tasks/judge-task.ts';
import { readTask } from '#core/experiments/tasks/read-task.ts';
import { loadTasks } from '#core/experiments/tasks/task-files.ts';
import { nodeFiles } from '#core/files/node-files.ts';
import type { Simulation } from '#shared/domain/simulation.ts';
import { judgementSchema, taskSchema } from '#shared/domain/task.ts';

const root = mkdtempSync(join(tmpdir(), 'pegboard-tasks-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));
const write = (path: string, text: string) => {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
};

const good = 'query: Cancel it.\nexpect: {called: [orders.cancel]}\n';

describe('a task file', () => {
  it('that is wrong is told place by place, all at once', () => {
    const text =
      'query: ""\ntools:\n  a: {get: x, list: y}\n  b: {insert: x, colour: red}\nexpect: {}\nsolution: [{tol: x}]\n';
    const { task, findings } = readTask(text, 'tasks/x.task.yaml');
    expect(task).toBeNull();
    const places = findings.map(({ code, range, message }) => [code, range?.start.line, message]);
    expect(places).toEqual(
      expect.arrayContaining([
        ['task_invalid', 1, expect.stringContaining('query: ')],
        ['task_invalid', 3, expect.stringContaining('give one of get, list, insert, update, remove')],
        ['task_invalid', 4, expect.stringContaining('there is no such field')],
        ['task_invalid', 5, 'expect: say what success is'],
        ['task_invalid', 6, 'solution.0.tol: there is no such field'],
      ]),
    );
    expect(readTask('query: [', 'x').findings[0]?.code).toBe('task_syntax');
    expect(readTask(good, 'x')).toMatchObject({ task: { query: 'Cancel it.', level: 'medium' }, findings: [] });
  });
});

describe('the tasks of a workspace', () => {
  it('are read each by itself: one that is wrong leaves the others', async () => {
    write('tasks/shop.world.yaml', 'records: {orders: [{id: a}], mails: []}\ntools: {orders.get: {get: orders}}\n');
    write('tasks/bad.world.yaml', 'records: 7\n');
    write('tasks/one.task.yaml', `${good}world: shop.world.yaml\nrecords: {mails: [{id: m}]}\n`);
    write('tasks/deep/two.task.yaml', `${good}world: ../shop.world.yaml\n`);
    write('tasks/broken.task.yaml', 'query: {\n');
    write('tasks/lost.task.yaml', `${good}world: nowhere.world.yaml\n`);
    write('tasks/out.task.yaml', `${good}world: ../../etc/passwd\n`);
    write('tasks/ill.task.yaml', `${good}world: bad.world.yaml\n`);
    write('tasks/typo.task.yaml', 'query: a\nrecords: {orders: []}\nexpect:\n  state:\n    - {in: order, count: 1}\n');
    write('tasks/notes.txt', 'no task');
    symlinkSync('/etc/hostname', join(root, 'tasks/link.task.yaml'));
    const loaded = await loadTasks(root, nodeFiles);
    const brief = Object.fromEntries(
      loaded.map(({ path, task, world, findings }) => [
        path,
        [task !== null, world !== null, findings.map(({ message, range }) => `${range?.start.line ?? ''} ${message}`)],
      ]),
    );
    expect(brief).toEqual({
      'broken.task.yaml': [false, false, [expect.stringMatching(/^\d/)]],
      'deep/two.task.yaml': [true, true, []],
      'ill.task.yaml': [true, false, [expect.stringContaining('1 records: ')]],
      'link.task.yaml': [false, false, [expect.stringContaining('outside the workspace')]],
      'lost.task.yaml': [true, false, [expect.stringContaining('3 world: ')]],
      'one.task.yaml': [true, true, []],
      'out.task.yaml': [true, false, [expect.stringContaining('outside the workspace')]],
      'typo.task.yaml': [true, true, ['5 expect.state.0.in: the world has no collection "order".']],
    });
    const one = loaded.find(({ path }) => path === 'one.task.yaml');
    expect(one?.world?.records).toEqual({ orders: [{ id: 'a' }], mails: [{ id: 'm' }] });
    expect(Object.keys(one?.world?.tools ?? {})).toEqual(['orders.get']);
  });

  it('are none where there is no folder', async () => {
    expect(await loadTasks(join(root, 'tasks/deep'), nodeFiles)).toEqual([]);
  });
});

const simulation = (answer: string | null, ...tools: string[]): Pick<Simulation, 'traces' | 'answer'> => ({
  answer,
  traces: [{ steps: tools.map((tool) => ({ tool, outcome: 'ok' })) }] as unknown as Simulation['traces'],
});

describe('a judgement', () => {
  const start = { orders: [{ id: 'a', status: 'paid', lines: [{ sku: 'MUG', n: 1 }] }], mails: [] };
  const end = { ...start, orders: [{ id: 'a', status: 'cancelled', lines: [{ sku: 'MUG', n: 1 }] }] };
  const judged = (expect_: unknown, played = simulation('Done: ORDER a.', 'orders.get', 'orders.cancel')) =>
    judgeTask(taskSchema.parse({ query: 'x', expect: expect_ }), { start, end, simulation: played });
  const passes = (expect_: unknown, played?: Pick<Simulation, 'traces' | 'answer'>) =>
    judged(expect_, played).map(({ passed }) => passed);

  it('is about the records at the end', () => {
    expect(passes({ state: [{ in: 'orders', where: { id: 'a' }, has: { status: 'cancelled' } }] })).toEqual([true]);
    expect(passes({ state: [{ in: 'orders', has: { lines: [{ sku: 'MUG' }] } }] })).toEqual([true]);
    expect(passes({ state: [{ in: 'orders', where: { id: 'b' }, has: { status: 'cancelled' } }] })).toEqual([false]);
    expect(passes({ state: [{ in: 'orders', has: { status: 'paid' } }] })).toEqual([false]);
    expect(passes({ state: [{ in: 'mails', count: 0 }] })).toEqual([true]);
    expect(passes({ state: [{ in: 'orders', count: 2 }] })).toEqual([false]);
    expect(passes({ only_changes: ['orders'] })).toEqual([true]);
    expect(judged({ only_changes: ['mails'] })[0]?.message).toBe('also changed: orders');
  });

  it('is about calls and the answer', () => {
    expect(passes({ called: ['orders.cancel'], never_called: ['mails.*'] })).toEqual([true, true]);
    expect(passes({ called: ['orders.cancel', 'orders.get'], never_called: ['orders.g*'] })).toEqual([false, false]);
    expect(passes({ answer_contains: 'order A', answer_lacks: 'sorry' })).toEqual([true, true]);
    expect(passes({ answer_contains: 'order b', answer_lacks: ['DONE'] })).toEqual([false, false]);
    expect(passes({ answer_contains: 'a', answer_lacks: 'a' }, simulation(null))).toEqual([false, true]);
  });

  it('says at least one thing', () => {
    expect(judgementSchema.safeParse({}).success).toBe(false);
  });
});
