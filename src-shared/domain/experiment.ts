import { z } from 'zod';
import { tokenCountSchema } from '../tokens.ts';
import { modelChoiceSchema } from './scenario.ts';
import { expectationResultSchema } from './simulation.ts';
import { finishReasonSchema } from './trace.ts';

/** What an agent of the scripted population does wrong. `careful` follows the solution of the task. */
export const habitSchema = z.enum([
  'careful',
  /** Calls only what the prompt lists. */
  'never_searches',
  /** Looks for tools with words that say little. */
  'searches_badly',
  /** Calls the tool that looks like the right one. */
  'mixes_up_twins',
  /** Leaves out or distorts an argument. */
  'wrong_arguments',
  /** Answers before the work is done. */
  'gives_up',
]);
export type Habit = z.infer<typeof habitSchema>;

/** Agents that follow the solution of each task, with habits: for trying out an experiment without a model. */
const populationSchema = z.strictObject({
  provider: z.literal('scripted').describe('Agents with known habits, in place of a model.'),
  habits: z
    .partialRecord(habitSchema, z.number().min(0).max(1000))
    .refine((habits) => Object.values(habits).some((weight) => weight > 0), 'give a habit a weight above 0')
    .default({ careful: 6, never_searches: 1, searches_badly: 1, mixes_up_twins: 1, wrong_arguments: 1 })
    .describe('How many agents have each habit, in parts.'),
});

/** Who plays. */
export const experimentModelSchema = z.union([populationSchema, modelChoiceSchema]);

/** One way to give an agent its tools. */
export const armSchema = z.strictObject({
  name: z
    .string()
    .regex(/^[a-z0-9][a-z0-9_-]{0,39}$/, 'small letters, digits, - and _, at most 40')
    .describe('Name of the arm.'),
  always_loaded: z
    .enum(['all', 'none', 'configured'])
    .default('configured')
    .describe(
      '`all`: each prompt lists every tool, without a search. `none`: only the search. `configured`: as pegboard.yaml says.',
    ),
  skills: z.boolean().optional().describe('Skills on or off; as pegboard.yaml says without it.'),
  profile: z.string().optional().describe('The profile it runs under.'),
  config: z.record(z.string(), z.unknown()).optional().describe('Fields of pegboard.yaml that differ.'),
  through: z
    .enum(['agent', 'gateway'])
    .default('agent')
    .describe('`gateway`: the agent has the tools that the gateway lists, reads its answers, and has no skills.'),
});
export type Arm = z.infer<typeof armSchema>;

/** The arms of an experiment that names none. */
export const defaultArms: readonly Arm[] = [
  { name: 'all', always_loaded: 'all', through: 'agent' },
  { name: 'search', always_loaded: 'none', through: 'agent' },
  { name: 'board', always_loaded: 'configured', through: 'agent' },
];

/** Where an experiment stops. What is left can be run later. */
export const experimentLimitsSchema = z.strictObject({
  cost_usd: z.number().positive().optional().describe('US dollars, by the prices below.'),
  tokens: z.int().min(1).optional().describe('Tokens sent and received.'),
  requests: z.int().min(1).optional().describe('Requests to the model.'),
  minutes: z.number().positive().max(100_000).optional().describe('Minutes, each time it runs.'),
});

