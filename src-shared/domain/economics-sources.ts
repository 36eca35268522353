import type { MeasuredEconomics } from './economics.ts';

/** What the reference figures add for hidden costs (R17.41). */
export const seedHiddenCosts = { extra_searches: 800, working_memory: 200, rules: 400 } as const;

/** The tables of the reference figures: those that the founding text on discovery prints. */
export const seedTables = {
  steps: 'reference figures, Multi-Step Task Comparison',
  queries: 'reference figures, By Query Type',
  breaks: 'reference figures, Break-Even Analysis',
  costs: 'reference figures, one month',
} as const;

const { steps, breaks, costs } = seedTables;

/** Where the default of an input comes from, by field; the others are choices of ours. */
const seedSources: Readonly<Record<string, string>> = {
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
  'type_tokens.A': 'reference figures, a request',
  'type_tokens.B': 'reference figures, a request',
  'type_tokens.C': 'reference figures, a request',
  all_tools_request_tokens: 'reference figures, a request',
  savings_rate: breaks,
  implementation_cost: breaks,
  'hidden_costs.extra_searches': 'reference figures, Hidden Costs',
  'hidden_costs.working_memory': 'reference figures, Hidden Costs',
  'hidden_costs.rules': 'reference figures, Hidden Costs',
};

/**
 * Where each input comes from, by field: measured, given by you, a table of the reference figures. `given` is what the user says of the inputs; the
 * rest was measured or is a default.
 */
export function economicsSources(
  measured: MeasuredEconomics | null,
  given: Readonly<Record<string, unknown>>,
): Record<string, string> {
  const yours = Object.entries(given).flatMap(([field, value]) => {
    if (typeof value !== 'object' || value === null) return [[field, 'given by you']];
    return Object.entries(value).map(([key, inner]) => {
      const known: Readonly<Record<string, number>> = seedHiddenCosts;
      const isSeeds = field === 'hidden_costs' && inner === known[key];
      return [`${field}.${key}`, isSeeds ? (seedSources[`${field}.${key}`] ?? '') : 'given by you'];
    });
  });
  const rate = measured && !('savings_rate' in given) ? { savings_rate: 'computed from the inputs' } : {};
  return { ...seedSources, ...measured?.sources, ...rate, ...Object.fromEntries(yours) };
}
