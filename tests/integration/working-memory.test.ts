import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse, stringify } from 'yaml';
import { nodeFiles } from '#core/files/node-files.ts';
import { demoWorkspaceFiles } from '#core/workspace/demo/demo-workspace.ts';
import { sessionScenario } from '#core/workspace/demo/session-scenario.ts';
import type { EconomicsReport } from '#shared/domain/economics.ts';
import type { Simulation } from '#shared/domain/simulation.ts';
import { runCli, runCliProcess } from '../support/run-cli.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { write } from '../support/workspace.ts';

async function demoFolder(): Promise<string> {
  const root = temporaryFolder();
  await nodeFiles.writeAll(demoWorkspaceFiles(root));
  return root;
}

/** The scenario with some of its turns. */
function turnsFrom(from: number, to: number): string {
  const { turns, expect: _expect, ...rest } = parse(sessionScenario) as { turns: unknown[]; expect: unknown };
  return stringify({ ...rest, turns: turns.slice(from, to) });
}

const simulation = (result: Record<string, unknown>) => result as unknown as Simulation;
const at = 'scenarios/session.scenario.yaml';

describe('five turns of one session with one discovery tool', () => {
  it('keep, use and render their memory, and go on after a restart as if there was none', async () => {
    const cwd = await demoFolder();
    const PEGBOARD_HOME = temporaryFolder();
    const env = { PEGBOARD_HOME };
    const whole = await runCliProcess(['simulate', at], { cwd, env });
    expect([whole.code, whole.stderr]).toEqual([0, '']);
    const { turns, steps } = simulation(whole.result);
    expect(
      turns.map(({ run_type, memory }) => [run_type.type, memory?.discoveredTools.length, memory?.entities.length]),
    ).toEqual([
      ['B', 3, 2],
      ['C', 5, 3],
      ['A', 5, 3],
      ['A', 5, 4],
      ['B', 5, 5],
    ]);
    expect(turns.at(-1)?.memory?.usedTools).toEqual([
      'orders.search',
      'shop.lookup',
      'inventory.check_stock',
      'customers.find',
    ]);
    expect(steps[0]?.visible).toEqual(['tool_search']);
    expect(steps.find(({ turn }) => turn === 4)?.visible).toContain('orders.search');
    for (const { cache } of steps)
      expect(cache.map(({ layout }) => layout)).toEqual(expect.arrayContaining(['listed', 'appended']));
    // Nothing is kept unless it is asked for.
    expect(readdirSync(PEGBOARD_HOME)).not.toContain('working-memory');

    write(cwd, 'scenarios/first.scenario.yaml', turnsFrom(0, 3));
    write(cwd, 'scenarios/second.scenario.yaml', turnsFrom(3, 5));
    const first = await runCliProcess(['simulate', 'scenarios/first.scenario.yaml', '--remember'], { cwd, env });
    const second = await runCliProcess(['simulate', 'scenarios/second.scenario.yaml', '--remember'], { cwd, env });
    expect([first.code, second.code]).toEqual([0, 0]);
    const apart = [...simulation(first.result).turns, ...simulation(second.result).turns];
    const facts = (all: Simulation['turns']) =>
      all.map(({ memory }) => ({ ...memory, lastUpdated: '', entities: memory?.entities.map(({ id }) => id) }));
    expect(facts(apart)).toEqual(facts(turns));
    const resumed = simulation(second.result).steps[0];
    expect(resumed?.visible).toEqual(steps.find(({ turn }) => turn === 4)?.visible);

    const folder = join(PEGBOARD_HOME, 'working-memory');
    const [file = '', ...more] = readdirSync(folder);
    expect(more).toEqual([]);
    expect(statSync(join(folder, file)).mode & 0o777).toBe(0o600);
    expect(JSON.parse(readFileSync(join(folder, file), 'utf8'))).toEqual(apart.at(-1)?.memory);

    // Policy is asked anew: what is denied since is gone, from the prompt and from what is kept.
    const denied = turnsFrom(3, 5).replace('policy:\n', 'policy:\n    denied_tools: [ orders.search ]\n');
    write(cwd, 'scenarios/denied.scenario.yaml', denied);
    const after = simulation(
      (await runCliProcess(['simulate', 'scenarios/denied.scenario.yaml', '--remember'], { cwd, env })).result,
    );
    expect(after.steps[0]).toMatchObject({ outcome: 'tool_not_found' });
    expect(after.steps[0]?.visible).not.toContain('orders.search');
    expect(readFileSync(join(folder, file), 'utf8')).not.toContain('orders.search');

    writeFileSync(join(folder, file), '{');
    const broken = await runCliProcess(['simulate', 'scenarios/second.scenario.yaml', '--remember'], { cwd, env });
    expect([broken.code, broken.error.code]).toEqual([2, 'file_unreadable']);
    const anew = ['simulate', 'scenarios/first.scenario.yaml', '--remember', '--forget', '--format', 'human'];
    const again = await runCliProcess(anew, { cwd, env });
    expect(again.code).toBe(0);
    expect(again.stdout).toMatch(/^memory of session maya after turn 1\n {2}discovered \(3\): orders\.search, /m);
    expect(again.stdout).toMatch(/^ {4}order: Oak lamp \(ORD-20431\)$/m);
    expect(again.stdout).toMatch(/^prompt cache: the first byte that differs/m);
    expect(again.stdout).toMatch(/^1 +B +1 +3 +1–3 +\d+ +\d+ +900 +19000$/m);
    const both = await runCliProcess(['simulate', at, '--update', '--remember'], { cwd, env });
    expect(both.error.code).toBe('usage');
  });
});