/** An `*.experiment.yaml`: the same tasks under several arms. */
export const experimentSchema = z.strictObject({
  name: z.string().max(200).optional().describe('Name of the experiment.'),
  description: z.string().optional().describe('What it should show.'),
  tasks: z
    .array(z.string().min(1))
    .default(['**'])
    .describe('Globs of task files, from the folder `tasks`; `tag:…` and `level:…` also choose.'),
  arms: z
    .array(armSchema)
    .min(1)
    .max(12)
    .refine((arms) => new Set(arms.map(({ name }) => name)).size === arms.length, 'two arms have the same name')
    .default([...defaultArms])
    .describe('The arms; the others are compared with the first one.'),
  model: experimentModelSchema
    .default(populationSchema.parse({ provider: 'scripted' }))
    .describe('The model, or the scripted agents, that run the tasks.'),
  judge: modelChoiceSchema.optional().describe('The model that answers the questions of `judge` in tasks.'),
  repetitions: z.int().min(1).max(100).default(3).describe('How often each task runs under each arm.'),
  seed: z.int().min(0).max(2_147_483_646).default(1).describe('For the order, and for scripted agents.'),
  limits: experimentLimitsSchema.prefault({}).describe('What ends it early; it can go on later.'),
  prices: z
    .strictObject({
      input: z.number().min(0).describe('US dollars for a million tokens sent.'),
      cached: z.number().min(0).optional().describe('The same for tokens that the prompt cache held.'),
      output: z.number().min(0).default(0).describe('The same for tokens received.'),
    })
    .optional()
    .describe('Prices. Default: those of the built-in list, which has no prices for received tokens.'),
  at_once: z.int().min(1).max(16).default(1).describe('Runs at the same time.'),
  requests_per_minute: z.number().positive().max(100_000).optional().describe('Largest rate of requests.'),
  confidence: z
    .number()
    .min(0.5)
    .max(0.999)
    .default(0.95)
    .describe('Confidence level for all comparisons of a metric together.'),
});
export type Experiment = z.infer<typeof experimentSchema>;

/** Why a trial failed. The first that fits, in this order. */
export const trialCauseSchema = z.enum([
  /** The model could not be asked: not counted as a failure of the agent. */
  'model_failed',
  /** It did what the task forbids. */
  'forbidden',
  /** The right tool was not in its prompt, and it did not search. */
  'not_searched',
  /** It searched, and no search found the right tool. */
  'not_found',
  /** A search or the prompt had the right tool, and another tool was called in its place. */
  'wrong_tool',
  /** It called the right tool with arguments that the tool or the task does not take. */
  'wrong_arguments',
  /** A search or the prompt had the right tool, and it was not called. */
  'not_called',
  /** It took as many steps as `planner.max_steps` allows. */
  'step_limit',
  /** It called what was needed, and its answer is wrong. */
  'wrong_answer',
  /** None of these: the state at the end is another one. */
  'other',
]);
export type TrialCause = z.infer<typeof trialCauseSchema>;

/** Tokens as a provider counts them. */
export const reportedUsageSchema = z.object({
  input: z.int().min(0),
  /** The part of `input` that its prompt cache held. */
  cached: z.int().min(0),
  output: z.int().min(0),
});
export type ReportedUsage = z.infer<typeof reportedUsageSchema>;

/** One task under one arm, once. */
export const trialSchema = z.object({
  /** Its number in the order of the experiment, from 1. */
  number: z.int().min(1),
  /** Path of the task, from the folder `tasks`. */
  task: z.string(),
  arm: z.string(),
  /** From 1. */
  repetition: z.int().min(1),
  state: z.enum(['waiting', 'done', 'failed']),
  /** Null until it is done; also where the judge could not be asked. */
  success: z.boolean().nullable(),
  cause: trialCauseSchema.nullable(),
  /** Words on a failure to run. */
  problem: z.string().nullable(),
  reason: finishReasonSchema.nullable(),
  expectations: z.array(expectationResultSchema),
  /** The habit of a scripted agent. */
  habit: habitSchema.nullable(),
  steps: z.int().min(0),
  /** Calls of tools that the solution does not have. */
  wrong_tools: z.int().min(0),
  tokens: z.object({
    /** Of everything that was sent, all steps together. */
    sent: tokenCountSchema,
    /** The part of it that searches and their answers are. */
    searches: tokenCountSchema,
    /** The part of it that a prompt cache could hold, in the layout of the arm. */
    cacheable: tokenCountSchema,
    /** Of everything that the model wrote. */
    received: tokenCountSchema,
    /** By the provider; null where it told none. */
    reported: reportedUsageSchema.nullable(),
  }),
  /** US dollars; null without prices. */
  cost_usd: z.number().min(0).nullable(),
  /** Milliseconds that the requests took. */
  ms: z.number().min(0),
});
export type Trial = z.infer<typeof trialSchema>;

