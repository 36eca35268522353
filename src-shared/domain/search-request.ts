import { z } from 'zod';
import { toolPolicySchema } from './tool-policy.ts';

/** The three ways of `tool_search` (R3.01). */
export const searchTypeSchema = z.enum(['fts', 'regex', 'exact']);
export type SearchType = z.infer<typeof searchTypeSchema>;

/** What ranks the results of `fts`: our own ranker, or SQLite's bm25() under the corrected or the printed formula. */
export const rankingSchema = z.enum(['pegboard', 'rfc', 'rfc-literal']);
export type Ranking = z.infer<typeof rankingSchema>;

/** What happens to results of `fts` that fit a query poorly: kept as they are, marked as weak, or left out. */
export const weakResultsSchema = z.enum(['keep', 'mark', 'drop']);

/** What a model may pass to `tool_search` (R4.02–R4.05). */
export const toolSearchInputSchema = z.strictObject({
  query: z.string(),
  search_type: searchTypeSchema.default('fts'),
  limit: z.int().min(1).max(20).default(8),
  include_always_loaded: z.boolean().default(false),
});
export type ToolSearchInput = z.infer<typeof toolSearchInputSchema>;

/** What a model may pass to `tool_get` (R4.13, R4.14). */
export const toolGetInputSchema = z.strictObject({
  names: z.array(z.string()).min(1).max(10),
  include_schemas: z.boolean().default(true),
  include_examples: z.boolean().default(true),
});
export type ToolGetInput = z.infer<typeof toolGetInputSchema>;

/** On whose behalf a built-in tool is called. Both can only narrow what the workspace's own policy leaves (R5.08). */
export const callerSchema = z.object({
  persona: z.string().optional(),
  policy: toolPolicySchema.optional(),
});
export type Caller = z.infer<typeof callerSchema>;

/** A `tool_search` as a developer runs it: the model's input, the caller, whether to explain, and a ranking to try. */
export const searchRequestSchema = z.object({
  input: toolSearchInputSchema,
  caller: callerSchema.default({}),
  /** `summary`: what a list of results shows, a fifth of the whole. */
  explain: z.union([z.boolean(), z.literal('summary')]).default(false),
  /** In place of the workspace's `tool_search.ranking`. */
  ranking: rankingSchema.optional(),
});
export type SearchRequest = z.infer<typeof searchRequestSchema>;

/** What a hybrid search is asked: a mode of its own, so that `tool_search` keeps its three types (R20.02, R13.80). */
export const hybridInputSchema = toolSearchInputSchema
  .omit({ search_type: true })
  .extend({ limit: z.int().min(1).max(20).default(5) });
export type HybridInput = z.infer<typeof hybridInputSchema>;

/** A hybrid search as a developer runs it. */
export const hybridRequestSchema = z.object({
  input: hybridInputSchema,
  caller: callerSchema.default({}),
  explain: z.boolean().default(false),
});
export type HybridRequest = z.infer<typeof hybridRequestSchema>;
