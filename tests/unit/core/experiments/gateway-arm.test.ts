import { describe, expect, it } from 'vitest';
import { nodeFiles } from '#core/files/node-files.ts';
import type { Services } from '#core/services.ts';
import { findPersona } from '#core/workspace/allowed-tools.ts';
import { demoWorkspaceFiles } from '#core/workspace/demo/demo-workspace.ts';
import { loadWorkspace } from '#core/workspace/load-workspace.ts';
import type { Habit, Trial } from '#shared/domain/experiment.ts';
import { allowedNames } from '#shared/domain/tool-policy.ts';
import { experimentWorkspace } from '../../../support/experiment-workspace.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';
import { testServices, workspaceFolder, write } from '../../../support/workspace.ts';

const board = { name: 'board' };
const gateway = { name: 'gateway', through: 'gateway' };

async function opened(root: string): Promise<Services> {
  const services = await testServices();
  await services.workspace.open({ path: root });
  return services;
}

/** Runs an experiment with agents of one habit, and gives its trials by arm. */
async function played(services: Services, settings: Record<string, unknown>, habit: Habit = 'careful') {
  let id = '';
  const given = { model: { provider: 'scripted', habits: { [habit]: 1 } }, repetitions: 1, ...settings };
  for await (const event of services.experiments.run({ settings: given, consent: false })) id = event.run.id;
  const trials = await services.experiments.trials({ id });
  return { id, trials, byArm: Object.fromEntries(trials.map((trial): [string, Trial] => [trial.arm, trial])) };
}

describe('an arm through the gateway', () => {
  it('is solved as the board is, by the search and the call tools of the gateway', async () => {
    const services = await opened(experimentWorkspace(1));
    const { id, byArm } = await played(services, { arms: [board, gateway] });
    expect(byArm.board).toMatchObject({ success: true, cause: null, wrong_tools: 0 });
    expect(byArm.gateway).toMatchObject({ success: true, cause: null, wrong_tools: 0 });
    expect(byArm.gateway?.tokens.searches.o200k).toBeGreaterThan(0);
    const { simulation, requests } = await services.experiments.trial({ id, number: byArm.gateway?.number ?? 0 });
    expect(simulation?.steps.map(({ tool, action }) => [tool, action?.next_node])).toEqual([
      ['orders.get', 'orders__get'],
      ['tool_search', 'tool_search'],
      ['orders.refund', 'tool_call_destructive'],
      [null, 'final_response'],
    ]);
    expect(simulation?.steps[0]?.visible).toEqual(expect.arrayContaining(['tool_search', 'tool_get', 'orders__get']));
    const search = simulation?.steps[1]?.observation ?? '';
    expect(search).toContain('- orders__refund(id: string) [tool_call_destructive]: Pay the money of an order back.');
    expect(requests[0]?.messages[0]?.content).toContain('- name: tool_call_read');
  });

  it('lists every tool where the arm has all of them, and needs no search', async () => {
    const services = await opened(experimentWorkspace(1));
    const { byArm } = await played(services, { arms: [{ ...gateway, always_loaded: 'all' }] }, 'never_searches');
    expect(byArm.gateway).toMatchObject({ success: true, steps: 3 });
  });

  it.each([
    ['never_searches', 'not_searched'],
    ['searches_badly', 'not_found'],
    ['mixes_up_twins', 'wrong_tool'],
    ['wrong_arguments', 'wrong_arguments'],
    ['gives_up', 'not_called'],
  ] as const)('tells why an agent that %s fails, as without it', async (habit, cause) => {
    const arms = [board, gateway].map((arm) => ({ ...arm, always_loaded: 'none' }));
    const services = await opened(experimentWorkspace(1));
    const { byArm } = await played(services, { arms }, habit);
    const failed = { success: false, cause };
    expect(byArm).toMatchObject({ board: failed, gateway: failed });
  });

  it('gives an error of the world as an error, and runs a tool that needs a person', async () => {
    const root = workspaceFolder(
      [
        { name: 'db.drop', description: 'Drop a table.', risk_level: 'destructive', requires_confirmation: true },
        { name: 'db.fill', description: 'Fill a table with rows.' },
      ],
      'tool_search: {enabled: true, default_loading_mode: deferred}\n',
    );
    write(
      root,
      'tasks/drop.task.yaml',
      `query: Drop the table.
records: {tables: [{name: t}]}
tools: {db.drop: {remove: tables}}
results: {db.fill: [{error: The disk is full.}]}
expect: {state: [{in: tables, count: 0}], called: [db.drop], never_called: [db.rename]}
solution: [{tool: db.fill, ask: fill rows}, {tool: db.drop, ask: drop a table}]
`,
    );
    const services = await opened(root);
    const { id, byArm } = await played(services, { arms: [board, gateway] });
    expect([byArm.board?.success, byArm.gateway?.success]).toEqual([true, true]);
    const { simulation } = await services.experiments.trial({ id, number: byArm.gateway?.number ?? 0 });
    const calls = simulation?.steps.filter(({ tool }) => tool?.startsWith('db.'));
    expect(calls?.map(({ tool, outcome }) => [tool, outcome])).toEqual([
      ['db.fill', 'tool_failed'],
      ['db.drop', 'result'],
    ]);
    expect(calls?.[0]?.observation).toContain('The disk is full.');
  });

  it('refuses skills, which a host of the gateway has none of', async () => {
    const services = await opened(experimentWorkspace(1));
    const plan = services.experiments.plan({ settings: { arms: [{ ...gateway, skills: true }] }, consent: false });
    await expect(plan).rejects.toMatchObject({ code: 'config_invalid', message: expect.stringContaining('gateway') });
  });

  it('is planned by the prompt of its host', async () => {
    const services = await opened(experimentWorkspace(1));
    const tokens = async (arm: object) =>
      (await services.experiments.plan({ settings: { arms: [arm], repetitions: 1 }, consent: false })).tokens ?? 0;
    const { id, byArm } = await played(services, { arms: [gateway] });
    const { requests } = await services.experiments.trial({ id, number: 1 });
    const prompt = requests[0]?.messages[0]?.content.length ?? 0;
    // Four characters are about a token; the plan sends the prompt once for each request.
    expect(await tokens(gateway)).toBeGreaterThan((prompt / 5) * (byArm.gateway?.steps ?? 0));
    expect(await tokens(gateway)).toBeLessThan((prompt / 3) * (byArm.gateway?.steps ?? 0));
  });
});