describe('pegboard economics', () => {
  it('computes from the workspace and from what the user gives, names every source, and writes CSV', async () => {
    const cwd = await demoFolder();
    const given = [
      '--price',
      '3',
      '--requests',
      '1000',
      '--mix',
      '20/50/30',
      '--steps',
      '8',
      '--hidden',
      'extra_searches,rules=250',
    ];
    const { code, stderr, result } = await runCli(['economics', ...given], { cwd });
    expect([code, stderr, result.schema]).toEqual([0, '', 'pegboard.economics/1']);
    const { inputs, comparison, cost, break_even } = result as unknown as EconomicsReport;
    const sources = result.sources as Record<string, string>;
    expect(inputs).toMatchObject({ steps: 8, price_per_million: 3, mix: { A: 20, B: 50, C: 30 }, savings_rate: null });
    expect(inputs.all_tools_tokens).toBeGreaterThan(inputs.first_tokens);
    expect([comparison.steps.length, comparison.hidden]).toEqual([8, 1050]);
    expect(cost.all_tools).toBeCloseTo((1000 * 30 * inputs.all_tools_request_tokens * 3) / 1e6, 6);
    expect(break_even.savings_rate).toBe(cost.saving);
    expect(sources).toMatchObject({
      all_tools_tokens: expect.stringContaining('measured: system prompt with all 77 tools'),
      price_per_million: 'given by you',
      history_tokens: expect.stringContaining('reference figures'),
      'hidden_costs.extra_searches': 'reference figures, Hidden Costs',
      'hidden_costs.rules': 'given by you',
    });
    const csv = await runCli(['economics', ...given, '--format', 'csv'], { cwd });
    const rows = csv.stdout.trim().split('\r\n');
    expect(rows[0]).toBe('section,name,value,unit,source');
    for (const row of rows) expect(row).toMatch(/,[^,"]+$|,"[^"]+"$/);
    const human = await runCli(['economics', '--seed', '--format', 'human'], { cwd: temporaryFolder() });
    expect(human.code).toBe(0);
    expect(human.stdout).toMatch(/^total +93000 +9900$/m);
    expect(human.stdout).toMatch(/^5 steps, all tools +92000 +93000 +tokens +reference figures/m);
    const priced = await runCli(['economics', '--model', 'gpt-4.1-mini', '--cached-price', '0.2'], { cwd });
    expect(priced.result).toMatchObject({
      inputs: { price_per_million: 0.4, cached_price_per_million: 0.2 },
      sources: {
        price_per_million: expect.stringMatching(/^price of gpt-4.1-mini, list of 20/),
        cached_price_per_million: 'given by you',
      },
    });
    const unknown = await runCli(['economics', '--model', 'gpt-4.1-mino'], { cwd });
    expect([unknown.code, unknown.error.hint]).toEqual([2, expect.stringContaining('Did you mean gpt-4.1-mini?')]);
    const wrong = await runCli(['economics', '--mix', '50/30/10'], { cwd });
    expect([wrong.code, wrong.error.message]).toEqual([2, 'mix: the three must add up to 100.']);
  });
});
