import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createServices } from '#core/create-services.ts';
import { silentLogger } from '#core/logger.ts';
import { countTextTokens } from '#core/prompt/count-tokens.ts';
import type { Services } from '#core/services.ts';
import type { SimulateInput } from '#shared/contract/planner.ts';
import type { TraceStep } from '#shared/domain/trace.ts';
import { addTokenCounts } from '#shared/tokens.ts';
import { alignRuns } from '../../../src-renderer/features/simulator/align-runs.ts';
import { argumentPlace } from '../../../src-renderer/features/simulator/argument-completions.ts';
import { afterEvent, nothingTold, type Told } from '../../../src-renderer/features/simulator/played-run.ts';
import { promptChanges } from '../../../src-renderer/features/simulator/prompt-changes.ts';
import { stepTokens } from '../../../src-renderer/features/simulator/run-tokens.ts';
import { calledTools, scenarioCompletions } from '../../../src-renderer/features/simulator/scenario-completions.ts';
import { observationSource, outcomeOf, stepLabel } from '../../../src-renderer/features/simulator/step-labels.ts';
import { simulateInput } from '../../support/simulate-input.ts';

const path = 'scenarios/triage.scenario.yaml';

const folder = mkdtempSync(join(tmpdir(), 'pegboard-test-'));
let services: Services;
let text: string;
/** Of the scenario as it is. */
let run: Awaited<ReturnType<typeof played>>;

