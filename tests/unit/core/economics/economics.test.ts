import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { breakEven, recommend } from '#core/economics/break-even.ts';
import { compareSteps } from '#core/economics/compare-steps.ts';
import { costMix } from '#core/economics/cost-mix.ts';
import { economicsReport } from '#core/economics/economics-service.ts';
import { runTypeReport } from '#core/planner/scenario/run-types.ts';
import { economicsInputSchema } from '#shared/domain/economics.ts';
import { seedHiddenCosts } from '#shared/domain/economics-sources.ts';
import type { Simulation } from '#shared/domain/simulation.ts';
import type { TraceStep } from '#shared/domain/trace.ts';
import { call, done, testPlanner } from '../../../support/planner.ts';
import { runCli } from '../../../support/run-cli.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';

const inputs = (given: object = {}) => economicsInputSchema.parse(given);

describe('the comparison of steps', () => {
  it("reproduces the seed's table of five steps from its inputs, accumulated (R17.36)", () => {
    const { steps, all_tools, discovery, saving } = compareSteps(inputs());
    expect(steps).toEqual([
      { step: 0, all_tools: 18_200, discovery: 500 },
      { step: 1, all_tools: 18_200 + 200, discovery: 1650 + 400 },
      { step: 2, all_tools: 18_200 + 400, discovery: 1650 + 600 },
      { step: 3, all_tools: 18_200 + 600, discovery: 1650 + 800 },
      { step: 4, all_tools: 18_200 + 800, discovery: 1650 + 1000 },
    ]);
    expect([all_tools, discovery]).toEqual([93_000, 9_900]);
    expect(saving).toBeCloseTo(1 - 9900 / 93_000, 10);
    expect(compareSteps(inputs({ steps: 3 })).steps).toEqual(steps.slice(0, 3));
    const { steps: eight } = compareSteps(inputs({ steps: 8 }));
    expect([eight.slice(0, 5), eight.length]).toEqual([steps, 8]);
    expect(eight.at(-1)).toEqual({ step: 7, all_tools: 18_200 + 1400, discovery: 1650 + 1600 });
  });

  it("reproduces the seed's table of queries, which does not accumulate", () => {
    const total = (steps: number, accumulation = 'none') => compareSteps(inputs({ steps, accumulation })).all_tools;
    expect([1, 2, 8].map((steps) => total(steps))).toEqual([18_200, 36_600, 147_000]);
    expect(total(5)).toBe(91_800);
    expect(total(8, 'accumulated')).toBe(151_200);
  });

  it('counts the hidden costs that are chosen, once or in each request after the first (R17.41)', () => {
    expect(seedHiddenCosts).toEqual({ extra_searches: 800, working_memory: 200, rules: 400 });
    const hidden_costs = { extra_searches: 800, rules: 250 };
    expect(compareSteps(inputs({ hidden_costs: seedHiddenCosts })).hidden).toBe(1400);
    const once = compareSteps(inputs({ hidden_costs }));
    expect([once.hidden, once.discovery]).toEqual([1050, 9900]);
    expect(once.saving).toBeCloseTo(1 - 10_950 / 93_000, 10);
    expect(compareSteps(inputs({ hidden_costs, hidden_costs_count: 'each_step' })).hidden).toBe(4200);
    expect(inputs().hidden_costs).toEqual({});
    expect(economicsInputSchema.safeParse({ hidden_costs: { luck: 1 } }).success).toBe(false);
  });

  it('adds up whatever the inputs: totals are those of the rows, and more steps never cost less', () => {
    const tokens = fc.integer({ min: 0, max: 100_000 });
    fc.assert(
      fc.property(
        fc.record({
          steps: fc.integer({ min: 1, max: 40 }),
          accumulation: fc.constantFrom('accumulated', 'none'),
          all_tools_tokens: tokens,
          first_tokens: tokens,
          later_tokens: tokens,
          history_tokens: tokens,
          search_history_tokens: tokens,
        }),
        (given) => {
          const result = compareSteps(inputs(given));
          expect(result.steps).toHaveLength(given.steps);
          expect(result.all_tools).toBe(result.steps.reduce((sum, step) => sum + step.all_tools, 0));
          expect(result.discovery).toBe(result.steps.reduce((sum, step) => sum + step.discovery, 0));
          const more = compareSteps(inputs({ ...given, steps: given.steps + 1 }));
          expect(more.all_tools).toBeGreaterThanOrEqual(result.all_tools);
          expect(result.saving).toBeLessThanOrEqual(1);
        },
      ),
    );
  });
});

