import { closestTo } from '#core/workspace/closest-name.ts';
import {
  type EconomicsInput,
  type EconomicsReport,
  economicsInputSchema,
  measureInputSchema,
} from '#shared/domain/economics.ts';
import { csvOf, economicsFigures, type Figure } from '#shared/domain/economics-figures.ts';
import { economicsSources, seedHiddenCosts } from '#shared/domain/economics-sources.ts';
import { type ModelPrice, modelPriceOf, modelPrices, priceSources } from '#shared/domain/model-prices.ts';
import { PegboardError } from '#shared/errors.ts';
import { type CommandContext, type CommandResult, withServices, withWorkspace } from '../command-context.ts';
import { type Reporter, table } from '../reporter.ts';

export interface EconomicsOptions {
  readonly seed?: boolean;
  readonly profile?: string;
  readonly persona?: string;
  readonly estimator?: string;
  readonly toolsPerRun?: number;
  readonly steps?: number;
  readonly accumulation?: string;
  readonly history?: number;
  readonly searchHistory?: number;
  readonly hidden?: readonly string[];
  readonly hiddenEachStep?: boolean;
  readonly requests?: number;
  readonly model?: string;
  readonly price?: number;
  readonly mix?: readonly number[];
  readonly cachedPrice?: number;
  readonly cached?: readonly number[];
  readonly spend?: number;
  readonly savingsRate?: number | 'computed';
  readonly cost?: number;
}

/** `pegboard economics`: what deferring saves, from the workspace's own prompts and the user's own numbers (R17.36–R17.41). */
export async function economics(context: CommandContext, options: EconomicsOptions): CommandResult {
  const { reporter } = context;
  const use = options.seed ? withServices : withWorkspace;
  return use(context, async (services) => {
    const measured = options.seed
      ? null
      : await services.economics.measure(
          checked(measureInputSchema, {
            profile: options.profile,
            persona: options.persona,
            estimator: options.estimator,
            tools_per_run: options.toolsPerRun,
          }),
          { signal: context.io.signal },
        );
    const given = givenInputs(options);
    const inputs = checked(economicsInputSchema, {
      ...measured?.inputs,
      // With prompts of the workspace, the rate is computed from them.
      ...(measured ? { savings_rate: null } : {}),
      ...given,
    });
    noteCachedPrice(inputs, reporter);
    const report = await services.economics.report(inputs);
    const sources = { ...economicsSources(measured, given), ...priceSources(options.model ?? null, given) };
    const figures = economicsFigures(report, sources);
    if (context.csv) context.io.stdout.write(`${csvOf(figures)}\r\n`);
    else reporter.result('economics/1', { ...report, measured, sources }, () => describe(report, figures, reporter));
    return 0;
  });
}

/** Warns of a price from the cache above the ordinary one: a cache is there to cost less, so one of the two is a mistake. */
function noteCachedPrice(
  { price_per_million: price, cached_price_per_million: cached }: EconomicsInput,
  reporter: Reporter,
): void {
  if (cached === null || cached <= price) return;
  reporter.note(
    `warning: --cached-price ${cached} is above the price ${price}, so a prompt cache would cost more than none. Give both prices of your model: --price and --cached-price, or --model.`,
  );
}

/** What the command line says, by field. */
function givenInputs(options: EconomicsOptions): Record<string, unknown> {
  const [A, B, C, ...more] = options.mix ?? [];
  const [all, discovery] = options.cached ?? [];
  const price = options.model === undefined ? undefined : priceOf(options.model);
  const fields = {
    steps: options.steps,
    accumulation: options.accumulation,
    history_tokens: options.history,
    search_history_tokens: options.searchHistory,
    hidden_costs: options.hidden && hiddenCosts(options.hidden),
    hidden_costs_count: options.hiddenEachStep ? 'each_step' : undefined,
    requests_per_day: options.requests,
    price_per_million: options.price ?? price?.input,
    mix: options.mix && { A, B, C, ...(more.length > 0 ? { more } : {}) },
    cached_price_per_million: options.cachedPrice ?? price?.cached,
    all_tools_cached: all,
    discovery_cached: discovery ?? all,
    monthly_spend: options.spend,
    savings_rate: options.savingsRate === 'computed' ? null : options.savingsRate,
    implementation_cost: options.cost,
  };
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}