it.each(['support', 'developer'])(
  'no request of any arm names a tool of the demo that the persona %s may not use',
  async (persona) => {
    const root = temporaryFolder();
    await nodeFiles.writeAll(demoWorkspaceFiles(root));
    const services = await opened(root);
    const { catalog, file } = await loadWorkspace(root, nodeFiles);
    const policies = [file.config.policy];
    const allowed = allowedNames(catalog.tools, { policies, persona: findPersona(file.config, persona) });
    const hidden = catalog.tools.map(({ name }) => name).filter((name) => !allowed.has(name));
    expect(hidden.length).toBeGreaterThan(3);
    const asks = hidden.slice(0, 12).map((name) => ({ tool: name, ask: name.split(/[._]/).join(' ') }));
    write(
      root,
      'tasks/leak.task.yaml',
      `persona: ${persona}
query: Do it.
results: {"*": {value: {done: true}}}
expect: {called: [orders.get]}
solution: ${JSON.stringify(asks)}
`,
    );
    const settings = {
      tasks: ['leak'],
      arms: [board, { name: 'all', always_loaded: 'all' }, { name: 'none', always_loaded: 'none' }, gateway],
    };
    const { id, trials } = await played(services, settings);
    expect(trials).toHaveLength(4);
    const names = hidden.flatMap((name) => [name, name.replaceAll('.', '__')]);
    for (const { number, arm } of trials) {
      const { requests } = await services.experiments.trial({ id, number });
      expect(requests.length).toBeGreaterThan(0);
      const read = requests.flatMap(({ messages }) => messages.filter(({ role }) => role !== 'assistant'));
      const named = names.filter((name) => read.some(({ content }) => content.includes(name)));
      expect([arm, named]).toEqual([arm, []]);
    }
  },
  60_000,
);