describe('break-even and recommendation', () => {
  it('is told for the spends of the seed too, by the rate and the cost that are given', () => {
    const { payback } = economicsReport(inputs({ savings_rate: 0.5, implementation_cost: 1000 }));
    expect(payback.map(({ monthly_spend, months }) => [monthly_spend, months])).toEqual([
      [100, 20],
      [500, 4],
      [1000, 2],
      [5000, 0.4],
    ]);
  });

  it('is cost ÷ (spend × rate): about 7 months, 6 weeks, 3 weeks, 4 days (R17.38)', () => {
    const { savings_rate, implementation_cost } = inputs();
    expect([savings_rate, implementation_cost]).toEqual([0.88, 600]);
    const paid = (spend: number) => breakEven(spend, 0.88, 600);
    expect([100, 500, 1000, 5000].map((spend) => paid(spend).words)).toEqual([
      '7 months',
      '6 weeks',
      '3 weeks',
      '4 days',
    ]);
    expect(economicsReport(inputs()).payback.map(({ words }) => words)).toEqual([
      '7 months',
      '6 weeks',
      '3 weeks',
      '4 days',
    ]);
    expect(paid(100).months).toBeCloseTo(600 / 88, 10);
    expect(paid(100).monthly_saving).toBeCloseTo(88, 10);
    for (const [spend, rate] of [
      [0, 0.88],
      [100, 0],
      [100, -0.2],
    ] as const)
      expect(breakEven(spend, rate, 600)).toMatchObject({ months: null, words: 'never' });
    expect(breakEven(100, 0.5, 0).words).toBe('at once');
    expect(breakEven(100_000, 0.9, 600).words).toBe('1 day');
    expect(breakEven(10, 0.5, 600).words).toBe('10 years');
  });

  it('is recommended by the payback time: definitely within a month, yes within a year (R17.39)', () => {
    const after = (saved: number) => recommend(breakEven(saved, 1, 600));
    expect([-1, 0, 49, 50, 599, 600, 5000].map(after)).toEqual([
      ...['no', 'no', 'maybe', 'yes', 'yes', 'definitely', 'definitely'],
    ]);
    // A large spend that is hardly reduced is no reason.
    expect(recommend(breakEven(100_000, 0.0001, 600))).toBe('maybe');
    expect(recommend(breakEven(100, -0.2, 0))).toBe('no');
  });
});

describe('the cost of a mix', () => {
  it('follows from requests, price and mix, and nothing else (R17.40)', () => {
    const cost = costMix(inputs());
    expect(cost.all_tools).toBeCloseTo(855, 6);
    expect(cost.discovery).toBeCloseTo((10_000 * 30 * (0.6 * 500 + 0.3 * 900 + 0.1 * 1800) * 0.15) / 1e6, 10);
    expect(cost.monthly_saving).toBeCloseTo(821.25, 6);
    const searching = costMix(inputs({ mix: { A: 0, B: 0, C: 100 } }));
    expect(searching.monthly_saving).toBeCloseTo(855 - (10_000 * 30 * 1800 * 0.15) / 1e6, 6);
    expect(costMix(inputs({ requests_per_day: 5000 })).monthly_saving).toBeCloseTo(821.25 / 2, 6);
    expect(costMix(inputs({ requests_per_day: 0 }))).toMatchObject({ all_tools: 0, saving: 0 });
    expect(costMix(inputs({ price_per_million: 0.3 })).monthly_saving).toBeCloseTo(2 * 821.25, 6);
  });

  it('takes what a prompt cache held at its price, for each side its own share', () => {
    const cost = costMix(inputs({ cached_price_per_million: 0.015, all_tools_cached: 1, discovery_cached: 0.5 }));
    expect(cost.all_tools).toBeCloseTo(85.5, 6);
    expect(cost.discovery).toBeCloseTo(33.75 * 0.55, 6);
  });

  it('takes a tenth of the price for a cached token whose price nobody gave, and says so', async () => {
    const given = { price_per_million: 3, all_tools_cached: 0.9, discovery_cached: 0.4 };
    const tenth = costMix(inputs({ ...given, cached_price_per_million: 0.3 }));
    expect(costMix(inputs(given)).monthly_saving).toBeCloseTo(tenth.monthly_saving, 6);
    const free = costMix(inputs({ ...given, cached_price_per_million: 0 }));
    expect(costMix(inputs(given)).all_tools).toBeGreaterThan(free.all_tools);
    const args = ['economics', '--seed', '--cached', '0.9/0.4', '--format', 'human'];
    const { stdout } = await runCli(args, { cwd: temporaryFolder() });
    expect(stdout).toMatch(/cached_price_per_million +a tenth of price_per_million/);
    expect(stdout).toContain('a token from the cache counts as a tenth of the price');
    expect(stdout).toContain('the steps of a task, their history and hidden costs are not in it');
    expect(stdout).toContain('4 of 21 are equal, and the farthest differ by a factor of 21');
  });

  it('refuses a mix that is not whole, and numbers out of range, by name', () => {
    const issue = (given: object) => economicsInputSchema.safeParse(given).error?.issues[0]?.path.join('.');
    expect(issue({ mix: { A: 50, B: 30, C: 10 } })).toBe('mix');
    expect(issue({ steps: 0 })).toBe('steps');
    expect(issue({ all_tools_cached: 1.1 })).toBe('all_tools_cached');
    expect(issue({ price_per_million: -1 })).toBe('price_per_million');
  });
});