/** The prices of a model. Error: `usage` for one that the list does not have. */
function priceOf(model: string): ModelPrice {
  const price = modelPriceOf(model);
  if (price) return price;
  const near = closestTo(
    model,
    modelPrices.models.map((known) => known.model),
  );
  throw new PegboardError('usage', `The list of prices has no model "${model}".`, {
    hint:
      near === undefined
        ? 'Give its prices with --price and --cached-price.'
        : `Did you mean ${near}? Or give the prices with --price and --cached-price.`,
  });
}

/** `rules` takes the reference tokens, `rules=250` its own. */
function hiddenCosts(given: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(
    given.map((item) => {
      const [name = '', tokens] = item.split('=');
      const known: Readonly<Record<string, number>> = seedHiddenCosts;
      return [name, tokens === undefined ? known[name] : Number(tokens)];
    }),
  );
}

interface Checker<Value> {
  safeParse(value: unknown): {
    readonly success: boolean;
    readonly data?: Value;
    readonly error?: {
      readonly issues: readonly { readonly path: readonly PropertyKey[]; readonly message: string }[];
    };
  };
}

function checked<Value>(schema: Checker<Value>, value: unknown): Value {
  const { success, data, error } = schema.safeParse(value);
  if (success && data !== undefined) return data;
  const [issue] = error?.issues ?? [];
  throw new PegboardError('usage', `${issue?.path.join('.')}: ${issue?.message}.`, {
    hint: 'pegboard economics --help lists the options and what they take.',
  });
}

function describe(report: EconomicsReport, figures: readonly Figure[], reporter: Reporter): string {
  const { comparison, cost, break_even, recommendation, references, inputs } = report;
  const right = [false, true, true];
  const heading = (text: string) => reporter.paint('bold', text);
  const inputRows = figures.filter(({ section }) => section === 'inputs');
  return [
    `${heading('inputs')}\n${table(
      inputRows.map(({ name, value, unit, source }) => [name, shown(value), unit, source]),
      [false, true],
    )}`,
    `${heading(`input tokens of a task of ${inputs.steps} requests (history: ${inputs.accumulation})`)}\n${table(
      [
        ['request', 'all tools', 'discovery'],
        ...comparison.steps.map(({ step, all_tools, discovery }) => [String(step), shown(all_tools), shown(discovery)]),
        ['hidden costs', '–', shown(comparison.hidden)],
        ['total', shown(comparison.all_tools), shown(comparison.discovery + comparison.hidden)],
      ],
      right,
    )}\nsaves ${percent(comparison.saving)}`,
    `${heading('cost per month, input tokens')}\n${table(
      [
        ['type', 'share (%)', 'tokens'],
        ...cost.types.map(({ type, share, tokens }) => [type, shown(share * 100), shown(tokens)]),
      ],
      right,
    )}\nall tools ${amount(cost.all_tools)}, discovery ${amount(cost.discovery)}: saves ${amount(cost.monthly_saving)} (${percent(cost.saving)})\n${inputs.all_tools_cached + inputs.discovery_cached > 0 && inputs.cached_price_per_million === null ? 'a token from the cache counts as a tenth of the price; --cached-price gives its own\n' : ''}a month counts one prompt for each request: the steps of a task, their history and hidden costs are not in it`,
    `${heading('break-even')}\n${amount(inputs.implementation_cost)} to build; monthly spend ${amount(break_even.monthly_spend)}, ${percent(
      break_even.savings_rate,
    )} saved; payback time: ${break_even.words}\n${
      break_even.months === null
        ? 'discovery saves nothing, so it never pays off'
        : `recommendation by payback time: ${recommendation}`
    }`,
    `${heading(`reference figures: published, and computed from the same inputs; ${differ(references)}`)}\n${table(
      [
        ['figure', 'published', 'computed', 'unit', 'source'],
        ...references.map(({ figure, seed, computed, unit, source }) => [
          figure,
          shown(seed),
          shown(computed),
          unit,
          source,
        ]),
      ],
      right,
    )}`,
  ].join('\n\n');
}

/** How far the published figures are from the computed ones. */
function differ(references: EconomicsReport['references']): string {
  const equal = references.filter(({ seed, computed }) => seed === computed).length;
  const largest = Math.max(...references.map(({ seed, computed }) => Math.max(seed / computed, computed / seed)));
  return `${equal} of ${references.length} are equal, and the farthest differ by a factor of ${Math.round(largest)}`;
}

function shown(value: number | string): string {
  return typeof value === 'string' ? value : String(Math.round(value * 1000) / 1000);
}

function amount(value: number): string {
  return value.toFixed(2);
}

function percent(value: number): string {
  return `${(value * 100).toFixed(1)} %`;
}
