import { describe, expect, it } from 'vitest';
import { nodeFiles } from '#core/files/node-files.ts';
import { silentLogger } from '#core/logger.ts';
import { simulate } from '#core/planner/scenario/simulate.ts';
import { messagesOf } from '#core/planner/styles/history.ts';
import { triageScenario } from '#core/workspace/demo/shipped-scenarios.ts';
import { type LoadedWorkspace, loadWorkspace } from '#core/workspace/load-workspace.ts';
import type { Simulation } from '#shared/domain/simulation.ts';
import { readScenario, scenarioOf } from '#shared/text/read-scenario.ts';
import { demoWorkspace } from '../../../support/demo-catalog.ts';
import { openSkills } from '../../../support/run-skills.ts';
import { searchOn, workspaceFolder } from '../../../support/workspace.ts';

const historyMode = 'config: {tool_search: {history: {enabled: true}}}\n';
const triageWithHistory = triageScenario.replace(
  /^config: .*$/m,
  'config: {skills: {enabled: false}, tool_search: {history: {enabled: true}}}',
);

function play(workspace: LoadedWorkspace, text: string, history?: unknown): Promise<Simulation> {
  return simulate(workspace, scenarioOf(readScenario(text, 'test.scenario.yaml')), {
    callLive: async () => ({ kind: 'error', message: 'not live' }),
    openSkills,
    fts: 'detect',
    logger: silentLogger,
    ...(history === undefined ? {} : { history: { value: history, path: 'messages.json' } }),
  });
}

/** Everything that was said in a run, as its model read it. */
function messagesIn({ traces }: Simulation) {
  return traces.flatMap((trace) => messagesOf(trace, []));
}

/** Events without their times, which begin anew with each run. */
const eventsIn = ({ traces }: Simulation) =>
  traces.flatMap(({ events }) => events).map(({ event_type, payload }) => ({ event_type, payload }));

