import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { SimulateEvent, SimulateInput } from '#shared/contract/planner.ts';
import type { ScenarioChange } from '#shared/domain/scenario-edit.ts';
import { changeScenario } from '#shared/text/change-scenario.ts';
import { scenarioFolder, simulateInput } from '../../../support/simulate-input.ts';
import { testServices, write } from '../../../support/workspace.ts';

const text = `# Two steps.
name: first # kept
query: q
script: [{call: files.read, args: {path: a}}, {answer: done}]
results: {files.read: {value: 1}}
`;

async function opened(options: { watch?: boolean } = {}) {
  const root = scenarioFolder({ 'scenarios/first.scenario.yaml': text });
  const services = await testServices(options);
  await services.workspace.open({ path: root });
  const file = (path: string) => readFileSync(join(root, path), 'utf8');
  const play = async (input: Partial<SimulateInput>) => {
    const events: SimulateEvent[] = [];
    for await (const event of services.planner.simulate({ ...simulateInput, text, ...input })) events.push(event);
    const done = events.at(-1);
    return { events, done: done?.type === 'done' ? done : null };
  };
  return { root, services, file, play };
}

describe('the scenarios of a workspace', () => {
  it('are written only over the text that the editor began with, and nowhere else', async () => {
    const { services, file, root } = await opened();
    const path = 'scenarios/first.scenario.yaml';
    const { hash } = await services.planner.scenario({ path });
    const saved = await services.scenarios.save({ path, text: `${text}# more\n`, expected_hash: hash });
    expect(file(path)).toBe(`${text}# more\n`);
    await expect(services.scenarios.save({ path, text: 'x', expected_hash: hash })).rejects.toMatchObject({
      code: 'file_changed',
      data: { hash: saved.hash },
    });
    await expect(services.scenarios.save({ path, text: 'x', expected_hash: null })).rejects.toMatchObject({
      code: 'file_changed',
    });
    expect(file(path)).toBe(`${text}# more\n`);
    const elsewhere = ['pegboard.yaml', 'scenarios/a.yaml', '../a.scenario.yaml', '.git/a.scenario.yaml'];
    for (const other of elsewhere) {
      const saving = services.scenarios.save({ path: other, text: 'x', expected_hash: null });
      await expect(saving, other).rejects.toMatchObject({ code: expect.stringMatching(/^(usage|config_invalid)$/) });
    }
    expect(existsSync(join(root, '../a.scenario.yaml'))).toBe(false);
  });

  it('keep their byte-order mark', async () => {
    const { services, file, root } = await opened();
    const path = 'scenarios/marked.scenario.yaml';
    write(root, path, `\ufeff${text}`);
    const { hash } = await services.planner.scenario({ path });
    await services.scenarios.save({ path, text: 'query: q\n', expected_hash: hash });
    expect(file(path)).toBe('\ufeffquery: q\n');
  });

  it('are made from an example or as a copy, in a free file named after them, and removed', async () => {
    const { services, file } = await opened();
    const made = await services.scenarios.create({ name: 'Erase: twice' });
    expect(made.path).toBe('scenarios/erase-twice.scenario.yaml');
    expect(await services.planner.checkScenario(made)).toEqual([]);
    const copy = await services.scenarios.create({ name: 'first', like: 'scenarios/first.scenario.yaml' });
    expect(copy.path).toBe('scenarios/first-2.scenario.yaml');
    const again = await services.scenarios.create({ name: 'Second', like: 'scenarios/first.scenario.yaml' });
    expect(file(again.path)).toBe(text.replace('first', 'Second'));
    const { path, hash } = again;
    await expect(services.scenarios.remove({ path, expected_hash: 'x' })).rejects.toMatchObject({
      code: 'file_changed',
    });
    expect(await services.scenarios.remove({ path, expected_hash: hash })).toEqual({ path, text: again.text, hash });
    expect((await services.planner.scenarios()).map((one) => one.path)).not.toContain(path);
  });

  it('have one field edited, and keep every other byte', () => {
    const edit = (change: ScenarioChange, from = text) => ({ text: changeScenario(from, [change], 'x') });
    const query: ScenarioChange = { act: 'set', path: ['query'], value: 'other' };
    expect(edit(query).text).toBe(text.replace('query: q', 'query: other'));
    const withPersona = edit({ act: 'set', path: ['persona'], value: 'support' });
    expect(withPersona.text).toContain('persona: support');
    expect(edit({ act: 'remove', path: ['persona'] }, withPersona.text).text).toBe(text);
    expect(() => edit(query, 'query: [')).toThrow(expect.objectContaining({ code: 'scenario_syntax' }));
  });

  it('begin with a text of their own: a question and an answer that play, and nothing of another file', async () => {
    const { services, file, play } = await opened();
    const { path } = await services.scenarios.create({ name: 'Mine' });
    expect(file(path)).toMatch(/^name: Mine\nquery: /);
    expect(file(path)).not.toMatch(/#|echo|pegboard|scenarios\//);
    const { done } = await play({ path, text: file(path) });
    expect(done?.simulation).toMatchObject({ reason: 'answer', passed: true, findings: [] });
  });

  it('are told as they change, on disk too', async () => {
    const { services, root } = await opened({ watch: true });
    const stop = new AbortController();
    const told = services.scenarios.watch({ signal: stop.signal });
    const next = async () => (await told.next()).value?.map(({ path }) => path);
    expect(await next()).toEqual(['scenarios/first.scenario.yaml']);
    await services.scenarios.create({ name: 'new' });
    expect(await next()).toEqual(['scenarios/first.scenario.yaml', 'scenarios/new.scenario.yaml']);
    write(root, 'scenarios/other.scenario.yaml', text);
    expect(await next()).toContain('scenarios/other.scenario.yaml');
    stop.abort();
    expect((await told.next()).done).toBe(true);
  });
});

describe('a simulation of a scenario file', () => {
  it('compares with the golden trace beside it, and writes that', async () => {
    const { play, file } = await opened();
    const path = 'scenarios/first.scenario.yaml';
    expect((await play({ path })).done?.golden).toBeNull();
    expect((await play({ path, golden: 'compare' })).done?.golden).toEqual({ state: 'none', changes: [] });
    expect((await play({ path, golden: 'write' })).done?.golden?.state).toBe('written');
    expect(file('scenarios/first.trace.json')).toContain('pegboard.golden/1');
    expect((await play({ path, golden: 'compare' })).done?.golden?.state).toBe('same');
    const other = await play({ path, golden: 'compare', text: text.replace('answer: done', 'answer: other') });
    expect(other.done?.golden?.state).toBe('changed');
    expect(other.done?.golden?.changes.some((change) => change.text.includes('other'))).toBe(true);
    expect((await play({ path, golden: 'compare', profile: 'all-tools' })).done?.golden).toBeNull();
    await expect(play({ path, golden: 'write', profile: 'all-tools' })).rejects.toMatchObject({ code: 'usage' });
    await expect(play({ path: '../x.scenario.yaml', golden: 'write' })).rejects.toMatchObject({
      code: 'config_invalid',
    });
  });

  it('runs under another profile than its own', async () => {
    const { play } = await opened();
    const steps = async (profile?: string) => (await play({ profile })).done?.simulation.steps[0]?.visible;
    expect(await steps()).not.toContain('files.read');
    expect(await steps('all-tools')).toEqual(['files.read']);
    await expect(play({ profile: 'nobody' })).rejects.toMatchObject({ code: 'unknown_profile' });
  });

  it('tells with each prompt what is sent after it, each message once', async () => {
    const { play } = await opened();
    const { events } = await play({ prompts: true });
    const sent = events.flatMap((event) => (event.type === 'prompt' ? [event.messages] : []));
    expect(sent.map(({ kept }) => kept)).toEqual([0, 1]);
    expect(sent[0]?.added).toEqual([{ role: 'user', content: 'q' }]);
    expect(sent[1]?.added.map(({ role }) => role)).toEqual(['assistant', 'user']);
  });
});
