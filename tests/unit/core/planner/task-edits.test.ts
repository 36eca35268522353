import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { experimentWorkspace } from '../../../support/experiment-workspace.ts';
import { testServices, write } from '../../../support/workspace.ts';

const scenario = 'query: q\nscript: [{answer: done}]\n';

async function opened({ watch = false } = {}) {
  const root = experimentWorkspace(1);
  write(root, 'scenarios/first.scenario.yaml', scenario);
  const services = await testServices({ watch });
  await services.workspace.open({ path: root });
  return { root, services, file: (path: string) => readFileSync(join(root, path), 'utf8') };
}

const refund = 'tasks/refund-1.task.yaml';

describe('the tasks and worlds of a workspace', () => {
  it('are listed after the scenarios, and only where all three are asked for', async () => {
    const { root, services } = await opened();
    write(root, 'tasks/deep/er/named.task.yaml', 'name: Named\nquery: q\nexpect: {answer_contains: a}\n');
    write(root, 'tasks/broken.task.yaml', 'query: [');
    write(root, 'elsewhere.task.yaml', 'query: q\nexpect: {answer_contains: a}\n');
    const listed = await services.scenarios.list();
    expect(listed.map(({ kind, path, name }) => [kind, path, name])).toEqual([
      ['scenario', 'scenarios/first.scenario.yaml', null],
      ['task', 'tasks/broken.task.yaml', null],
      ['task', 'tasks/deep/er/named.task.yaml', 'Named'],
      ['task', refund, null],
      ['world', 'tasks/shop.world.yaml', null],
    ]);
    expect(listed.find(({ path }) => path === refund)?.description).toBe('Lamp 1 came broken. Pay it back.');
    expect((await services.planner.scenarios()).map(({ path }) => path)).toEqual(['scenarios/first.scenario.yaml']);
    const { tasks } = await services.experiments.generate({ from: 'scenarios', apply: false });
    expect(tasks.every(({ path }) => path.includes('first'))).toBe(true);
  });

  it('are written only over the text that the editor began with, below tasks, and never as a scenario', async () => {
    const { services, file } = await opened();
    const { hash, text } = await services.planner.scenario({ path: refund });
    await services.scenarios.save({ path: refund, text: `${text}# more\n`, expected_hash: hash });
    expect(file(refund)).toBe(`${text}# more\n`);
    const stale = services.scenarios.save({ path: refund, text: 'x', expected_hash: hash });
    await expect(stale).rejects.toMatchObject({ code: 'file_changed' });
    for (const path of ['a.task.yaml', 'tasks/../a.task.yaml', 'scenarios/a.world.yaml', '../tasks/a.task.yaml']) {
      const saving = services.scenarios.save({ path, text: 'x', expected_hash: null });
      await expect(saving, path).rejects.toMatchObject({ code: 'usage' });
    }
    const playing = async () => {
      for await (const _ of services.planner.simulate({ ...golden, text: scenario, path: refund }));
    };
    await expect(playing()).rejects.toMatchObject({ code: 'usage' });
    expect(file(refund)).toBe(`${text}# more\n`);
  });

  it('are made from a template that solves itself, copied beside their original, and removed', async () => {
    const { services, file } = await opened();
    const made = await services.scenarios.create({ name: 'Pay: back', kind: 'task' });
    expect(made.path).toBe('tasks/pay-back.task.yaml');
    const { findings, played } = await services.experiments.checkTask({ ...made, play: true });
    expect(findings).toEqual([]);
    expect(played?.solution?.map(({ passed }) => passed)).toEqual([true]);
    expect(played?.nothing?.map(({ passed }) => passed)).toEqual([false]);
    const world = await services.scenarios.create({ name: 'shop', kind: 'world' });
    expect(world.path).toBe('tasks/shop-2.world.yaml');
    expect(await services.experiments.checkTask({ ...world, play: true })).toEqual({ findings: [], played: null });
    await services.scenarios.save({ path: 'tasks/deep/a.task.yaml', text: file(refund), expected_hash: null });
    const copy = await services.scenarios.create({ name: 'a', like: 'tasks/deep/a.task.yaml' });
    expect(copy.path).toBe('tasks/deep/a-2.task.yaml');
    const { path, hash, text } = copy;
    expect(await services.scenarios.remove({ path, expected_hash: hash })).toEqual({ path, text, hash });
    expect((await services.scenarios.list()).map((one) => one.path)).not.toContain(path);
  });

  it('are told as they change on disk, also in a folder that is new', async () => {
    const { services, root } = await opened({ watch: true });
    const stop = new AbortController();
    const told = services.scenarios.watch({ signal: stop.signal });
    const until = async (path: string) => {
      for (;;) {
        const { value, done } = await told.next();
        if (done) throw new Error('The list ended.');
        if (value?.some((one) => one.path === path)) return;
      }
    };
    await until(refund);
    write(root, 'tasks/new/one.task.yaml', 'query: q\nexpect: {answer_contains: a}\n');
    await until('tasks/new/one.task.yaml');
    // The first of these may be read together with the one before; the others are told by the new folder alone.
    for (const name of ['two', 'three', 'four']) {
      write(root, `tasks/new/${name}.task.yaml`, 'query: q\nexpect: {answer_contains: a}\n');
      await until(`tasks/new/${name}.task.yaml`);
    }
    stop.abort();
    expect((await told.next()).done).toBe(true);
  });
});

const golden = {
  ...{ live: false, prompts: false, chunks: false, interactive: false, remember: false, forget: false },
  ...{ record: false, consent: false, confirmed: false, golden: 'write' as const },
};

describe('the check of a task that need not be saved', () => {
  it('says what the solution and doing nothing come to', async () => {
    const { services, file } = await opened();
    const check = (text: string, play = true) => services.experiments.checkTask({ path: refund, text, play });
    const right = await check(file(refund));
    expect(right.played?.solution?.every(({ passed }) => passed)).toBe(true);
    expect(right.played?.nothing?.every(({ passed }) => passed)).toBe(false);
    const wrong = await check(file(refund).replace('state: refunded', 'state: lost'));
    expect(wrong.played?.solution?.[0]).toMatchObject({ expectation: 'state', passed: false });
    const idle = await check(file(refund).replace('state: refunded', 'state: sent'));
    expect(idle.played?.nothing?.every(({ passed }) => passed)).toBe(true);
    expect((await check(file(refund), false)).played).toBeNull();
    const unsolved = await check(file(refund).replace(/^solution: .*$/m, ''));
    expect(unsolved.played?.solution).toBeNull();
    expect((await check(`${file(refund)}live_tools: ["orders.*"]\n`)).played).toBeNull();
  });

  it('names the place of each mistake, in the world too, and plays nothing then', async () => {
    const { services, root, file } = await opened();
    const check = (text: string) => services.experiments.checkTask({ path: refund, text, play: true });
    const { findings, played } = await check(`${file(refund)}levels: easy\n`);
    expect(played).toBeNull();
    expect(findings).toMatchObject([{ severity: 'error', path: refund, range: { start: { line: 9 } } }]);
    write(root, 'tasks/shop.world.yaml', 'records: 7\n');
    const ofWorld = await check(file(refund));
    expect(ofWorld).toMatchObject({ played: null, findings: [{ path: 'tasks/shop.world.yaml' }] });
    const world = await services.experiments.checkTask({
      ...{ path: 'tasks/shop.world.yaml', text: 'name: a\nrecords: 7\n', play: true },
    });
    expect(world.findings).toMatchObject([{ code: 'task_invalid', range: { start: { line: 2 } } }]);
  });
});
