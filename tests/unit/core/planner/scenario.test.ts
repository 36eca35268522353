import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { nodeFiles } from '#core/files/node-files.ts';
import { silentLogger } from '#core/logger.ts';
import { compareGolden, goldenText } from '#core/planner/scenario/golden-trace.ts';
import { simulate } from '#core/planner/scenario/simulate.ts';
import { echoScenario, eraseScenario, triageScenario } from '#core/workspace/demo/shipped-scenarios.ts';
import type { LoadedWorkspace } from '#core/workspace/load-workspace.ts';
import { loadWorkspace } from '#core/workspace/load-workspace.ts';
import { lacksResult } from '#shared/domain/missing-result.ts';
import type { Simulation } from '#shared/domain/simulation.ts';
import { readScenario, scenarioOf } from '#shared/text/read-scenario.ts';
import { demoWorkspace } from '../../../support/demo-catalog.ts';
import { openSkills } from '../../../support/run-skills.ts';
import { searchOn, type TestTool, workspaceFolder } from '../../../support/workspace.ts';

function play(workspace: LoadedWorkspace, text: string): Promise<Simulation> {
  return simulate(workspace, scenarioOf(readScenario(text, 'test.scenario.yaml')), {
    callLive: async () => ({ kind: 'error', message: 'not live' }),
    openSkills,
    fts: 'detect',
    logger: silentLogger,
  });
}

const small: readonly TestTool[] = [
  { name: 'orders.get', description: 'Show one order.', loading_mode: 'always' },
  { name: 'orders.refund', description: 'Refund an order.' },
];
const smallWorkspace = (yaml = searchOn) => loadWorkspace(workspaceFolder(small, yaml), nodeFiles);
const problems = (text: string) =>
  readScenario(text, 'x.scenario.yaml').findings.map(({ code, message, range }) => [
    code,
    range?.start.line,
    range?.start.column,
    message,
  ]);

describe('a scenario file', () => {
  it('of nested keys is refused at once', () => {
    expect(problems('? '.repeat(2000))).toEqual([['scenario_syntax', 1, 1, 'more than 100 keys written with "?"']]);
  });

  it('that is wrong is told place by place, all at once', () => {
    expect(problems('query: a\nscript:\n  - {call: x, arg: {}}\n  - {call: y, answer: z}\nexpct: {}\n')).toEqual([
      ['scenario_invalid', 3, 15, 'script.0.arg: there is no such field'],
      ['scenario_invalid', 4, 5, 'script.1: give one of call, answer, reply'],
      ['scenario_invalid', 5, 1, 'expct: there is no such field'],
    ]);
    expect(problems('query: a\nscript: [{answer: b}]\nresults:\n  t:\n    - {value: 1, latency_ms: -5}\n')).toEqual([
      ['scenario_invalid', 5, 18, expect.stringContaining('results.t.0.latency_ms: ')],
    ]);
    const limits =
      'query: a\nscript: []\nexpect:\n  max_tokens: {estimate: 5, o20k: 7}\n  answer_contains: [a, {b: c}]\n';
    expect(problems(limits)).toEqual([
      ['scenario_invalid', 5, 24, expect.stringContaining('expect.answer_contains.1: ')],
      ['scenario_invalid', 4, 29, 'expect.max_tokens.o20k: there is no such field'],
    ]);
    expect(problems('query: "a\nscript: [')[0]?.slice(0, 2)).toEqual(['scenario_syntax', expect.any(Number)]);
    expect(problems('script: []\n')).toEqual([['scenario_invalid', 1, 1, 'query is missing']]);
    expect(problems('')).toHaveLength(1);
    expect(() => scenarioOf(readScenario('query: a\nscript: 7\n', 'x.scenario.yaml'))).toThrow(
      /x\.scenario\.yaml:2:1: script/,
    );
  });

  it('cannot send a key to an address it names', () => {
    const model = (fields: string) => problems(`query: a\nscript: []\nmodel: {model: m, ${fields}}\n`);
    expect(model('provider: openai, base_url: "https://evil.example/v1"')).toHaveLength(1);
    expect(model('provider: openai-compatible')).toHaveLength(1);
    expect(model('provider: openai-compatible, base_url: "file:///etc/passwd"')).toHaveLength(1);
    expect(model('provider: openai-compatible, base_url: "http://localhost:11434/v1"')).toEqual([]);
    expect(model('provider: anthropic')).toEqual([]);
  });
});