describe('the report', () => {
  it('takes spend and rate from the inputs where they are given, else from what it computed', () => {
    const computed = economicsReport(inputs({ savings_rate: null }));
    expect(computed.break_even.monthly_spend).toBeCloseTo(855, 6);
    expect(computed.break_even.savings_rate).toBe(computed.cost.saving);
    expect(computed.recommendation).toBe('definitely');
    const given = economicsReport(inputs({ monthly_spend: 50, savings_rate: 0.5 }));
    expect(given.break_even).toMatchObject({ monthly_spend: 50, savings_rate: 0.5, words: '2 years' });
    expect(given.recommendation).toBe('maybe');
  });

  it("lists the seed's rounded figures beside what its inputs give, with every difference (R17.37)", () => {
    expect(inputs()).toMatchObject({ all_tools_tokens: 18_200, first_tokens: 500, later_tokens: 1650 });
    const { references } = economicsReport(inputs({ steps: 8, all_tools_tokens: 9000, mix: { A: 100, B: 0, C: 0 } }));
    const differing = references
      .filter(({ seed, computed }) => Math.abs(seed - computed) > 0.02 * Math.abs(seed))
      .map(({ figure, seed, computed }) => [figure, seed, Math.round(computed * 100) / 100]);
    expect(differing).toEqual([
      ['5 steps, discovery', 10_500, 9_900],
      ['2 steps, discovery', 4_100, 2_550],
      ['5 steps, discovery', 11_300, 8_100],
      ['8 steps, discovery', 19_000, 13_650],
      ['break-even at 100 per month', 7, 6.82],
      ['break-even at 5000 per month', expect.closeTo(0.13, 2), 0.14],
      ['mix 60/30/10, all tools', 40.5, 855],
      ['mix 60/30/10, discovery', 4.5, 33.75],
      ['mix 30/50/20, all tools', 40.5, 855],
      ['mix 30/50/20, discovery', 7.5, 43.2],
      ['mix 10/40/50, all tools', 40.5, 855],
      ['mix 10/40/50, discovery', 12, 58.95],
    ]);
    const small = references
      .filter(({ seed, computed }) => seed !== computed && Math.abs(seed - computed) <= 0.02 * Math.abs(seed))
      .map(({ figure, seed, computed }) => [figure, seed, Math.round(computed * 1000) / 1000]);
    expect(small).toEqual([
      ['5 steps, all tools', 92_000, 93_000],
      ['5 steps, share saved', 0.88, 0.894],
      ['5 steps, all tools', 92_000, 91_800],
      ['break-even at 500 per month', expect.closeTo(1.382, 3), 1.364],
      ['break-even at 1000 per month', expect.closeTo(0.691, 3), 0.682],
    ]);
    const exact = references
      .filter(({ seed, computed }) => seed === computed)
      .map(({ figure, seed }) => [figure, seed]);
    expect(exact).toEqual([
      ['1 step, all tools', 18_200],
      ['1 step, discovery', 500],
      ['2 steps, all tools', 36_600],
      ['8 steps, all tools', 147_000],
    ]);
    for (const { source } of references) expect(source).toMatch(/^reference figures/);
  });
});

const scenarioOfTypes = `name: types
config:
  tool_search: {enabled: true, default_loading_mode: deferred}
tools:
  - {name: echo, description: Echo a string back to you.}
turns:
  - {query: a, script: [{answer: done}]}
  - {query: b, script: [{call: tool_search, args: {query: echo}}, {answer: done}]}
  - {query: c, script: [{call: tool_search, args: {query: echo}}, {call: tool_search, args: {query: echo}}, {answer: done}]}
`;

