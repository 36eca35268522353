import { describe, expect, it } from 'vitest';
import { nodeFiles } from '#core/files/node-files.ts';
import { readHistoryValue } from '#core/history/read-history.ts';
import { silentLogger } from '#core/logger.ts';
import type { ModelClient } from '#core/planner/models/model-client.ts';
import { ScriptedClient } from '#core/planner/models/scripted-client.ts';
import { simulate } from '#core/planner/scenario/simulate.ts';
import { loadWorkspace } from '#core/workspace/load-workspace.ts';
import { providerNameSchema } from '#shared/domain/payload.ts';
import { promptText, type RenderedPrompt } from '#shared/domain/prompt-block.ts';
import { readScenario, scenarioOf } from '#shared/text/read-scenario.ts';
import { call, done, testPlanner } from '../../../support/planner.ts';
import { openSkills } from '../../../support/run-skills.ts';
import { type SkillWorkspace, skillServices, skillWorkspaceFolder } from '../../../support/skill-workspace.ts';

const workspace: SkillWorkspace = {
  skills: '  skill_packs: [{name: p, path: packs/p}]\n',
  yaml: `tool_search:
  enabled: true
  default_loading_mode: deferred
  history: {enabled: true, tool_name: pai_tool_search_tool}
personas:
  - {name: guest, hidden_tools: [vault.open, slack.send_message]}
`,
  tools: [
    { name: 'vault.open', description: 'Open the vault.' },
    { name: 'slack.send_message', description: 'Write.' },
    { name: 'db.drop', description: 'Drop a table.', risk_level: 'destructive' },
  ],
  files: {
    'packs/p/a.skill.yaml':
      'name: pack.p.drop\ntrigger: Drop a table.\nsteps: [Look it up with tool_get., Call vault.open first.]\n',
  },
};
const skillCall = '{call: skill_get, args: {names: [pack.p.drop]}}';

async function play(scenario: string, { history, live }: { history?: unknown; live?: ModelClient } = {}) {
  const simulation = await simulate(
    await loadWorkspace(skillWorkspaceFolder(workspace), nodeFiles),
    scenarioOf(readScenario(scenario, 'x.scenario.yaml')),
    {
      callLive: async () => ({ kind: 'error', message: 'not live' }),
      openSkills,
      fts: 'detect',
      logger: silentLogger,
      live,
      ...(history === undefined ? {} : { history: { value: history, path: 'h.json' } }),
    },
  );
  return { simulation };
}

describe('history mode with skills on', () => {
  const read = { path: 'h.json', text: '' };
  it('tells in skills of the search that there is, and of no tool that is not', async () => {
    const { simulation } = await play(`persona: guest\nquery: q\nscript: [${skillCall}, {answer: a}]\n`);
    const observation = simulation.steps[0]?.observation ?? '';
    expect(observation).toContain('Call a suitable tool (use pai_tool_search_tool for the needed capability) first.');
    expect(observation).not.toMatch(/\btool_search\b|tool_get|vault/);
  });

  it('goes on after a skill was read, whose text is gated for who goes on', async () => {
    const script = `query: q\nscript: [${skillCall}, {answer: a}]\n`;
    const { simulation } = await play(script);
    const [trace] = simulation.traces;
    expect(trace?.steps[0]?.observation).toContain('vault.open');
    const cut = { ...trace, steps: trace?.steps.slice(0, 1) };
    const asGuest = await play(`persona: guest\n${script}`, { history: cut });
    expect(asGuest.simulation.findings.map(({ code }) => code)).not.toContain('history_tool_ignored');
    expect(asGuest.simulation.steps.map(({ outcome }) => outcome)).toEqual(['final']);
    const services = await skillServices(workspace);
    for (const provider of providerNameSchema.options) {
      const history = { ...read, text: JSON.stringify(cut) };
      const request = { provider, profile: 'workspace', cache: true, history };
      const all = JSON.stringify((await services.providers.payload(request)).body);
      const guest = JSON.stringify((await services.providers.payload({ ...request, persona: 'guest' })).body);
      expect(all, provider).toContain('Call vault.open first');
      expect(guest, provider).toContain('first.');
      expect(guest, provider).not.toContain('vault.open first');
      expect(guest, provider).not.toContain('slack.send_message');
    }
  });
});

describe('history mode with approvals', () => {
  it('keeps the approved call and what came of it, for later turns and in the trace', async () => {
    const replies = [call('pai_tool_search_tool', { query: 'drop a table', limit: 1 }), call('db.drop'), done, done];
    const read: string[][] = [];
    const live: ModelClient = {
      complete: async ({ messages }) => {
        read.push(messages.map(({ content }) => content));
        return replies[read.length - 1] ?? done;
      },
    };
    const scenario = 'turns: [{query: drop}, {approve: true}, {query: again}]\nresults: {db.drop: {value: gone}}\n';
    const { simulation } = await play(scenario, { live });
    expect(simulation.traces.map(({ reason }) => reason)).toEqual(['paused', 'answer', 'answer']);
    const exchange = [call('db.drop'), 'Observation: {"result":"gone"}'];
    expect(read[2]?.slice(-2)).toEqual(exchange);
    expect(read[3]?.slice(-4)).toEqual([...exchange, 'done', 'again']);
    const [paused, resumed] = simulation.traces;
    const trace = { ...paused, resumptions: resumed?.resumptions };
    const { history } = readHistoryValue(trace, 'trace.json', ({ name }) => name);
    expect(history.entries.slice(-2)).toMatchObject([
      { kind: 'call', name: 'db.drop' },
      { kind: 'result', name: 'db.drop', text: '{"result":"gone"}' },
    ]);
  });
});

describe('who an agent with one discovery tool is', () => {
  it('names no tool that the run may not use', async () => {
    const { planner } = await testPlanner({
      tools: [{ name: 'vault.open' }, { name: 'db.read' }],
      config: {
        tool_search: { enabled: true, default_loading_mode: 'deferred', activation_scope: 'session' },
        planner: { style: 'one_discovery_tool', identity: 'You guard vault.open and db.read.' },
        policy: { denied_tools: ['vault.open'] },
      },
    });
    const prompts: RenderedPrompt[] = [];
    const onPrompt = (prompt: RenderedPrompt) => prompts.push(prompt);
    await planner.run({ query: 'q', tool_context: { session_id: 's' }, model: new ScriptedClient([done]), onPrompt });
    const text = promptText(prompts[0]?.blocks ?? []);
    expect(text).toContain('You guard another tool and db.read.');
    expect(text).not.toContain('vault');
  });
});

describe('a renderer of found tools', () => {
  it('names no tool that the run may not use', async () => {
    const { planner } = await testPlanner({
      tools: [{ name: 'vault.open' }, { name: 'db.read', description: 'Read.' }],
      config: {
        tool_search: { enabled: true, default_loading_mode: 'deferred', history: { enabled: true } },
        policy: { denied_tools: ['vault.open'] },
      },
      script: [call('tool_search', { query: 'read' }), done],
      toolRenderer: ({ name }) => ({ name, description: 'Before vault.open.' }),
    });
    const { steps } = await planner.run({ query: 'q' });
    expect(steps[0]?.observation).toContain('Before another tool.');
  });
});
