import { z } from 'zod';
import { keysOf } from '../tables.ts';
import { evalEngineFacts } from './engine-facts.ts';

const namesSchema = z.array(z.string().trim().min(1)).min(1).readonly();

/**
 * One line of a `queries.jsonl`: a query and its expected tools. All tools of `relevant` are wanted; of each group in
 * `relevant_groups` one tool is wanted. The groups count when a line has both. Other keys mean nothing here.
 */
export const evalQuerySchema = z
  .looseObject({
    query: z.string().refine((query) => query.trim() !== '', 'is blank'),
    relevant: namesSchema.optional(),
    relevant_groups: z.array(namesSchema).min(1).readonly().optional(),
  })
  .refine((line) => line.relevant !== undefined || line.relevant_groups !== undefined, {
    message: 'needs relevant or relevant_groups',
  });

/** What an eval can measure; a threshold names one of them. */
export const evalMetricSchema = z.enum(['hit@1', 'hit@5', 'recall@5', 'mrr@10', 'ndcg@10']);
export type EvalMetric = z.infer<typeof evalMetricSchema>;

/** What an eval can measure with. */
export const evalEngineSchema = z.enum(keysOf(evalEngineFacts));
export type EvalEngineName = z.infer<typeof evalEngineSchema>;

/** Each metric as the mean over some queries, 0 to 1. */
export const evalMeansSchema = z.object({
  'hit@1': z.number(),
  'hit@5': z.number(),
  'recall@5': z.number(),
  'mrr@10': z.number(),
  'ndcg@10': z.number(),
});
export type EvalMeans = z.infer<typeof evalMeansSchema>;

/** 95 % bootstrap intervals of the means. */
const intervalsSchema = z.record(evalMetricSchema, z.tuple([z.number(), z.number()]).readonly());

/** One engine over the queries that want a tool of one namespace. */
const namespaceRowSchema = evalMeansSchema.extend({
  namespace: z.string(),
  queries: z.number().int(),
  intervals: intervalsSchema.optional(),
});
export type EvalNamespaceRow = z.infer<typeof namespaceRowSchema>;

/** One engine's row: the means over all queries; latency of one search, nearest rank. */
export const evalRowSchema = evalMeansSchema.extend({
  engine: evalEngineSchema,
  p50_ms: z.number(),
  p95_ms: z.number(),
  /** From tools in memory to the first answer that can be asked for, milliseconds. */
  index_ms: z.number(),
  /** When asked for. */
  intervals: intervalsSchema.optional(),
  /**
   * What this engine gains over the first one, on the same queries: the mean difference of each metric and its 95 % bootstrap
   * interval. With intervals, and always for `pegboard+model`.
   */
  gain: z.object({ over: evalEngineSchema, means: evalMeansSchema, intervals: intervalsSchema }).optional(),
  /** A query with right tools of several namespaces counts in each. */
  namespaces: z.array(namespaceRowSchema).readonly().default([]),
});
export type EvalRow = z.infer<typeof evalRowSchema>;

/** Rank, from 1, of the first tool of each group; null behind the tenth. Every metric of a query follows from these. */
export const evalRanksSchema = z.array(z.number().int().nullable()).readonly();
export type EvalRanks = z.infer<typeof evalRanksSchema>;

/** Where one engine put the right tools of one query. */
const evalPlacesSchema = z.object({
  ranks: evalRanksSchema,
  /** What came before the first right tool, best first, at most five. */
  instead: z.array(z.string()).readonly(),
});
export type EvalPlaces = z.infer<typeof evalPlacesSchema>;

/** The result of one query. */
export const evalResultSchema = z.object({
  query: z.string(),
  relevant: z.array(z.array(z.string()).readonly()).readonly(),
  file: z.string(),
  line: z.number().int(),
  engines: z.partialRecord(evalEngineSchema, evalPlacesSchema),
});
export type EvalResult = z.infer<typeof evalResultSchema>;

/** What `pegboard eval` measured. Kept as JSON, a later run can be compared with it. */
export const evalReportSchema = z.object({
  tools: z.number().int(),
  queries: z.number().int(),
  engines: z.array(evalRowSchema).readonly(),
  results: z.array(evalResultSchema).readonly(),
});
export type EvalReport = z.infer<typeof evalReportSchema>;

const evalFileSchema = z.object({ path: z.string(), text: z.string() });

/** What to measure: the text of a `queries.jsonl`, over the tools of a file or, with null, those of the open workspace. */
export const evalRequestSchema = z.object({
  /** Null: the workspace's own golden queries. */
  queries: evalFileSchema.nullable(),
  tools: evalFileSchema.nullable(),
  /** None: what the workspace ranks by, else our own ranker. */
  engines: z.array(evalEngineSchema).readonly(),
  /** Whether to say how sure each mean is. */
  intervals: z.boolean().default(false),
  /** Whose tools are measured, in a workspace. */
  persona: z.string().optional(),
  /** Only the workspace's own golden queries of this file. */
  file: z.string().optional(),
  /** Full path of a report that was kept, or of another workspace, to compare with query by query. */
  compare: z.string().optional(),
  /** A version of the open workspace in git to compare with, instead of `compare`. */
  compare_at: z.string().optional(),
});
export type EvalRequest = z.infer<typeof evalRequestSchema>;
