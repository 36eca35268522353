import { z } from 'zod';

const namesSchema = z.array(z.string().trim().min(1)).min(1).readonly();

/**
 * One line of a `queries.jsonl`: a query and the tools that are right for it, each of them wanted (`relevant`), or groups of
 * tools of which one each is wanted (`relevant_groups`, which count where a line has both). Other keys mean nothing here.
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

/**
 * Our own rankings behind `fts`, hybrid search and its vectors alone (both with the offline embedder), and emulations of other libraries' search, under the library's name. What each emulates
 * stands at its engine.
 */
export const evalEngineSchema = z.enum(['pegboard', 'rfc', 'rfc-literal', 'hybrid', 'vector', 'pydantic-ai']);
export type EvalEngineName = z.infer<typeof evalEngineSchema>;

/** One engine's row: each metric as the mean over all queries, 0 to 1; latency of one search, nearest rank. */
export const evalRowSchema = z.object({
  engine: evalEngineSchema,
  'hit@1': z.number(),
  'hit@5': z.number(),
  'recall@5': z.number(),
  'mrr@10': z.number(),
  'ndcg@10': z.number(),
  p50_ms: z.number(),
  p95_ms: z.number(),
  /** From tools in memory to the first answer that can be asked for, milliseconds. */
  index_ms: z.number(),
  /** 95 % bootstrap intervals of the means, when asked for. */
  intervals: z.record(evalMetricSchema, z.tuple([z.number(), z.number()]).readonly()).optional(),
});
export type EvalRow = z.infer<typeof evalRowSchema>;

/** What `pegboard eval` measured. */
export const evalReportSchema = z.object({
  tools: z.number().int(),
  queries: z.number().int(),
  engines: z.array(evalRowSchema).readonly(),
});
export type EvalReport = z.infer<typeof evalReportSchema>;

const evalFileSchema = z.object({ path: z.string(), text: z.string() });

/** What to measure: the text of a `queries.jsonl`, over the tools of a file or, with null, those of the open workspace. */
export const evalRequestSchema = z.object({
  queries: evalFileSchema,
  tools: evalFileSchema.nullable(),
  /** None: what the workspace ranks by, else our own ranker. */
  engines: z.array(evalEngineSchema).readonly(),
  /** Whether to say how sure each mean is. */
  intervals: z.boolean().default(false),
  /** Whose tools are measured, in a workspace. */
  persona: z.string().optional(),
});
export type EvalRequest = z.infer<typeof evalRequestSchema>;
