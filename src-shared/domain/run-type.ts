import { z } from 'zod';
import { tokenCountSchema } from '../tokens.ts';

/** A: no discovery call; B: one; C: two or more (R17.34). A label given afterwards, which nothing depends on. */
export const runTypeSchema = z.enum(['A', 'B', 'C']);
export type RunType = z.infer<typeof runTypeSchema>;

/** What a run turned out to be, beside what seed 004 expects of its type (R17.34, R17.35). */
export const runTypeReportSchema = z.object({
  type: runTypeSchema,
  discovery_calls: z.int(),
  /** Different tools that its searches returned. */
  tools_found: z.int(),
  /** How many the seed expects; null for type A. */
  tools_expected: z.object({ from: z.int(), to: z.int() }).nullable(),
  /** The system prompt of its last step, tools included. */
  overhead: tokenCountSchema,
  /** The system prompt with every permitted tool in it. */
  all_tools_overhead: tokenCountSchema,
  /** The seed's rounded figures: to look at, not to rely on. */
  reference: z.object({ overhead: z.int(), all_tools_overhead: z.int(), source: z.string() }),
});
export type RunTypeReport = z.infer<typeof runTypeReportSchema>;
