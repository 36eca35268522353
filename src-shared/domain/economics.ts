import { z } from 'zod';
import { runTypeSchema } from './run-type.ts';

const tokens = z.number().min(0).max(1e9);
const money = z.number().min(0).max(1e12);
const share = z.number().min(0).max(1);

/** What discovery costs besides its prompts (R17.41). */
export const hiddenCostSchema = z.enum(['extra_searches', 'working_memory', 'rules']);
export type HiddenCost = z.infer<typeof hiddenCostSchema>;

/** Whether a request holds everything before it, or only what was added since (the seed's tables do either). */
export const accumulationSchema = z.enum(['accumulated', 'none']);
export type Accumulation = z.infer<typeof accumulationSchema>;

/**
 * Everything that the economics are computed from. Tokens are input tokens; prices and costs are in one currency, whichever. The
 * defaults are the figures of seed 004, references and nothing more: every one is for the user to replace.
 */
export const economicsInputSchema = z.strictObject({
  steps: z.int().min(1).max(500).default(5).describe('Requests of a task.'),
  accumulation: accumulationSchema.default('accumulated').describe('What the history of a request holds.'),
  all_tools_tokens: tokens.default(18_200).describe('Prompt with all tools.'),
  first_tokens: tokens.default(500).describe('First prompt with discovery.'),
  later_tokens: tokens.default(1650).describe('Later prompts with discovery.'),
  history_tokens: tokens.default(200).describe('What a step adds to the history.'),
  search_history_tokens: tokens.default(200).describe('What the search adds to the history besides.'),
  hidden_costs: z
    .partialRecord(hiddenCostSchema, tokens)
    .default({})
    .describe('Hidden costs that count, with their tokens.'),
  hidden_costs_count: z
    .enum(['once', 'each_step'])
    .default('once')
    .describe('Whether they count once a task, or in each request after the first.'),
  requests_per_day: z.number().min(0).max(1e9).default(10_000).describe('Requests of users a day.'),
  days_per_month: z.number().min(1).max(31).default(30).describe('Days of a month.'),
  price_per_million: money.default(0.15).describe('Price of a million input tokens.'),
  mix: z
    .strictObject({ A: z.number().min(0), B: z.number().min(0), C: z.number().min(0) })
    .refine(({ A, B, C }) => Math.abs(A + B + C - 100) < 0.01, 'the three must add up to 100')
    .default({ A: 60, B: 30, C: 10 })
    .describe('How many of a hundred requests are of each type.'),
  type_tokens: z
    .strictObject({ A: tokens, B: tokens, C: tokens })
    .default({ A: 500, B: 900, C: 1800 })
    .describe('Tokens of a request of each type, with discovery.'),
  all_tools_request_tokens: tokens.default(19_000).describe('Tokens of a request with all tools.'),
  cached_price_per_million: money
    .nullable()
    .default(null)
    .describe('Price of a million tokens that a prompt cache held; null: a tenth of the price of input.'),
  all_tools_cached: share.default(0).describe('Share of the tokens that the cache held, with all tools.'),
  discovery_cached: share.default(0).describe('The same with discovery.'),
  monthly_spend: money.nullable().default(null).describe('Spend per month now; null: computed.'),
  savings_rate: z
    .number()
    .min(-100)
    .max(1)
    .nullable()
    .default(0.88)
    .describe('Share that is saved; null: as computed.'),
  implementation_cost: money.default(600).describe('What it costs to build.'),
});
export type EconomicsInput = z.infer<typeof economicsInputSchema>;

const comparisonSchema = z.object({
  steps: z.array(z.object({ step: z.int(), all_tools: z.number(), discovery: z.number() })),
  all_tools: z.number(),
  /** Without the hidden costs. */
  discovery: z.number(),
  hidden: z.number(),
  /** Share saved, hidden costs included; 0 when there is nothing to save on. */
  saving: z.number(),
});
export type StepComparison = z.infer<typeof comparisonSchema>;

const costSchema = z.object({
  types: z.array(z.object({ type: runTypeSchema, share: z.number(), tokens: z.number() })),
  /** A month. */
  all_tools: z.number(),
  discovery: z.number(),
  monthly_saving: z.number(),
  saving: z.number(),
});
export type CostMix = z.infer<typeof costSchema>;

const breakEvenSchema = z.object({
  monthly_spend: z.number(),
  savings_rate: z.number(),
  monthly_saving: z.number(),
  /** Null: never, since nothing is saved. */
  months: z.number().nullable(),
  /** The same for people: `4 days`, `6 weeks`, `7 months`, `never`. */
  words: z.string(),
});
export type BreakEven = z.infer<typeof breakEvenSchema>;

export const recommendationSchema = z.enum(['no', 'maybe', 'yes', 'definitely']);
export type Recommendation = z.infer<typeof recommendationSchema>;

/** A figure that seed 004 prints, and what its own inputs give: shown, never relied on. */
export const seedFigureSchema = z.object({
  figure: z.string(),
  seed: z.number(),
  computed: z.number(),
  unit: z.enum(['tokens', 'share', 'money per month', 'months']),
  source: z.string(),
});
export type SeedFigure = z.infer<typeof seedFigureSchema>;

export const economicsReportSchema = z.object({
  inputs: economicsInputSchema,
  comparison: comparisonSchema,
  cost: costSchema,
  break_even: breakEvenSchema,
  /** The same at each monthly spend that the seed prints one for, by the inputs' own rate and cost. */
  payback: z.array(breakEvenSchema),
  /** By what is saved and the payback time (R17.39). */
  recommendation: recommendationSchema,
  references: z.array(seedFigureSchema),
});
export type EconomicsReport = z.infer<typeof economicsReportSchema>;

/** Which prompts are measured, by which estimator. */
export const measureInputSchema = z.object({
  profile: z.string().default('workspace'),
  persona: z.string().optional(),
  estimator: z.enum(['estimate', 'o200k']).default('estimate'),
  /** How many tools a run finds and keeps. */
  tools_per_run: z.number().min(0).max(1000).default(3),
});
export type MeasureInput = z.infer<typeof measureInputSchema>;

/** What the open workspace gives of the inputs. */
export const measuredEconomicsSchema = z.object({
  inputs: z.object({
    all_tools_tokens: tokens,
    first_tokens: tokens,
    later_tokens: tokens,
    type_tokens: z.object({ A: tokens, B: tokens, C: tokens }),
    all_tools_request_tokens: tokens,
  }),
  /** Where each number comes from, in words, by field. */
  sources: z.record(z.string(), z.string()),
  tools: z.int(),
  deferred_tools: z.int(),
  mean_tool_tokens: z.number(),
});
export type MeasuredEconomics = z.infer<typeof measuredEconomicsSchema>;
