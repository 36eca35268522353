import { csvRows } from '../csv.ts';
import type { EconomicsReport } from './economics.ts';

/** One number of the economics: what it is and where it comes from. */
export interface Figure {
  readonly section: string;
  readonly name: string;
  readonly value: number | string;
  readonly unit: string;
  readonly source: string;
}

const units: Readonly<Record<string, string>> = {
  steps: 'requests',
  accumulation: '',
  hidden_costs_count: '',
  requests_per_day: 'requests a day',
  days_per_month: 'days',
  price_per_million: 'money',
  cached_price_per_million: 'money',
  all_tools_cached: 'share',
  discovery_cached: 'share',
  monthly_spend: 'money per month',
  savings_rate: 'share',
  implementation_cost: 'money',
};

/** What an input without a value stands for. */
function whereNull(field: string): string {
  return field === 'cached_price_per_million' ? 'a tenth of price_per_million' : 'as computed';
}

/** Every number of a report, in the order it is read. `sources` are those of the inputs, by field. */
export function economicsFigures(
  { inputs, comparison, cost, break_even, payback, recommendation, references }: EconomicsReport,
  sources: Readonly<Record<string, string>>,
): Figure[] {
  const given = Object.entries(inputs).flatMap(([field, value]) =>
    typeof value === 'object' && value !== null
      ? Object.entries(value).map(([key, inner]) => input(`${field}.${key}`, inner, field === 'mix' ? '%' : 'tokens'))
      : [input(field, value ?? whereNull(field), units[field] ?? 'tokens')],
  );
  function input(name: string, value: number | string, unit: string): Figure {
    return { section: 'inputs', name, value, unit, source: sources[name] ?? "Pegboard's default" };
  }
  const computed = (section: string, name: string, value: number | string, unit: string, formula: string): Figure => ({
    section,
    name,
    value,
    unit,
    source: `computed: ${formula}`,
  });
  return [
    ...given,
    ...comparison.steps.flatMap(({ step, all_tools, discovery }) => [
      computed(
        'steps',
        `step ${step}, all tools`,
        all_tools,
        'tokens',
        step === 0 ? 'all_tools_tokens' : 'all_tools_tokens + history',
      ),
      computed(
        'steps',
        `step ${step}, discovery`,
        discovery,
        'tokens',
        step === 0 ? 'first_tokens' : 'later_tokens + history, that of the search included',
      ),
    ]),
    computed('steps', 'total, all tools', comparison.all_tools, 'tokens', 'the sum of the steps'),
    computed('steps', 'total, discovery', comparison.discovery, 'tokens', 'the sum of the steps'),
    computed('steps', 'hidden costs', comparison.hidden, 'tokens', 'hidden_costs, as often as hidden_costs_count says'),
    computed(
      'steps',
      'saved, hidden costs included',
      comparison.saving,
      'share',
      '1 − (discovery + hidden costs) ÷ all tools',
    ),
    computed('cost', 'all tools', cost.all_tools, 'money per month', 'requests × all_tools_request_tokens × price'),
    computed('cost', 'discovery', cost.discovery, 'money per month', 'requests × type_tokens by their mix × price'),
    computed('cost', 'saved', cost.monthly_saving, 'money per month', 'all tools − discovery'),
    computed('cost', 'share saved', cost.saving, 'share', '1 − discovery ÷ all tools'),
    computed(
      'break-even',
      'monthly spend',
      break_even.monthly_spend,
      'money per month',
      'monthly_spend, else the cost of a month with all tools',
    ),
    computed('break-even', 'saved', break_even.monthly_saving, 'money per month', 'monthly spend × savings_rate'),
    computed(
      'break-even',
      'after',
      break_even.months ?? 'never',
      break_even.months === null ? '' : 'months',
      'implementation_cost ÷ saved per month',
    ),
    ...payback.map(({ monthly_spend, months }) =>
      computed(
        'break-even',
        `after, at ${monthly_spend} per month`,
        months ?? 'never',
        months === null ? '' : 'months',
        'implementation_cost ÷ (that spend × savings_rate)',
      ),
    ),
    computed(
      'break-even',
      'recommendation',
      recommendation,
      '',
      'from the payback time: within a month definitely, within a year yes, later maybe; no where nothing is saved',
    ),
    ...references.flatMap(({ figure, seed, computed: ours, unit, source }) => [
      { section: 'references', name: `${figure}: published`, value: seed, unit, source },
      {
        section: 'references',
        name: `${figure}: computed`,
        value: ours,
        unit,
        source: `computed from the inputs of ${source}`,
      },
    ]),
  ];
}

/** The figures as a table (`csvRows`). */
export function csvOf(figures: readonly Figure[]): string {
  const rows = figures.map(({ section, name, value, unit, source }) => [section, name, value, unit, source]);
  return csvRows([['section', 'name', 'value', 'unit', 'source'], ...rows]);
}

/** Where each figure of a section comes from, by its name: what a screen says of a number on hover. */
export function figureSources(figures: readonly Figure[], section: string): (name: string) => string | undefined {
  const sources = new Map(
    figures.filter((figure) => figure.section === section).map(({ name, source }) => [name, source]),
  );
  return (name) => sources.get(name);
}