beforeAll(async () => {
  services = await createServices({
    userDataDir: folder,
    host: 'test',
    logger: silentLogger,
    watch: false,
    env: {},
  });
  await services.workspace.openDemo();
  text = (await services.planner.scenario({ path })).text;
  run = await played();
});
afterAll(async () => {
  await services.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Plays in the demo; gives what the screen keeps, and each state on the way. */
async function played(input: Partial<SimulateInput> = {}) {
  const states: Told[] = [nothingTold];
  for await (const event of services.planner.simulate({ ...simulateInput, path, text, prompts: true, ...input })) {
    states.push(afterEvent(states.at(-1) ?? nothingTold, event, (one) => one));
  }
  return { told: states.at(-1) ?? nothingTold, states };
}

describe('what the simulator keeps of a run', () => {
  it('has the prompt and the messages of each step: their tokens are those of the step', () => {
    const { told } = run;
    expect(told.steps.map(stepLabel)).toEqual([
      '1.1 tool_search',
      '1.2 github.search_issues',
      '1.3 tool_search',
      '1.4 github.add_issue_comment',
      '1.5 final_response',
    ]);
    for (const { prompt, messages, step } of told.steps) {
      const sent = messages.map(({ content }) => countTextTokens(content)).reduce(addTokenCounts, prompt.tokens);
      expect(sent).toEqual(step?.tokens);
    }
    expect(told.steps[1]?.messages.map(({ role }) => role)).toEqual(['user', 'assistant', 'user']);
    expect(told.steps[1]?.keptMessages).toBe(1);
  });

  it('gives each event to the step that it happened in, and leaves none out', () => {
    const { told, states } = run;
    expect(told.steps[1]?.events.map(({ event_type }) => event_type)).toEqual(['tool_activated']);
    const ofTraces = told.simulation?.traces.flatMap(({ events }) => events);
    expect(told.steps.flatMap(({ events }) => events)).toEqual(ofTraces);
    expect(states.some(({ steps }) => steps.at(-1)?.step === null)).toBe(true);
  });

  it('adds up to the totals of the run', () => {
    const { told } = run;
    for (const estimator of ['estimate', 'o200k'] as const) {
      const last = stepTokens(told.steps, estimator).at(-1);
      const { deferred, all_tools } = told.simulation?.tokens[estimator] ?? {};
      expect([last?.sentSoFar, last?.allToolsSoFar]).toEqual([deferred, all_tools]);
    }
  });

  it('keeps a pause until it is answered, and what came of it with the step that paused', async () => {
    const asking = `query: q
config: {tool_search: {always_loaded_patterns: ["customers.*"]}}
script:
  - {call: customers.erase, args: {customer_id: CUS-7731, request_date: "2026-11-03", confirm_email: a@example.com}}
  - {answer: done}
results: {customers.erase: {value: {erased: true}}}
`;
    let told = nothingTold;
    let paused = nothingTold;
    for await (const event of services.planner.simulate({
      ...simulateInput,
      text: asking,
      prompts: true,
      interactive: true,
    })) {
      told = afterEvent(told, event, (one) => one);
      if (event.type !== 'paused' || event.token === null) continue;
      paused = told;
      void services.planner.resume({ token: event.token, approved: true });
    }
    expect(paused.pause).toMatchObject({ tool: 'customers.erase', approval: true });
    expect(told.pause).toBeNull();
    expect(told.steps[0]?.resumptions).toMatchObject([
      {
        resumption: { approved: true, outcome: 'result' },
        live: false,
        events: [{ event_type: 'skills_retrieved' }, { event_type: 'tool_approval_given' }],
      },
    ]);
    expect(told.simulation?.answer).toBe('done');
  });

  it('says which results are real', () => {
    const source = (step: Partial<TraceStep>, live = false) =>
      observationSource({ tool: 'a.b', outcome: 'result', observation: null, ...step }, live);
    expect(source({}, true)).toBe('live');
    expect(source({})).toBe('fixed');
    expect(source({ outcome: 'awaits_approval' })).toBe('none');
    expect(source({ tool: 'tool_search' })).toBe('builtin');
    expect(source({ tool: null, outcome: 'tool_not_found' })).toBe('none');
  });

  it('says that a call has no result in the scenario, and takes that for no result of its own', async () => {
    const { told } = await played({
      text: 'query: q\nscript: [{call: github.search_issues, args: {query: q}}, {answer: sorry}]\n',
    });
    const step = told.steps[0]?.step;
    if (!step) throw new Error('The run has no step.');
    expect(outcomeOf(step)).toEqual({ text: 'no result in `results:`', tone: 'bad' });
    expect(observationSource(step, false)).toBe('none');
    expect(outcomeOf({ ...step, observation: '{"error":{"code":"tool_failed","message":"no"}}' }).text).toBe(
      'tool failed',
    );
  });
});

describe('two runs side by side', () => {
  it('are aligned by what they call; where they diverge is marked', async () => {
    const { told } = run;
    const other = await played({ profile: 'all-tools' });
    expect(alignRuns(told.steps, told.steps).map(({ differs }) => differs)).toEqual([null, null, null, null, null]);
    // Without a search no comment tool is named, so the script leaves that call out.
    expect(alignRuns(told.steps, other.told.steps)).toEqual([
      { first: 0, second: 0, differs: 'outcome' },
      { first: 1, second: 1, differs: null },
      { first: 2, second: 2, differs: 'outcome' },
      { first: 3, second: null, differs: 'missing' },
      { first: 4, second: 3, differs: 'arguments' },
    ]);
    const reversed = alignRuns(told.steps, told.steps.toReversed()).flatMap(({ first }) => first ?? []);
    expect(reversed).toEqual([0, 1, 2, 3, 4]);
    expect(alignRuns(told.steps, null)).toHaveLength(5);
  });
});

describe('what is new in a prompt', () => {
  it('is the lines that the step before had not, and with what is the same they are the block', () => {
    const { told } = run;
    const [first, second, third] = told.steps.map(({ prompt }) => prompt);
    if (!first || !second || !third) throw new Error('The run has no three steps.');
    expect(promptChanges(null, first).every(({ change }) => change === 'new')).toBe(true);
    expect(promptChanges(first, second).every(({ change }) => change === 'same')).toBe(true);
    const changed = promptChanges(second, third).filter(({ change }) => change !== 'same');
    expect(changed.map(({ name }) => name)).toEqual(['available_tools']);
    const added = changed[0]?.stretches.filter(({ kind }) => kind === 'added').map(({ text }) => text);
    expect(added?.join('\n')).toMatch(/^- name: github\.search_issues\n/);
    const rebuilt = changed[0]?.stretches.filter(({ kind }) => kind !== 'removed').map(({ text }) => text);
    expect(rebuilt?.join('\n')).toBe(third.blocks.find(({ name }) => name === 'available_tools')?.text);
    const gone = promptChanges(first, { ...first, blocks: first.blocks.slice(1) });
    expect(gone.at(-1)).toMatchObject({ name: 'instructions', change: 'gone', tokens: null });
  });
});

describe('what a scenario’s text offers', () => {
  const tools = ['github.create_issue', 'slack.send'].map(
    (name) => ({ name }) as Parameters<typeof scenarioCompletions>[2][0],
  );
  const schema = {
    type: 'object',
    required: ['title'],
    properties: {
      labels: { type: 'array', items: { type: 'string' } },
      title: { type: 'string', description: 'What it is about' },
      state: { anyOf: [{ enum: ['open', 'no', 'wont fix'] }, { type: 'null' }] },
      draft: { type: 'boolean' },
      where: { $ref: '#/$defs/Where' },
    },
    $defs: { Where: { type: 'object', properties: { repo: { type: 'string' }, owner: { type: 'string' } } } },
  };
  const schemas = new Map([['github.create_issue', schema]]);
  const offered = (text: string) =>
    scenarioCompletions(
      {
        getValueInRange: ({ startLineNumber }: { startLineNumber: number }) =>
          startLineNumber === 1 ? text : text.slice(text.lastIndexOf('\n') + 1),
      } as unknown as Parameters<typeof scenarioCompletions>[0],
      { lineNumber: text.split('\n').length + 1, column: 1 },
      tools,
      schemas,
    ).map(({ insertText }) => insertText);

  it('are names of tools where one is called or expected, fields at the start of a line, else nothing', () => {
    expect(offered('  - {call: ')).toContain('github.create_issue');
    expect(offered('  - {call: ')).toContain('tool_search');
    expect(offered('  - {call: github.')).toEqual(['create_issue']);
    expect(offered('  called: [tool_search, sl')).toContain('slack.send');
    expect(offered('que')).toContain('query: ');
    expect(offered('query: a')).toEqual([]);
  });

  const call = 'script:\n  - {call: tool_search, args: {query: a}}\n  - {call: github.create_issue, args: ';
  const block = 'script:\n  - call: github.create_issue\n    args:\n';

  it('are the arguments of the tool that is called, those that are not there yet, in braces and by indentation', () => {
    expect(offered(`${call}{`)).toEqual(['labels: ', 'title: ', 'state: ', 'draft: ', 'where: ']);
    expect(offered(`${call}{title: "a, {b", labels: [x, y], dr`)).toEqual(['state: ', 'draft: ', 'where: ']);
    expect(offered(`${call}{where: {owner: acme, `)).toEqual(['repo: ']);
    expect(offered(`${block}      title: a\n      where:\n        owner: acme\n      `)).toEqual([
      'labels: ',
      'state: ',
      'draft: ',
    ]);
    expect(offered(`${block}      where:\n        owner: acme\n        r`)).toEqual(['repo: ']);
  });

  it('are the values that the schema lists, quoted where YAML would read something else', () => {
    expect(offered(`${call}{state: `)).toEqual(['open', '"no"', '"wont fix"']);
    expect(offered(`${call}{draft: t`)).toEqual(['true', 'false']);
    expect(offered(`${block}      state: `)).toEqual(['open', '"no"', '"wont fix"']);
    expect(offered(`${call}{title: `)).toEqual([]);
  });

  it('are none of the arguments before or behind them, and of no tool that is not there', () => {
    for (const end of ['{title: a}', '{title: a}}\n  - ', '{labels: [']) {
      expect(argumentPlace(`${call}${end}`), end).toBeNull();
    }
    expect(argumentPlace(`${block}      title: a\n    `)).toBeNull();
    expect(argumentPlace('script:\n  - call: github.create_issue\n  - answer: the args: {')).toBeNull();
    expect(offered('  - {call: slack.send, args: {')).toEqual([]);
    expect(calledTools(call)).toEqual(['tool_search', 'github.create_issue']);
  });
});
