import { describe, expect, it } from 'vitest';
import { nodeFiles } from '#core/files/node-files.ts';
import { silentLogger } from '#core/logger.ts';
import { FileMemory } from '#core/memory/file-memory.ts';
import { type PlannerServiceOptions, simulateScenario } from '#core/planner/planner-service.ts';
import { ScriptedClient } from '#core/planner/scripted-client.ts';
import { loadWorkspace } from '#core/workspace/load-workspace.ts';
import type { SimulateEvent } from '#shared/contract/planner.ts';
import type { CallInput, CallResult } from '#shared/domain/live-source.ts';
import { PegboardError } from '#shared/errors.ts';
import { call, done } from '../../../support/planner.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';
import { searchOn, workspaceFolder } from '../../../support/workspace.ts';

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
  const kept = { remember: false, forget: false };
  const input = { text, path: 'x.scenario.yaml', live, prompts: true, ...kept, consent: agreed, confirmed: agreed };
  const userDataDir = temporaryFolder();
  const events: SimulateEvent[] = [];
  const stream = simulateScenario(() => loaded, input, {
    callTool: async () => answer({}),
    liveModel: async () => new ScriptedClient([done]),
    memoryOf: (workspace) => new FileMemory({ userDataDir, files: nodeFiles, workspace }),
    fts: 'detect',
    logger: silentLogger,
    ...rest,
  });
  for await (const event of stream) events.push(event);
  const last = events.at(-1);
  return { events, simulation: last?.type === 'done' ? last.simulation : undefined };
}

describe('the simulation service', () => {
  it('tells prompts, events and steps as they come, then the whole', async () => {
    const { events, simulation } = await play(scenario);
    expect(events.map(({ type }) => type)).toEqual(['prompt', 'event', 'step', 'prompt', 'step', 'done']);
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
