import { economicsInputSchema, type SeedFigure } from '#shared/domain/economics.ts';
import { seedTables } from '#shared/domain/economics-sources.ts';
import { breakEven } from './break-even.ts';
import { compareSteps } from './compare-steps.ts';
import { costMix } from './cost-mix.ts';

const { steps, queries, breaks, costs } = seedTables;

/**
 * The figures that seed 004 prints, beside what its own inputs give by our functions. Its table of queries adds up
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
      figure: `break-even at ${spend} per month`,
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
export const breakEvenTable = [
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
  return { figure, seed, computed, unit: 'money per month', source: costs };
}
