import { economicsInputSchema, type SeedFigure } from '#shared/domain/economics.ts';
import { breakEven } from './break-even.ts';
import { compareSteps } from './compare-steps.ts';
import { costMix } from './cost-mix.ts';

/** What the seed adds for hidden costs (R17.41). */
export const seedHiddenCosts = { extra_searches: 800, working_memory: 200, rules: 400 } as const;

const steps = 'seed 004, Multi-Step Task Comparison';
const queries = 'seed 004, By Query Type';
const breaks = 'seed 004, Break-Even Analysis';
const costs = 'seed 004 §8.3';

/**
 * The figures that seed 004 prints, beside what its own inputs give by our functions (C30, C32). Its table of queries adds up
 * without accumulation, its table of steps with.
 */
export function seedFigures(): SeedFigure[] {
  const table = compareSteps(seedInputs({}));
  return [
    tokens('5 steps, all tools', 92_000, table.all_tools, steps),
    tokens('5 steps, discovery', 10_500, table.discovery, steps),
    { figure: '5 steps, share saved', seed: 0.88, computed: table.saving, unit: 'share', source: steps },
    ...queryTable.flatMap(({ steps: count, allTools, discovery }) => {
      const computed = compareSteps(seedInputs({ steps: count, accumulation: 'none' }));
      return [
        tokens(`${count} ${count === 1 ? 'step' : 'steps'}, all tools`, allTools, computed.all_tools, queries),
        tokens(`${count} ${count === 1 ? 'step' : 'steps'}, discovery`, discovery, computed.discovery, queries),
      ];
    }),
    ...breakEvenTable.map(({ spend, months }) => ({
      figure: `break-even at ${spend} a month`,
      seed: months,
      computed: breakEven(spend, 0.88, 600).months ?? 0,
      unit: 'months' as const,
      source: breaks,
    })),
    ...costTable.flatMap(({ mix, discovery }) => {
      const computed = costMix(seedInputs({ mix }));
      const name = `mix ${mix.A}/${mix.B}/${mix.C}`;
      return [
        money(`${name}, all tools`, 40.5, computed.all_tools),
        money(`${name}, discovery`, discovery, computed.discovery),
      ];
    }),
  ];
}

const queryTable = [
  { steps: 1, allTools: 18_200, discovery: 500 },
  { steps: 2, allTools: 36_600, discovery: 4_100 },
  { steps: 5, allTools: 92_000, discovery: 11_300 },
  { steps: 8, allTools: 147_000, discovery: 19_000 },
];

/** 7 months, 6 weeks, 3 weeks, 4 days; a month has 30.4 days. */
const breakEvenTable = [
  { spend: 100, months: 7 },
  { spend: 500, months: 42 / 30.4 },
  { spend: 1000, months: 21 / 30.4 },
  { spend: 5000, months: 4 / 30.4 },
];

const costTable = [
  { mix: { A: 60, B: 30, C: 10 }, discovery: 4.5 },
  { mix: { A: 30, B: 50, C: 20 }, discovery: 7.5 },
  { mix: { A: 10, B: 40, C: 50 }, discovery: 12 },
];

function seedInputs(given: object) {
  return economicsInputSchema.parse(given);
}

function tokens(figure: string, seed: number, computed: number, source: string): SeedFigure {
  return { figure, seed, computed, unit: 'tokens', source };
}

function money(figure: string, seed: number, computed: number): SeedFigure {
  return { figure, seed, computed, unit: 'money a month', source: costs };
}

/** Where the default of an input comes from, by field; the others are choices of ours. */
export const seedSources: Readonly<Record<string, string>> = {
  steps,
  all_tools_tokens: steps,
  first_tokens: steps,
  later_tokens: steps,
  history_tokens: steps,
  search_history_tokens: steps,
  requests_per_day: costs,
  price_per_million: `${costs} (GPT-4o-mini)`,
  'mix.A': costs,
  'mix.B': costs,
  'mix.C': costs,
  'type_tokens.A': 'seed 004 §8.1',
  'type_tokens.B': 'seed 004 §8.1',
  'type_tokens.C': 'seed 004 §8.1',
  all_tools_request_tokens: 'seed 004 §8.1',
  savings_rate: breaks,
  implementation_cost: breaks,
  'hidden_costs.extra_searches': 'seed 004, Hidden Costs',
  'hidden_costs.working_memory': 'seed 004, Hidden Costs',
  'hidden_costs.rules': 'seed 004, Hidden Costs',
};
