import { z } from 'zod';
import { evalEngineSchema, evalMeansSchema, evalRanksSchema } from './eval-set.ts';

/** One query that an engine answers better or worse than before, by ndcg@10. */
export const evalChangeSchema = z.object({
  query: z.string(),
  relevant: z.array(z.array(z.string()).readonly()).readonly(),
  change: z.enum(['better', 'worse']),
  /** Then and now. */
  before: evalRanksSchema,
  after: evalRanksSchema,
});
export type EvalChange = z.infer<typeof evalChangeSchema>;

/** One engine, then and now, over the queries that both runs have with the same right answers. */
const engineComparisonSchema = z.object({
  engine: evalEngineSchema,
  better: z.number().int(),
  worse: z.number().int(),
  same: z.number().int(),
  before: evalMeansSchema,
  after: evalMeansSchema,
  /** The worse ones first, the largest loss first. */
  changes: z.array(evalChangeSchema).readonly(),
});
export type EngineComparison = z.infer<typeof engineComparisonSchema>;

/** Two runs, query by query. */
export const evalComparisonSchema = z.object({
  /** What was compared with, for people. */
  with: z.string(),
  engines: z.array(engineComparisonSchema).readonly(),
  /** Queries that only this run has, and only the one before: a query with other right answers is another query. */
  added: z.number().int(),
  gone: z.number().int(),
  /** The queries that only this run has. */
  added_queries: z
    .array(z.object({ query: z.string(), relevant: z.array(z.array(z.string()).readonly()).readonly() }))
    .readonly(),
});
export type EvalComparison = z.infer<typeof evalComparisonSchema>;