/** A mean over tasks, with its interval. */
export const estimateSchema = z.object({ mean: z.number(), low: z.number(), high: z.number() });
export type Estimate = z.infer<typeof estimateSchema>;

export const experimentMetricSchema = z.enum([
  'success',
  /** Sent and received, by the estimate; then the same by the o200k tokenizer. */
  'tokens',
  'tokens_o200k',
  'cost_usd',
  'steps',
  'ms',
  'wrong_tools',
]);
export type ExperimentMetric = z.infer<typeof experimentMetricSchema>;

/** What an arm did. */
const armReportSchema = z.object({
  arm: z.string(),
  tasks: z.int().min(0),
  trials: z.int().min(0),
  /** Trials that say nothing, since the model or the judge could not be asked. */
  not_counted: z.int().min(0),
  /** Each metric as a mean over tasks; null where nothing was measured, such as costs without prices. */
  metrics: z.partialRecord(experimentMetricSchema, estimateSchema.nullable()),
  /** Means of tokens in a trial, by both estimators. */
  tokens: z.object({
    sent: tokenCountSchema,
    searches: tokenCountSchema,
    cacheable: tokenCountSchema,
    received: tokenCountSchema,
  }),
  /** Failed trials by cause. */
  causes: z.partialRecord(trialCauseSchema, z.int().min(0)),
});
export type ArmReport = z.infer<typeof armReportSchema>;

/** An arm beside the first one, over the tasks that both have. */
const comparisonSchema = z.object({
  arm: z.string(),
  baseline: z.string(),
  metric: experimentMetricSchema,
  tasks: z.int().min(0),
  /** The arm less the baseline, mean over tasks; the interval holds for all comparisons of the metric together. */
  difference: estimateSchema,
  /** Of no difference, adjusted for all comparisons of the metric. */
  p: z.number().min(0).max(1),
  verdict: z.enum(['higher', 'lower', 'not_shown', 'too_few']),
  /** The smallest difference that so many tasks would show four times in five; null where it cannot be told. */
  detectable: z.number().nullable(),
  /** How many more tasks it would take to show a difference as large as the one seen, four times in five; 0 where it is shown, null where it cannot be told. */
  more_tasks: z.int().min(0).nullable(),
});
export type ArmComparison = z.infer<typeof comparisonSchema>;

/** A kept experiment, as a list shows it. */
export const experimentRunSchema = z.object({
  id: z.uuid(),
  name: z.string(),
  started: z.iso.datetime(),
  /** When the last trial ended; null before the first. */
  ended: z.iso.datetime().nullable(),
  state: z.enum(['running', 'stopped', 'done']),
  /** Why it stopped: a limit, or the word of a user. */
  stopped_by: z.string().nullable(),
  model: z.string(),
  arms: z.array(z.string()),
  tasks: z.int().min(0),
  repetitions: z.int().min(1),
  trials: z.object({ done: z.int().min(0), failed: z.int().min(0), all: z.int().min(0) }),
  requests: z.int().min(0),
  cost_usd: z.number().min(0).nullable(),
});
export type ExperimentRun = z.infer<typeof experimentRunSchema>;

/** `pegboard.experiment/1`: what an experiment shows, and what it cannot show. */
export const experimentReportSchema = z.object({
  schema: z.literal('pegboard.experiment/1'),
  run: experimentRunSchema,
  experiment: experimentSchema,
  arms: z.array(armReportSchema),
  comparisons: z.array(comparisonSchema),
  /** Each task with its share of successes by arm; null without a counted trial. */
  tasks: z.array(
    z.object({
      task: z.string(),
      name: z.string(),
      level: z.enum(['easy', 'medium', 'hard']),
      success: z.record(z.string(), z.number().min(0).max(1).nullable()),
    }),
  ),
  /** In sentences: what is shown, what is not, and what would show it. */
  notes: z.array(z.string()),
});
export type ExperimentReport = z.infer<typeof experimentReportSchema>;
