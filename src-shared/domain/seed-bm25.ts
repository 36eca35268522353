import { z } from 'zod';

/** The numbers of seed 004's BM25 (R17.02–R17.04). */
export const seedBm25ParametersSchema = z.object({
  /** Saturation of frequencies. */
  k1: z.number().min(1.2).max(2).default(1.2),
  /** How much the length of a tool's text dampens its frequencies. */
  b: z.number().min(0).max(1).default(0.75),
  /** What one occurrence counts in the name, and in the content. */
  name_weight: z.number().positive().default(2),
  content_weight: z.number().positive().default(1),
  /** Whether English words are brought down to their Porter stem. */
  stemming: z.boolean().default(false),
});
export type SeedBm25Parameters = z.infer<typeof seedBm25ParametersSchema>;

/**
 * One word of the query in one tool: `strength` f = name_weight · name + content_weight · content; `saturated` = f·(k1 + 1) /
 * (f + k1·(1 − b + b·length / average length)), length being the tool's words, each times the weight of its
 * field; `contribution` = count · idf · saturated.
 */
export const seedBm25TermSchema = z.object({
  term: z.string(),
  /** How often the query has it. */
  count: z.number().int(),
  /** Tools that have it; idf = ln(1 + (N − n + .5) / (n + .5)). */
  document_frequency: z.number().int(),
  idf: z.number(),
  /** How often the tool has it, by field. */
  name: z.number().int(),
  content: z.number().int(),
  strength: z.number(),
  saturated: z.number(),
  contribution: z.number(),
});
export type SeedBm25Term = z.infer<typeof seedBm25TermSchema>;
