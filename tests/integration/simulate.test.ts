import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { nodeFiles } from '#core/files/node-files.ts';
import { demoWorkspaceFiles } from '#core/workspace/demo/demo-workspace.ts';
import { echoScenario, triageScenario } from '#core/workspace/demo/shipped-scenarios.ts';
import type { Simulation } from '#shared/domain/simulation.ts';
import { realServer } from '../support/mcp-servers.ts';
import { runCli, runCliProcess } from '../support/run-cli.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { searchOn, write } from '../support/workspace.ts';

const githubCatalog = resolve(import.meta.dirname, '../../../shared/data/catalogs/github-mcp-server/github.json');

async function demoFolder(): Promise<string> {
  const root = temporaryFolder();
  await nodeFiles.writeAll(demoWorkspaceFiles(root));
  return root;
}

const simulation = (result: Record<string, unknown>) => result as unknown as Simulation & { schema: string };

describe('pegboard simulate', () => {
  it('plays the scenario of a new workspace (R16.08)', async () => {
    const cwd = temporaryFolder();
    await runCliProcess(['init'], { cwd });
    const { code, stderr, result } = await runCliProcess(['simulate', 'scenarios/echo.scenario.yaml'], { cwd });
    expect([code, stderr]).toEqual([0, '']);
    expect(result).toMatchObject({
      schema: 'pegboard.simulate/1',
      reason: 'answer',
      passed: true,
      golden: { state: 'none', changes: [] },
    });
    const { steps, events, tokens } = simulation(result);
    expect(steps.map(({ action, visible }) => [action?.next_node, visible])).toEqual([
      ['tool_search', ['tool_search', 'tool_get']],
      ['echo', ['tool_search', 'tool_get']],
      ['final_response', ['tool_search', 'tool_get', 'echo']],
    ]);
    expect(events.map(({ event_type }) => event_type)).toContain('tool_activated');
    expect(Object.keys(tokens.estimate)).toEqual(['all_tools', 'deferred', 'saving']);
  });

  it('prints steps, tokens side by side by both estimators, and the saving, for people', async () => {
    const cwd = await demoFolder();
    const { code, stdout } = await runCli(['simulate', 'scenarios/triage.scenario.yaml', '--format', 'human'], { cwd });
    expect(code).toBe(0);
    expect(stdout.match(/^turn 1, step \d/gm)).toHaveLength(5);
    expect(stdout).toMatch(/^step +call +visible +all tools \(estimate\) +deferred +all tools \(o200k\) +deferred$/m);
    expect(stdout).toMatch(/^total( +\d+){4}$/m);
    expect(stdout).toMatch(/^estimate: \d+ tokens sent instead of \d+: this saves \d+\.\d %$/m);
    expect(stdout).toMatch(/^o200k: \d+ tokens sent instead of \d+: this saves \d+\.\d %$/m);
    expect(stdout.match(/^pass /gm)).toHaveLength(6);
  });

  it('says which call has no result in the scenario, in the step and in the finding, and how the run ended', async () => {
    const cwd = await demoFolder();
    const script =
      '[{call: github.search_issues, args: {query: q}}, {call: tool_search, args: {query: q}}, {answer: No.}]';
    write(cwd, 'scenarios/none.scenario.yaml', `query: q\nscript: ${script}\n`);
    const asked = ['simulate', 'scenarios/none.scenario.yaml', '--format', 'human'];
    const { code, stdout, stderr } = await runCli(asked, { cwd });
    expect(code).toBe(0);
    expect(stdout).toMatch(/^ {2}github\.search_issues: no result in `results:`$/m);
    expect(stderr).toContain('github.search_issues: no result in `results:`');
    expect(stdout).toMatch(/^Answered, 1 of 2 calls failed: No\.$/m);
  });

  it('follows a skill, and tells who refused what', async () => {
    const cwd = await demoFolder();
    const { code, stdout } = await runCli(['simulate', 'scenarios/erase.scenario.yaml', '--format', 'human'], { cwd });
    expect(code).toBe(0);
    expect(stdout).toContain('skill_get {"names":["pack.core.verify_before_destroying"]}');
    expect(stdout).toMatch(/^ {2}awaits_approval$/m);
    expect(stdout).toMatch(/^turn 2 {2}refused\n {2}refused: .*The user refused this call/m);
    expect(stdout).toMatch(/^ {2}tool_approval_given \{"tool_name":"customers\.erase","approved":false\}$/m);
  });

  it('exits with 1 when an expectation fails, and says which', async () => {
    const cwd = await demoFolder();
    write(cwd, 'wrong.scenario.yaml', triageScenario.replace('answer_contains: "412"', 'answer_contains: "413"'));
    const { code, result } = await runCli(['simulate', 'wrong.scenario.yaml'], { cwd });
    expect([code, result.passed]).toEqual([1, false]);
    const human = await runCli(['simulate', 'wrong.scenario.yaml', '--format', 'human'], { cwd });
    expect(human.stdout).toContain('FAIL answer_contains: "413" is not in the answer');
  });

  it('writes a golden trace when told to, and later says what changed', async () => {
    const cwd = await demoFolder();
    const at = ['simulate', 'scenarios/triage.scenario.yaml'];
    expect((await runCli([...at, '--update'], { cwd })).result).toMatchObject({ golden: { state: 'written' } });
    const golden = join(cwd, 'scenarios/triage.trace.json');
    const written = readFileSync(golden, 'utf8');
    await runCli([...at, '--update'], { cwd });
    expect(readFileSync(golden, 'utf8')).toBe(written);
    const same = await runCli(at, { cwd });
    expect([same.code, same.result.golden]).toEqual([0, { state: 'same', changes: [] }]);

    const file = join(cwd, 'scenarios/triage.scenario.yaml');
    writeFileSync(file, readFileSync(file, 'utf8').replace('id: 9001', 'id: 9002'));
    const changed = await runCli(at, { cwd });
    expect(changed.code).toBe(1);
    expect(changed.result).toMatchObject({ passed: true, golden: { state: 'changed' } });
    const human = await runCli([...at, '--format', 'human'], { cwd });
    expect(human.stdout).toMatch(/^\+ \d+: .*9002/m);
    expect(readFileSync(golden, 'utf8')).toBe(written);
  });

  it('names line and column of what is wrong, and refuses what cannot be', async () => {
    const cwd = temporaryFolder();
    write(cwd, 'pegboard.yaml', searchOn);
    write(cwd, 'bad.scenario.yaml', 'query: q\nscript:\n  - {cal: x}\nexpect: {reason: bored}\n');
    const bad = await runCli(['simulate', 'bad.scenario.yaml'], { cwd });
    expect(bad.code).toBe(2);
    expect(bad.stderr).toContain('"start":{"line":3,"column":6}');
    const lines = bad.stderr.trim().split('\n');
    expect(JSON.parse(lines.at(-1) ?? '')).toMatchObject({ schema: 'pegboard.error/1', code: 'scenario_invalid' });
    expect((await runCli(['simulate', 'none.scenario.yaml'], { cwd })).error.code).toBe('file_not_found');
    write(cwd, 'live.scenario.yaml', 'query: q\nscript: []\nmodel: {provider: openai, model: m}\n');
    const env = { OPENAI_API_KEY: '' };
    const live = await runCli(['simulate', 'live.scenario.yaml', '--live'], { cwd, env });
    expect([live.code, live.error]).toMatchObject([
      2,
      { code: 'variable_missing', message: 'OPENAI_API_KEY is not set.' },
    ]);
    expect((await runCli(['simulate', 'live.scenario.yaml', '--live', '--update'], { cwd })).error.code).toBe('usage');
  });

  it('leaves the workspace and its index as they are', async () => {
    const cwd = await demoFolder();
    await runCli(['search', 'issue'], { cwd });
    const before = statSync(join(cwd, '.pegboard/tool_cache.db')).mtimeMs;
    const yaml = readFileSync(join(cwd, 'pegboard.yaml'), 'utf8');
    await runCli(['simulate', 'scenarios/triage.scenario.yaml'], { cwd });
    expect(statSync(join(cwd, '.pegboard/tool_cache.db')).mtimeMs).toBe(before);
    expect(readFileSync(join(cwd, 'pegboard.yaml'), 'utf8')).toBe(yaml);
  });

  const there = existsSync(githubCatalog);
  const note = there ? '' : ' (not run: ../shared/data is not on this computer)';
  it.runIf(there)(`plays the same script over the captured GitHub catalog${note}`, async () => {
    const cwd = temporaryFolder();
    write(cwd, 'pegboard.yaml', searchOn);
    await runCli(['import', githubCatalog, '--name', 'github'], { cwd });
    write(cwd, 'triage.scenario.yaml', triageScenario);
    const { code, result } = await runCli(['simulate', 'triage.scenario.yaml'], { cwd });
    const { tokens, steps, expectations } = simulation(result);
    expect(expectations.filter(({ passed }) => !passed)).toEqual([]);
    expect([code, steps.length]).toEqual([0, 5]);
    expect(tokens.estimate.saving).toBeGreaterThan(0.8);
    expect(tokens.o200k.saving).toBeGreaterThan(0.8);
  });
});