describe('a run in history mode', () => {
  it('is cut at each message of the shipped scenario and goes on the same; after the last there is nothing to do (R18.01)', async () => {
    const demo = await demoWorkspace();
    const whole = await play(demo, triageWithHistory);
    expect(whole).toMatchObject({ reason: 'answer', answer: 'It is issue 412; I added a comment.', findings: [] });
    const messages = messagesIn(whole);
    expect(messages).toHaveLength(10);
    for (let cut = 1; cut < messages.length; cut++) {
      const rest = await play(demo, triageWithHistory, messages.slice(0, cut));
      const replies = messages.slice(0, cut).filter(({ role }) => role === 'assistant').length;
      // A call that did not run yet is run first.
      const isPending = messages[cut - 1]?.role === 'assistant';
      const from = replies - (isPending ? 1 : 0);
      // The first step of a run has no request before it to compare with.
      const said = (steps: Simulation['steps']) => steps.map(({ cache: _, ...step }) => step);
      expect(said(rest.steps), `cut after ${cut} messages`).toEqual(said(whole.steps.slice(from)));
      expect(rest.answer).toBe(whole.answer);
      expect(rest.findings).toEqual([]);
      expect(eventsIn(whole)).toEqual([
        ...eventsIn(whole).slice(0, -eventsIn(rest).length || undefined),
        ...eventsIn(rest),
      ]);
    }
    const over = await play(demo, triageWithHistory, messages);
    expect(over.steps).toEqual([]);
    expect(over.findings.map(({ code }) => code)).toEqual(['history_has_every_turn']);
  });

  it('keeps to the messages: what was found is visible, a call of anything else is not found (R18.03)', async () => {
    const folder = workspaceFolder(
      [
        { name: 'tool_a', description: 'Give the letter a.' },
        { name: 'tool_b', description: 'Give the letter b.' },
        { name: 'clock', description: 'Tell the time.', loading_mode: 'always' },
        { name: 'watch', description: 'Tell the time too.', loading_mode: 'always' },
      ],
      searchOn,
    );
    const workspace = await loadWorkspace(folder, nodeFiles);
    const scenario = `${historyMode}
turns:
  - query: Find and use tool_a
    script:
      - {call: tool_a, args: {}}
      - {call: tool_search, args: {query: tool_a, search_type: exact}}
      - {call: tool_a, args: {}}
      - {answer: a}
  - query: Use tool_a again
    script: [{call: tool_a, args: {}}, {call: tool_b, args: {}}, {call: tool_get, args: {names: [tool_b]}}, {answer: a}]
results: {tool_a: {value: a}}
`;
    const { steps } = await play(workspace, scenario);
    expect(steps.map(({ visible, outcome, activated }) => [visible.join(' '), outcome, activated])).toEqual([
      ['tool_search clock watch', 'tool_not_found', null],
      ['tool_search clock watch', 'result', null],
      ['tool_search clock watch tool_a', 'result', null],
      ['tool_search clock watch tool_a', 'final', null],
      ['tool_search clock watch tool_a', 'result', null],
      ['tool_search clock watch tool_a', 'tool_not_found', null],
      ['tool_search clock watch tool_a', 'tool_not_found', null],
      ['tool_search clock watch tool_a', 'final', null],
    ]);
    expect(JSON.parse(steps[1]?.observation ?? '')).toEqual({
      result: { message: 'Found 1 tool.', tools: [{ name: 'tool_a', description: 'Give the letter a.' }] },
    });
  });

  it('calls its search as it is told, and says what it did not find (R18.11, R18.14)', async () => {
    const workspace = await loadWorkspace(workspaceFolder([{ name: 'tool_a', description: 'a' }]), nodeFiles);
    const { steps } = await play(
      workspace,
      `config: {tool_search: {history: {enabled: true, tool_name: pai_tool_search_tool}}}
query: q
script:
  - {call: pai_tool_search_tool, args: {query: nothing like it}}
  - {call: tool_search, args: {query: tool_a}}
  - {answer: x}
`,
    );
    expect(steps[0]?.visible).toEqual(['pai_tool_search_tool']);
    expect(JSON.parse(steps[0]?.observation ?? '')).toEqual({
      result: { message: "No tools found for 'nothing like it'", tools: [] },
    });
    const usual = await play(workspace, `${historyMode}query: q\nscript: [{answer: x}]\n`);
    expect(usual.steps[0]?.visible).toEqual(['tool_search']);
    const taken = loadWorkspace(workspaceFolder([{ name: 'pai_tool_search_tool', description: 'a' }]), nodeFiles);
    await expect(taken).rejects.toMatchObject({ code: 'reserved_tool_name' });
    expect(steps[1]?.outcome).toBe('tool_not_found');
    expect(steps[1]?.observation).toContain('find one with pai_tool_search_tool');
  });

  it('has a search tool where a tool is deferred, and none where nothing is (R18.07)', async () => {
    const yaml = 'tool_search: {enabled: true, default_loading_mode: always}\n';
    const workspace = await loadWorkspace(workspaceFolder([{ name: 'clock', description: 'c' }], yaml), nodeFiles);
    const { steps, traces } = await play(workspace, `${historyMode}query: q\nscript: [{answer: x}]\n`);
    expect(steps[0]?.visible).toEqual(['clock']);
    expect(traces[0]?.steps[0]?.blocks.map(({ name }) => name)).toEqual(['instructions', 'available_tools']);
    const one = [
      { name: 'clock', description: 'c' },
      { name: 'bell', description: 'b', loading_mode: 'deferred' },
    ];
    const deferring = await loadWorkspace(workspaceFolder(one, yaml), nodeFiles);
    const { steps: searching } = await play(deferring, `${historyMode}query: q\nscript: [{answer: x}]\n`);
    expect(searching[0]?.visible).toEqual(['tool_search', 'clock']);
  });
});
