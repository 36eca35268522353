import { describe, expect, it } from 'vitest';
import { nodeFiles } from '#core/files/node-files.ts';
import { silentLogger } from '#core/logger.ts';
import { FileMemory } from '#core/memory/file-memory.ts';
import { ScriptedClient } from '#core/planner/models/scripted-client.ts';
import { createPlannerService, type PlannerServiceOptions } from '#core/planner/planner-service.ts';
import { loadWorkspace } from '#core/workspace/load-workspace.ts';
import type { SimulateEvent } from '#shared/contract/planner.ts';
import type { CallInput, CallResult } from '#shared/domain/live-source.ts';
import { PegboardError } from '#shared/errors.ts';
import { call, done } from '../../../support/planner.ts';
import { openSkills } from '../../../support/run-skills.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';
import { searchOn, testServices, workspaceFolder, write } from '../../../support/workspace.ts';

const memoryOf = (workspace: string) => new FileMemory({ userDataDir: temporaryFolder(), files: nodeFiles, workspace });
const kept = { remember: false, forget: false, record: false };
const scenario = `query: q
script: [{call: files.read, args: {path: a}}, {answer: done}]
live_tools: [files.*]
`;
const answer = (fields: Partial<CallResult>): CallResult => ({
  tool: 'files.read',
  is_error: false,
  content: [],
  tokens: { estimate: 0, o200k: 0 },
  elapsed_ms: 1,
  findings: [],
  ...fields,
});

async function play(text: string, options: Partial<PlannerServiceOptions> & { live?: boolean; agreed?: boolean } = {}) {
  const loaded = await loadWorkspace(
    workspaceFolder([{ name: 'files.read', description: 'Read.' }], searchOn),
    nodeFiles,
  );
  const { live = false, agreed = false, ...rest } = options;
  const quiet = { chunks: false, interactive: false, ...kept };
  const input = { text, path: 'x.scenario.yaml', live, prompts: true, ...quiet, consent: agreed, confirmed: agreed };
  const events: SimulateEvent[] = [];
  const service = createPlannerService({
    loaded: () => loaded,
    openSkills,
    files: nodeFiles,
    newId: () => 'token',
    callTool: async () => answer({}),
    liveModel: async () => new ScriptedClient([done]),
    memoryOf,
    fts: 'detect',
    logger: silentLogger,
    ...rest,
  });
  for await (const event of service.simulate(input)) events.push(event);
  const last = events.at(-1);
  return { events, simulation: last?.type === 'done' ? last.simulation : undefined };
}