describe('a run with a real deferred tool over stdio', () => {
  const scenario = `${echoScenario
    .replace(/^tools:\n( {2}.*\n)+/m, '')
    .replace(/^results:\n.*\n/m, 'live_tools: ["everything.*"]\n')
    .replace('call: echo, args: {text: hello}', 'call: everything.echo, args: {message: hello}')
    .replaceAll('[tool_search, echo]', '[tool_search, everything.echo]')
    .replace('activated: [echo]', 'activated: [everything.echo]')}`;

  it('searches, activates, calls, answers; after consent only (R16.05)', async () => {
    const cwd = temporaryFolder();
    const env = { PEGBOARD_HOME: temporaryFolder() };
    write(cwd, 'pegboard.yaml', searchOn);
    write(cwd, 'real.scenario.yaml', scenario);
    await runCliProcess(['import', '--mcp', '--name', 'everything', '--', ...realServer('everything')], { cwd, env });
    const stranger = { PEGBOARD_HOME: temporaryFolder() };
    const refused = await runCliProcess(['simulate', 'real.scenario.yaml'], { cwd, env: stranger });
    expect([refused.code, refused.stdout, refused.error.code]).toEqual([2, '', 'consent_required']);

    const { code, stderr, result } = await runCliProcess(['simulate', 'real.scenario.yaml'], { cwd, env });
    expect([code, stderr]).toEqual([0, '']);
    const { steps, events, traces, tokens, passed } = simulation(result);
    expect(passed).toBe(true);
    expect(steps.map(({ tool, outcome, activated }) => [tool, outcome, activated])).toEqual([
      ['tool_search', 'result', null],
      ['everything.echo', 'result', 'everything.echo'],
      [null, 'final', null],
    ]);
    expect(steps[0]?.visible).not.toContain('everything.echo');
    expect(JSON.parse(steps[0]?.observation ?? '').result.tools[0].name).toBe('everything.echo');
    expect(steps[1]?.observation).toContain('Echo: hello');
    expect(steps[2]?.visible).toContain('everything.echo');
    expect(events.filter(({ event_type }) => event_type === 'tool_activated')).toMatchObject([
      { payload: { tool_name: 'everything.echo', activation_scope: 'run', source: 'tool_call', reason: 'first_use' } },
    ]);
    expect(traces).toHaveLength(1);
    expect(traces[0]?.answer).toBe('done');
    expect(tokens.estimate.all_tools).toBeGreaterThan(0);
    const system = steps.map(({ system_tokens }) => system_tokens.estimate);
    expect(system[1]).toBe(system[0]);
    expect(system[2]).toBeGreaterThan(system[1] ?? 0);
  });
});