describe('a simulation', () => {
  it('plays the demo of seed 003 as it ships (R6.04)', async () => {
    const simulation = await play(await demoWorkspace(), echoScenario);
    expect(simulation).toMatchObject({ reason: 'answer', answer: 'done', passed: true, findings: [] });
    expect(simulation.steps.map(({ action }) => action)).toEqual([
      { next_node: 'tool_search', args: { query: 'echo', limit: 3 } },
      { next_node: 'echo', args: { text: 'hello' } },
      { next_node: 'final_response', args: { answer: 'done' } },
    ]);
    expect(simulation.steps.map(({ outcome, activated }) => [outcome, activated])).toEqual([
      ['result', null],
      ['result', 'echo'],
      ['final', null],
    ]);
    expect(simulation.events.map(({ event_type }) => event_type)).toEqual([
      'tool_search_cache_ready',
      'tool_search_query',
      'tool_activated',
    ]);
  });

  it('of that demo has this golden trace', async () => {
    const simulation = await play(await smallWorkspace(), echoScenario);
    const golden = resolve(import.meta.dirname, '../../../fixtures/traces/echo.trace.json');
    await expect(goldenText(simulation)).toMatchFileSnapshot(golden);
  });

  it('plays five steps over the demo catalog, and counts what deferring saves in each catalog; no text claims 85 % (R14.06)', async () => {
    const demo = await play(await demoWorkspace(), triageScenario);
    expect(demo.expectations.filter((one) => !one.passed)).toEqual([]);
    expect([demo.passed, demo.steps.length, demo.findings]).toEqual([true, 5, []]);
    const small = await play(await smallWorkspace(), 'query: q\nscript: [{call: orders.refund}, {answer: a}]\n');
    const sum = (counts: readonly (number | undefined)[]) =>
      counts.reduce<number>((total, count = 0) => total + count, 0);
    for (const estimator of ['estimate', 'o200k'] as const) {
      for (const { steps, tokens } of [demo, small]) {
        const { deferred, all_tools, saving } = tokens[estimator];
        expect(deferred).toBe(sum(steps.map((step) => step.tokens[estimator])));
        expect(all_tools).toBe(sum(steps.map((step) => step.all_tools_tokens?.[estimator])));
        expect(saving).toBeCloseTo(1 - deferred / all_tools, 4);
      }
      expect(demo.tokens[estimator].saving).toBeGreaterThan(0.5);
      // The discovery tools cost more than the one tool that waits.
      expect(small.tokens[estimator].saving).toBeLessThan(0);
    }
    const strings = resolve(import.meta.dirname, '../../../../src-renderer/strings');
    const texts = readdirSync(strings).map((file) => readFileSync(join(strings, file), 'utf8'));
    expect(texts.join('\n')).toContain('{saving}');
    expect(texts.join('\n')).not.toMatch(/\b85\s*%/);
  });

  it('follows a skill of the demo, and leaves the last word to a person', async () => {
    const { expectations, findings, steps, traces } = await play(await demoWorkspace(), eraseScenario);
    expect(expectations.filter(({ passed }) => !passed)).toEqual([]);
    expect(findings).toEqual([]);
    expect(steps.map(({ tool, outcome }) => [tool, outcome])).toEqual([
      ['skill_search', 'result'],
      ['skill_get', 'result'],
      ['customers.find', 'result'],
      ['customers.erase', 'awaits_approval'],
      [null, 'final'],
    ]);
    expect(JSON.parse(steps[0]?.observation ?? '').result.skills.map(({ name }: { name: string }) => name)).toContain(
      'pack.core.verify_before_destroying',
    );
    expect(traces[1]?.resumptions).toMatchObject([{ outcome: 'refused' }]);
  });

  it('counts an all-tools run as one really sends it', async () => {
    const workspace = await demoWorkspace();
    const deferred = await play(workspace, triageScenario);
    const withoutSearch = triageScenario
      .replace(/^ {2}- \{call: tool_search.*$/gm, '')
      .replace('when: {contains: github.add_issue_comment}\n    ', '');
    const all = await play(workspace, `${withoutSearch}\nprofile: all-tools\n`);
    expect(all.tokens.estimate.deferred).toBe(deferred.tokens.estimate.all_tools);
    expect(all.tokens.o200k.deferred).toBe(deferred.tokens.o200k.all_tools);
    expect(all.tokens.estimate.saving).toBe(0);
  });

  it('is the same each time, byte for byte, and its golden trace tells what changed', async () => {
    const workspace = await demoWorkspace();
    const first = await play(workspace, triageScenario);
    expect(JSON.stringify(await play(workspace, triageScenario))).toBe(JSON.stringify(first));
    const changed = await play(workspace, triageScenario.replace('state: open', 'state: closed'));
    expect(compareGolden(goldenText(first), goldenText(first))).toEqual([]);
    const lines = compareGolden(goldenText(first), goldenText(changed));
    const golden = goldenText(first).split('\n');
    expect(lines.some(({ kind, text }) => kind === 'added' && text.includes('closed'))).toBe(true);
    for (const { kind, line, text } of lines) if (kind === 'removed') expect(golden[line - 1]).toBe(text);
  });

  it('answers by arguments, with errors, and with latency on the clock of the run', async () => {
    const { steps, events, findings } = await play(
      await smallWorkspace(`${searchOn}planner: {tool_timeout_ms: 1000}\n`),
      `
query: q
script:
  - {call: orders.get, args: {id: 1, more: {a: 1, b: 2}}}
  - {call: orders.get, args: {id: 2}}
  - {call: orders.get, args: {id: 3}}
  - {call: orders.get, args: {id: 4}}
  - {call: orders.refund}
  - {call: tool_search, args: {query: refund}}
  - {answer: [1, 2]}
results:
  orders.get:
    - {when: {id: 1, more: {a: 1}}, value: {state: shipped}, latency_ms: 250}
    - {when: {id: 2}, error: No such order.}
    - {when: {id: 3}, value: late, latency_ms: 5000}
  "orders.*": {value: refunded}
`,
    );
    expect(steps.map(({ outcome, observation }) => [outcome, observation]).slice(0, 5)).toEqual([
      ['result', '{"result":{"state":"shipped"}}'],
      ['tool_failed', '{"error":{"code":"tool_failed","message":"No such order."}}'],
      ['tool_timeout', '{"error":{"code":"tool_timeout","message":"The tool gave no result within 1000 ms."}}'],
      [
        'tool_failed',
        '{"error":{"code":"no_tool_result","message":"orders.get: no result in `results:` fits these arguments"}}',
      ],
      ['result', '{"result":"refunded"}'],
    ]);
    expect(findings).toMatchObject([
      {
        code: 'no_tool_result',
        path: 'results.orders.get',
        message: 'orders.get: no result in `results:` fits these arguments',
      },
    ]);
    expect(steps.map(lacksResult)).toEqual([false, false, false, true, false, false, false]);
    const [ready, activated] = events;
    expect((activated?.ts ?? 0) - (ready?.ts ?? 0)).toBe(1250);
  });

  it('counts the calls of a result for all tools of its glob together', async () => {
    const { steps } = await play(
      await smallWorkspace(),
      `
query: q
script: [{call: orders.get}, {call: orders.refund}, {call: orders.get}, {answer: done}]
results:
  "orders.*": [{value: once, times: 1}, {value: later}]
`,
    );
    expect(steps.map(({ observation }) => observation)).toEqual([
      '{"result":"once"}',
      '{"result":"later"}',
      '{"result":"later"}',
      null,
    ]);
  });

  it('says in the step and in the finding that a tool has no result', async () => {
    const { steps, findings } = await play(
      await smallWorkspace(),
      'query: q\nscript: [{call: orders.get}, {answer: sorry}]\n',
    );
    const words = 'orders.get: no result in `results:`';
    expect(steps[0]).toMatchObject({
      outcome: 'tool_failed',
      observation: JSON.stringify({ error: { code: 'no_tool_result', message: words } }),
    });
    expect(findings).toMatchObject([{ message: words, hint: expect.stringContaining('Add a result for orders.get') }]);
  });

  it('judges what was expected, one thing at a time', async () => {
    const { expectations, passed } = await play(
      await smallWorkspace(),
      `
query: q
script: [{call: orders.get}, {call: orders.refund}, {answer: refunded}]
results: {"*": {value: 1}}
expect:
  called: [orders.refund, orders.get]
  never_called: ["orders.r*", slack.*]
  activated: [orders.refund]
  answer_contains: [refunded, sorry]
  reason: step_limit
  max_tokens: {estimate: 10, o200k: 100000}
`,
    );
    expect(passed).toBe(false);
    expect(expectations.map(({ expectation, passed: fine }) => [expectation, fine])).toEqual([
      ['called', false],
      ['never_called', false],
      ['never_called', true],
      ['activated', true],
      ['answer_contains', true],
      ['answer_contains', false],
      ['reason', false],
      ['max_tokens', false],
      ['max_tokens', true],
    ]);
    expect(expectations[0]?.message).toBe(
      'orders.get was not called where it was expected; called: orders.get, orders.refund',
    );
    expect(expectations[5]?.message).toBe('"sorry" is not in the answer: refunded');
  });

  it('plays several turns on what was said before, and resumes a paused one', async () => {
    const { steps, traces, answer } = await play(
      await smallWorkspace(),
      `
tool_context: {session_id: s}
config: {tool_search: {activation_scope: session}}
turns:
  - query: Refund order 1.
    script: [{call: orders.refund, args: {id: 1}}]
  - resume: {approved: true}
    script: [{answer: Done.}]
  - query: And order 2.
    script: [{call: orders.get}, {answer: No.}]
results:
  orders.refund: {pause: needs approval}
  orders.get: {value: 2}
`,
    );
    expect(traces.map(({ reason }) => reason)).toEqual(['paused', 'answer', 'answer']);
    expect(steps.map(({ turn, index, outcome }) => [turn, index, outcome])).toEqual([
      [1, 1, 'paused'],
      [2, 2, 'final'],
      [3, 1, 'result'],
      [3, 2, 'final'],
    ]);
    expect(steps[2]?.visible).toContain('orders.refund');
    expect((steps[2]?.tokens.estimate ?? 0) - (steps[2]?.system_tokens.estimate ?? 0)).toBeGreaterThan(8);
    expect(answer).toBe('No.');
  });

  it('counts for all tools what a paused run searched for before, never twice', async () => {
    const turns = (before: string) => `
turns:
  - query: Refund order 1.
    script: [${before}{call: orders.refund}]
  - resume: {approved: true}
    script: [{answer: Done.}]
results: {orders.refund: {pause: wait}}
`;
    const workspace = await smallWorkspace();
    const { steps } = await play(workspace, turns('{call: tool_search, args: {query: refund}}, '));
    const direct = await play(workspace, `${turns('')}profile: all-tools\n`);
    expect(steps.at(-1)?.all_tools_tokens).toEqual(direct.steps.at(-1)?.tokens);
  });

  it.each([{ risk_level: 'destructive' }, { requires_confirmation: true }])(
    'approves or refuses a call of a tool with %j (R17.32)',
    async (fields) => {
      const workspace = await loadWorkspace(workspaceFolder([{ name: 'db.drop', ...fields }, ...small]), nodeFiles);
      const decided = (approve: boolean) =>
        play(
          workspace,
          `
turns:
  - query: Drop it.
    script: [{call: db.drop, args: {table: t}}, {answer: "It is done, or not."}]
  - approve: ${approve}
results: {db.drop: [{value: dropped, times: 1}, {value: dropped before it was approved}]}
expect: {${approve ? 'called' : 'never_called'}: [db.drop], activated: [db.drop], reason: answer}
`,
        );
      const approved = await decided(true);
      expect(approved.expectations.filter(({ passed }) => !passed)).toEqual([]);
      expect(approved.traces.map(({ reason }) => reason)).toEqual(['paused', 'answer']);
      expect(approved.traces[1]?.resumptions).toMatchObject([{ approved: true, observation: '{"result":"dropped"}' }]);
      const refused = await decided(false);
      expect(refused.expectations.filter(({ passed }) => !passed)).toEqual([]);
      expect(refused.traces[1]?.resumptions).toMatchObject([{ approved: false, outcome: 'refused' }]);
      const undecided = await play(
        workspace,
        'query: q\nscript: [{call: db.drop}]\nexpect: {never_called: [db.drop]}\n',
      );
      expect([undecided.reason, undecided.passed]).toEqual(['paused', true]);
      expect(problems('turns: [{query: a, approve: true}]\n')).toEqual([
        ['scenario_invalid', 1, 9, 'turns.0: give one of query, resume, approve'],
      ]);
    },
  );

  it('keeps tasks in memory where the scenario gives no result', async () => {
    const { steps, traces } = await play(
      await demoWorkspace(),
      `
turns:
  - query: q
    script:
      - {call: tasks.spawn, args: {query: Look at Q4, group: q4, priority: 2}}
      - {call: tasks.spawn, args: {mode: job}}
      - {call: tasks.list, args: {group: q4, status_filter: [PENDING]}}
      - {call: tasks.prioritize, args: {task_id: task_1, priority: 5}}
      - {call: tasks.seal_group, args: {group: q4}}
      - {call: tasks.spawn, args: {query: too late, group: q4}}
      - {call: tasks.cancel, args: {task_id: task_1, reason: scope changed}}
      - {call: tasks.get, args: {task_id: task_1}}
      - {call: tasks.list_groups}
      - {call: tasks.apply_patch, args: {patch_id: p, action: approve}}
      - {call: tasks.get, args: {task_id: task_9}}
      - {call: tasks.get_group, args: {group: other}}
      - {answer: done}
  - {approve: true}
  - {approve: true}
results: {tasks.get_group: {value: from the scenario}}
`,
    );
    // Cancelling and deciding about a patch say destructiveHint, so each waits until somebody agrees.
    const agreed = traces.flatMap(({ resumptions = [] }) => resumptions.map(({ observation }) => observation));
    const seen = steps.slice(0, 12).map(({ observation }) => JSON.parse(observation ?? agreed.shift() ?? ''));
    expect(seen[0]).toEqual({ result: { task_id: 'task_1', status: 'PENDING' } });
    expect(seen[1].error.message).toBe('Mode job needs tool_name.');
    expect(seen[2].result.tasks).toEqual([{ task_id: 'task_1', status: 'PENDING', group: 'q4', priority: 2 }]);
    expect(seen[3].result).toEqual({ task_id: 'task_1', priority: 5 });
    expect(seen[4].result).toEqual({ group: 'q4', status: 'SEALED', tasks_by_status: { PENDING: 1 } });
    expect(seen[5].error.message).toBe('Group q4 takes no new tasks: it is SEALED.');
    expect(seen[7].result).toMatchObject({ status: 'CANCELLED', reason: 'scope changed', priority: 5 });
    expect(seen[8].result.groups).toEqual([{ group: 'q4', status: 'SEALED', tasks_by_status: { CANCELLED: 1 } }]);
    expect(seen[9].error.message).toBe('There is no pending patch p.');
    expect(seen[10].error.message).toBe('There is no task task_9.');
    expect(seen[11]).toEqual({ result: 'from the scenario' });
  });

  it('names what is not there: persona, setting, tool, pause', async () => {
    const workspace = await smallWorkspace();
    const base = 'query: q\nscript: [{answer: a}]\n';
    await expect(play(workspace, `${base}persona: nobody\n`)).rejects.toMatchObject({ code: 'unknown_persona' });
    await expect(play(workspace, `${base}config: {planner: {max_steps: 0}}\n`)).rejects.toMatchObject({
      code: 'config_invalid',
      message: expect.stringContaining('config: planner.max_steps'),
    });
    await expect(play(workspace, `${base}config: {tool_search: {activation_scope: session}}\n`)).rejects.toMatchObject({
      code: 'session_required',
    });
    await expect(play(workspace, 'turns: [{resume: 1}]\n')).rejects.toMatchObject({ code: 'scenario_invalid' });
    const { findings } = await play(workspace, `${base}results: {orders.gte: {value: 1}}\n`);
    expect(findings).toMatchObject([{ code: 'scenario_unknown_tool', hint: 'Did you mean "orders.get"?' }]);
  });
});
