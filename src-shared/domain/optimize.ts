import { z } from 'zod';
import { tokenCountSchema } from '../tokens.ts';
import { configChangeSchema } from './config-edit.ts';
import { loadingModeSchema } from './loading-mode.ts';

/** Tokens of input in a session, on average; a token from the prompt cache counts as its share of the price. */
const perSession = z.number();

/** A mean over sessions with its 95 % bootstrap interval. */
export const meanGainSchema = z.object({
  mean: perSession,
  interval: z.tuple([perSession, perSession]).readonly(),
});

const optimizeFromSchema = z.enum(['usage', 'evals']);
export type OptimizeFrom = z.infer<typeof optimizeFromSchema>;

/** What proposals are made from. */
const basis = {
  /** `usage`: the sessions that were read from logs; `evals`: the golden queries, each a session with a search and its call. */
  from: optimizeFromSchema.default('usage'),
  /** Milliseconds since 1970: only sessions that began then or later. */
  since: z.int().optional(),
};

export const optimizeBoardInputSchema = z.strictObject({
  ...basis,
  /** Tokens that the definitions on the board may have, by either estimator; without it as many as pay. */
  budget: z.int().min(0).max(10_000_000).optional(),
  /** Only sessions of this persona, and only its tools. */
  persona: z.string().optional(),
  /** Whose prices say what a token from the prompt cache costs; without it a tenth of a token of input. */
  model: z.string().max(200).optional(),
  /** Globs of tools that stay where they are. */
  keep: z.array(z.string().min(1).max(500)).max(1000).default([]),
});
export type OptimizeBoardInput = z.infer<typeof optimizeBoardInputSchema>;

/** Tokens of definitions, and what the board is worth beside an empty one. */
const boardSchema = z.object({
  tools: z.array(z.string()).readonly(),
  tokens: tokenCountSchema,
  worth: perSession,
});

/** A tool that changes sides, with its evidence. */
export const boardMoveSchema = z.object({
  tool: z.string(),
  to: loadingModeSchema,
  tokens: tokenCountSchema,
  calls: z.int(),
  /** How many sessions called it. */
  sessions: z.int(),
  /** What the move saves and what it costs. */
  saved: perSession,
  paid: perSession,
  gain: meanGainSchema,
  /** Names of the last sessions that called it. */
  examples: z.array(z.string()).readonly(),
});
export type BoardMove = z.infer<typeof boardMoveSchema>;

/** `better`: the gain is proven on sessions that the board was not chosen from. `over_budget`: the present board is too large. */
export const boardVerdicts = ['better', 'over_budget', 'keep', 'too_little_use', 'search_off', 'no_room'] as const;

/** What was applied before, and whether it came true. */
export const boardOutcomeSchema = z.object({
  /** ISO time. */
  at: z.string(),
  predicted: meanGainSchema,
  /** Null while there are too few sessions since. */
  measured: meanGainSchema.nullable(),
  sessions: z.int(),
  verdict: z.enum(['too_early', 'came_true', 'less_than_predicted', 'more_than_predicted', 'undone']),
});

export const boardReportSchema = z.object({
  verdict: z.enum(boardVerdicts),
  /** The verdict in words. */
  reason: z.string(),
  from: optimizeFromSchema,
  persona: z.string().nullable(),
  budget: z.int().nullable(),
  sessions: z.int(),
  searches: z.int(),
  calls: z.int(),
  /** Milliseconds since 1970, of the first and the last session; null without sessions. */
  first: z.int().nullable(),
  last: z.int().nullable(),
  /** How sure: the level of every interval, and the folds that sessions are divided into. */
  level: z.number(),
  folds: z.int(),
  /** What the arithmetic takes as given. */
  facts: z.object({
    model: z.string().nullable(),
    /** Price of a token from the cache as a share of the price of input. */
    cache_read: z.number(),
    /** o200k tokens of the prompt without any tool, and of a search with its answer on average. */
    fixed_prompt: z.int(),
    search: z.int(),
    /** Requests of a session on average. */
    requests: z.number(),
  }),
  present: boardSchema,
  best: boardSchema,
  /** Whether no board is better on these sessions; `bound`: no board is worth more. */
  exact: z.boolean(),
  bound: perSession,
  in_sample: meanGainSchema,
  held_out: meanGainSchema,
  /** The best first. */
  moves: z.array(boardMoveSchema).readonly(),
  /** Tools that stay where they are: lists of their source or `keep` name them. */
  pinned: z.array(z.string()).readonly(),
  /** The smallest change of `pegboard.yaml` that makes all moves, and the revision it is for. */
  changes: z.array(configChangeSchema).readonly(),
  base: z.string(),
  applied: boardOutcomeSchema.nullable(),
});
export type BoardReport = z.infer<typeof boardReportSchema>;

/** What was applied: Pegboard keeps it with its prediction in the user's own folder. */
export const optimizeAppliedSchema = z.strictObject({
  moves: z
    .array(z.strictObject({ tool: z.string().max(500), to: loadingModeSchema }))
    .min(1)
    .max(10_000),
  predicted: meanGainSchema,
});
export type OptimizeApplied = z.infer<typeof optimizeAppliedSchema>;

export const boardEventSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('progress'), done: z.int(), total: z.int() }),
  z.object({ type: z.literal('done'), report: boardReportSchema }),
]);
export type BoardEvent = z.infer<typeof boardEventSchema>;