describe('the simulation service', () => {
  it('tells prompts, events and steps as they come, then the whole', async () => {
    const { events, simulation } = await play(scenario);
    expect(events.map(({ type }) => type)).toEqual(['prompt', 'event', 'live_call', 'step', 'prompt', 'step', 'done']);
    expect(simulation?.reason).toBe('answer');
  });

  it('calls live tools with what was agreed, and reads their answers', async () => {
    const calls: CallInput[] = [];
    const observation = async (result: CallResult) => {
      const { simulation } = await play(scenario, {
        agreed: true,
        callTool: async (input) => {
          calls.push(input);
          return result;
        },
      });
      return simulation?.steps[0]?.observation;
    };
    const content = [{ type: 'text', text: 'hello' }];
    expect(await observation(answer({ content }))).toBe('{"result":[{"type":"text","text":"hello"}]}');
    expect(await observation(answer({ content, structured_content: { a: 1 } }))).toBe('{"result":{"a":1}}');
    const failed = await observation(answer({ content: [...content, { type: 'image' }], is_error: true }));
    expect(failed).toBe('{"error":{"code":"tool_failed","message":"hello"}}');
    expect(await observation(answer({ is_error: true }))).toContain('The tool failed.');
    expect(calls[0]).toEqual({ tool: 'files.read', args: { path: 'a' }, consent: true, confirmed: true });
  });

  it('ends where somebody must agree first, and says so; other failures are the tool’s', async () => {
    const failing = (code: 'consent_required' | 'server_failed') => ({
      callTool: async () => {
        throw new PegboardError(code, 'Not yet.');
      },
    });
    await expect(play(scenario, failing('consent_required'))).rejects.toMatchObject({ code: 'consent_required' });
    const { simulation } = await play(scenario, failing('server_failed'));
    expect(simulation?.steps[0]).toMatchObject({ outcome: 'tool_failed' });
  });

  it('waits where a run pauses, and goes on as somebody says, for a live tool too', async () => {
    const loaded = await loadWorkspace(
      workspaceFolder([{ name: 'files.drop', risk_level: 'destructive' }], searchOn),
      nodeFiles,
    );
    const calls: CallInput[] = [];
    const service = createPlannerService({
      loaded: () => loaded,
      openSkills,
      files: nodeFiles,
      newId: () => 'token',
      memoryOf,
      callTool: async (input) => {
        calls.push(input);
        return answer({ structured_content: { dropped: true } });
      },
      liveModel: async () => new ScriptedClient([done]),
      fts: 'detect',
      logger: silentLogger,
    });
    const drop = 'query: q\nscript: [{call: files.drop, args: {a: 1}}, {answer: done}]\nlive_tools: [files.*]\n';
    const play = async (interactive: boolean, word: object) => {
      const input = {
        ...kept,
        text: drop,
        path: 'x',
        live: false,
        prompts: false,
        chunks: true,
        consent: true,
        confirmed: false,
      };
      const events: SimulateEvent[] = [];
      for await (const event of service.simulate({ ...input, interactive })) {
        events.push(event);
        if (event.type === 'paused' && event.token !== null) await service.resume({ token: event.token, ...word });
      }
      return events;
    };
    const approved = await play(true, { approved: true });
    expect(approved.find(({ type }) => type === 'paused')).toEqual({
      type: 'paused',
      token: 'token',
      approval: true,
      tool: 'files.drop',
      args: { a: 1 },
      reason: expect.stringContaining('may destroy'),
    });
    expect(approved.filter(({ type }) => type !== 'event').map(({ type }) => type)).toEqual([
      'chunk',
      'step',
      'paused',
      'live_call',
      'resumed',
      'chunk',
      'step',
      'done',
    ]);
    expect(calls).toEqual([{ tool: 'files.drop', args: { a: 1 }, consent: true, confirmed: true }]);
    const last = approved.at(-1);
    expect(last?.type === 'done' && last.simulation.reason).toBe('answer');
    await play(true, { approved: false });
    const scenarioAgrees = `turns: [{query: q, script: [{call: files.drop, args: {a: 1}}]}, {approve: true, script: [{answer: a}]}]
live_tools: [files.*]
`;
    const told = { ...kept, path: 'x', live: false, prompts: false, chunks: false, interactive: true };
    for await (const _ of service.simulate({ ...told, text: scenarioAgrees, consent: true, confirmed: false }));
    expect(calls.splice(1)).toEqual([{ tool: 'files.drop', args: { a: 1 }, consent: true, confirmed: false }]);
    const alone = await play(false, {});
    expect(alone.find(({ type }) => type === 'paused')).toMatchObject({ token: null });
    expect(calls).toHaveLength(1);
    await expect(service.resume({ token: 'token', approved: true })).rejects.toMatchObject({ code: 'unknown_run' });
  });

  it('ends when it is cancelled while it waits', async () => {
    const stop = new AbortController();
    const loaded = await loadWorkspace(
      workspaceFolder([{ name: 'a', requires_confirmation: true }], searchOn),
      nodeFiles,
    );
    const service = createPlannerService({
      loaded: () => loaded,
      openSkills,
      files: nodeFiles,
      newId: () => 'token',
      memoryOf,
      callTool: async () => answer({}),
      liveModel: async () => new ScriptedClient([]),
      fts: 'detect',
      logger: silentLogger,
    });
    const quiet = { ...kept, path: 'x', live: false, prompts: false, chunks: false, consent: false, confirmed: false };
    const input = { ...quiet, text: 'query: q\nscript: [{call: a}]\n', interactive: true };
    const types: string[] = [];
    const reading = async () => {
      for await (const { type } of service.simulate(input, { signal: stop.signal })) {
        types.push(type);
        if (type === 'paused') stop.abort();
      }
    };
    await expect(reading()).rejects.toMatchObject({ code: 'cancelled' });
    await expect(service.resume({ token: 'token', approved: true })).rejects.toMatchObject({ code: 'unknown_run' });
    expect(types).not.toContain('done');
  });

  it('lists the scenarios of the workspace, reads and checks them, and nothing else', async () => {
    const root = workspaceFolder([], searchOn);
    write(root, 'scenarios/b.scenario.yaml', `name: B\ndescription: Two.\n${scenario}`);
    write(root, 'a.scenario.yml', 'query: [');
    write(root, 'scenarios/notes.yaml', 'x: 1');
    const loaded = await loadWorkspace(root, nodeFiles);
    const services = await testServices();
    await services.workspace.open({ path: loaded.root });
    expect(await services.planner.scenarios()).toMatchObject([
      { path: 'a.scenario.yml', name: null, description: null },
      { path: 'scenarios/b.scenario.yaml', name: 'B', description: 'Two.' },
    ]);
    expect((await services.planner.scenario({ path: 'a.scenario.yml' })).text).toBe('query: [');
    await expect(services.planner.scenario({ path: 'pegboard.yaml' })).rejects.toMatchObject({ code: 'usage' });
    await expect(services.planner.scenario({ path: '../x.scenario.yaml' })).rejects.toMatchObject({
      code: 'config_invalid',
    });
    expect(await services.planner.checkScenario({ text: scenario, path: 'x' })).toEqual([]);
    expect(await services.planner.checkScenario({ text: 'query: a\nscript: 7\n', path: 'x' })).toMatchObject([
      { code: 'scenario_invalid', path: 'x', range: { start: { line: 2, column: 1 } } },
    ]);
  });

  it('plays a live model where the scenario names one', async () => {
    const model = 'model: {provider: openai, model: m}\n';
    const asked: unknown[] = [];
    const { simulation } = await play(`${scenario}${model}`, {
      live: true,
      liveModel: async (choice) => {
        asked.push(choice);
        return new ScriptedClient([call('files.read', { path: 'b' }), call('final_response', { answer: 'live' })]);
      },
    });
    expect([simulation?.answer, asked]).toEqual(['live', [{ provider: 'openai', model: 'm' }]]);
    await expect(play(scenario, { live: true })).rejects.toMatchObject({ code: 'scenario_invalid' });
    await expect(play('query: [')).rejects.toMatchObject({ code: 'scenario_syntax' });
  });
});