describe('pegboard prompt', () => {
  it('prints the blocks with their tokens by both estimators', async () => {
    const cwd = await demoFolder();
    const { code, result, stderr } = await runCliProcess(['prompt', '--persona', 'support'], { cwd });
    expect([code, stderr]).toEqual([0, '']);
    const { schema, blocks, tokens } = result as unknown as {
      schema: string;
      blocks: { name: string; text: string; tokens: { estimate: number; o200k: number } }[];
      tokens: { estimate: number; o200k: number };
    };
    expect([schema, blocks.map(({ name }) => name)]).toEqual([
      'pegboard.prompt/1',
      ['instructions', 'tool_discovery', 'skill_discovery', 'skill_directory', 'available_tools'],
    ]);
    for (const block of blocks) expect(block.tokens.estimate).toBe(Math.ceil([...block.text].length / 4));
    expect(tokens.o200k).toBeGreaterThan(0);
    const human = await runCliProcess(['prompt', '--format', 'human'], { cwd });
    expect(human.stdout).toContain('<available_tools>\n- name: tool_search\n');
    expect(human.stderr).toMatch(/^whole prompt +\d+ +\d+$/m);
  });

  it('compares profiles block by block', async () => {
    const cwd = await demoFolder();
    const { result } = await runCli(['prompt', '--diff', 'all-tools'], { cwd });
    expect(result).toMatchObject({
      schema: 'pegboard.prompt/1',
      diff: { blocks: ['same', 'removed', 'same', 'same', 'changed'].map((change) => ({ change })) },
    });
    const human = await runCli(['prompt', '--profile', 'baseline', '--diff', 'all-tools', '--format', 'human'], {
      cwd,
    });
    expect(human.stdout).toMatch(/^\+ {3}examples:$/m);
    expect(human.stdout).toMatch(/^whole prompt +\d+ +\d+ +\d+ +\d+ +\+\d+ +\+\d+$/m);
    const wrong = await runCli(['prompt', '--profile', 'deferd'], { cwd });
    expect([wrong.code, wrong.error.code, wrong.error.hint]).toEqual([
      2,
      'unknown_profile',
      'Did you mean "deferred"?',
    ]);
  });
});
