import { expect, it } from 'vitest';
import type { Services } from '#core/services.ts';
import { fixtureServer } from '../support/mcp-servers.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { searchOn, testServices, write } from '../support/workspace.ts';

const arms = [{ name: 'board' }, { name: 'gateway', through: 'gateway' }];

async function run(services: Services, consent: boolean): Promise<string> {
  let id = '';
  const settings = { arms, repetitions: 1, model: { provider: 'scripted', habits: { careful: 1 } } };
  for await (const event of services.experiments.run({ settings, consent })) id = event.run.id;
  return id;
}

it('calls live tools at their server once the user agreed, and none that a person must confirm', async () => {
  const root = temporaryFolder();
  write(root, 'pegboard.yaml', searchOn);
  write(
    root,
    'tasks/live.task.yaml',
    `query: Count, then destroy.
live_tools: ["srv.*"]
expect: {called: [srv.checks], answer_contains: Done}
solution: [{tool: srv.checks, args: {count: 3}}, {tool: srv.destroys}]
answer: Done.
`,
  );
  const importing = await testServices({ userDataDir: temporaryFolder() });
  await importing.workspace.open({ path: root });
  const [command = '', ...args] = fixtureServer('calls');
  const source = { connection: { command, args }, source: 'srv', apply: true, consent: true };
  for await (const _ of importing.sources.importMcp(source));

  // Another account of the computer, where nobody agreed to the server.
  const services = await testServices({ userDataDir: temporaryFolder() });
  await services.workspace.open({ path: root });
  await expect(run(services, false)).rejects.toMatchObject({ code: 'consent_required' });
  const [refused] = await services.experiments.list();
  expect(refused).toMatchObject({ state: 'stopped', trials: { done: 0, failed: 0, all: 2 } });

  const id = await run(services, true);
  const trials = await services.experiments.trials({ id });
  expect(trials.map(({ arm, success }) => [arm, success]).toSorted()).toEqual([
    ['board', true],
    ['gateway', true],
  ]);
  for (const { number } of trials) {
    const { simulation } = await services.experiments.trial({ id, number });
    // The planner pauses before a call that may destroy something, and a trial agrees; the gateway refuses it at once.
    const traces = simulation?.traces ?? [];
    const resumed = traces.flatMap(({ resumptions }) => resumptions ?? []);
    const calls = traces
      .flatMap(({ steps }) => steps)
      .filter(({ tool }) => tool?.startsWith('srv.'))
      .map((step) => resumed.find((one) => one.step === step.index) ?? step);
    expect(calls.map(({ tool, outcome }) => [tool, outcome])).toEqual([
      ['srv.checks', 'result'],
      ['srv.destroys', 'tool_failed'],
    ]);
    expect(calls[0]?.observation).toContain('{"count":3}');
    expect(calls[1]?.observation).toContain('A person must confirm each call of this tool');
  }
}, 120_000);