describe('the type of a run', () => {
  const tokens = { estimate: 700, o200k: 650 };
  const step = (tool: string | null, names: readonly string[] = [], outcome: TraceStep['outcome'] = 'result') =>
    ({
      tool,
      outcome,
      observation: JSON.stringify({ result: { tools: names.map((name) => ({ name })) } }),
      system_tokens: tokens,
    }) as unknown as TraceStep;
  const typed = (...steps: readonly TraceStep[]) =>
    runTypeReport({ steps: [...steps] }, { estimate: 9000, o200k: 8000 });

  it('is A, B or C by its discovery calls, beside what the seed expects', () => {
    expect(typed(step('a.b'))).toMatchObject({ type: 'A', discovery_calls: 0, tools_expected: null });
    expect(typed(step('tool_search', ['a', 'b']), step('a'))).toMatchObject({
      type: 'B',
      discovery_calls: 1,
      tools_found: 2,
      tools_expected: { from: 1, to: 3 },
    });
    expect(typed(step('tool_search', ['a']), step('tool_search', ['a', 'c']))).toMatchObject({
      type: 'C',
      discovery_calls: 2,
      tools_found: 2,
      tools_expected: { from: 5, to: 10 },
    });
    expect(typed(step('tool_search', [], 'invalid_arguments')).type).toBe('A');
  });

  it('is told of what a run did, however few or many tools its searches gave (R17.34)', async () => {
    const found = { name: 'a', description: 'Do it.' };
    const search = call('tool_search', { query: 'do it' });
    const scripts = [
      { script: [call('a'), call('tool_get', { names: ['a'] })], type: 'A', tools_expected: null },
      { script: [search], type: 'B', tools_expected: { from: 1, to: 3 } },
      { script: [search, search], type: 'C', tools_expected: { from: 5, to: 10 } },
      { script: [search, call('a'), search, search], type: 'C', tools_expected: { from: 5, to: 10 } },
    ];
    for (const { script, ...expected } of scripts) {
      const { planner } = await testPlanner({ tools: [found], script: [...script, done] });
      const trace = await planner.run({ query: 'q' });
      expect(trace.answer).toBe('done');
      expect(runTypeReport(trace, tokens)).toMatchObject(expected);
    }
  });

  it("has its overhead beside the seed's 500, 900, 1,800 and 19,000 tokens (R17.35)", async () => {
    const reports = [typed(step(null)), typed(step('tool_search')), typed(step('tool_search'), step('tool_search'))];
    expect(reports.map(({ reference }) => reference.overhead)).toEqual([500, 900, 1800]);
    for (const report of reports) {
      expect(report).toMatchObject({ overhead: tokens, all_tools_overhead: { estimate: 9000, o200k: 8000 } });
      expect(report.reference).toMatchObject({ all_tools_overhead: 19_000, source: 'reference figures, a request' });
    }
    // What the command prints of a run with a turn of each type.
    const cwd = temporaryFolder();
    writeFileSync(join(cwd, 'pegboard.yaml'), '');
    writeFileSync(join(cwd, 'types.scenario.yaml'), scenarioOfTypes);
    const ran = await runCli(['simulate', 'types.scenario.yaml'], { cwd });
    const { turns } = ran.result as unknown as Simulation;
    const { stdout } = await runCli(['simulate', 'types.scenario.yaml', '--format', 'human'], { cwd });
    const lines = stdout.split('\n').map((line) => line.trim().split(/ {2,}/));
    const head = lines.findIndex((cells) => cells.includes('overhead (estimate)'));
    expect(lines[head]?.slice(-4)).toEqual(['overhead (estimate)', 'all tools', 'seed', 'all tools']);
    const measured = turns.map(({ run_type: { overhead, all_tools_overhead: all } }) => [
      String(overhead.estimate),
      String(all.estimate),
    ]);
    expect(new Set(measured.flat()).size).toBeGreaterThan(1);
    expect(lines.slice(head + 1, head + 4).map((cells) => [cells[1], ...cells.slice(-4)])).toEqual([
      ['A', ...(measured[0] ?? []), '500', '19000'],
      ['B', ...(measured[1] ?? []), '900', '19000'],
      ['C', ...(measured[2] ?? []), '1800', '19000'],
    ]);
  });
});
