import { z } from 'zod';
import { searchEngineSchema } from './engine-facts.ts';
import { callerSchema } from './search-request.ts';

/** The same query for several engines, over the tools that the caller may use. */
export const compareRequestSchema = z.object({
  query: z.string().max(20_000),
  engines: z
    .array(searchEngineSchema)
    .min(1)
    .readonly()
    .default([...searchEngineSchema.options]),
  limit: z.int().min(1).max(20).default(10),
  include_always_loaded: z.boolean().default(false),
  caller: callerSchema.default({}),
});
export type CompareRequest = z.infer<typeof compareRequestSchema>;

/** What one engine answers. */
export const compareColumnSchema = z.object({
  engine: searchEngineSchema,
  /** Best first; the score as the engine gives it, so scores of two engines cannot be compared. */
  hits: z.array(z.object({ name: z.string(), score: z.number() })).readonly(),
  /** Tools that match at all: more than there are hits when the limit cut them. */
  matches: z.number().int(),
  /** A note, such as why a pattern found nothing. */
  note: z.string().nullable(),
  /** Time of the search alone in milliseconds, without building the index. */
  elapsed_ms: z.number(),
});
export type CompareColumn = z.infer<typeof compareColumnSchema>;

/** The answers side by side, in the order asked for. */
export const compareResponseSchema = z.object({
  query: z.string(),
  /** Tools that were searched. */
  tools: z.number().int(),
  columns: z.array(compareColumnSchema).readonly(),
  /** What golden queries of the workspace call right for this very query, of the tools the caller may use. */
  relevant: z.array(z.string()).readonly(),
});
export type CompareResponse = z.infer<typeof compareResponseSchema>;
