import { z } from 'zod';
import { seedBm25TermSchema } from './seed-bm25.ts';

/** What decided the results of a hybrid search: the words alone, words and vectors, or vectors alone (R17.06–R17.08). */
export const hybridPathSchema = z.enum(['bm25', 'blend', 'vector']);
export type HybridPath = z.infer<typeof hybridPathSchema>;

const listSourceSchema = z.enum(['bm25', 'vector']);

/**
 * One list of scored tools that went into the results: BM25 over the words, or the cosines of one part of the query. Its bounds
 * are those over all its tools, before the limit: normalised = (score − min) / (max − min), .5 when all are equal.
 */
export const hybridListSchema = z.object({
  source: listSourceSchema,
  /** The query, or the part of it, that the list answers. */
  query: z.string(),
  tools: z.number().int(),
  min: z.number(),
  max: z.number(),
  /** What its normalised scores count. */
  share: z.number(),
});
export type HybridList = z.infer<typeof hybridListSchema>;

/** What one list says of one tool: counted = share · normalised. */
export const hybridPartSchema = z.object({
  /** Place in the explanation's `lists`. */
  list: z.number().int(),
  source: listSourceSchema,
  /** The BM25 score, or the cosine. */
  score: z.number(),
  normalised: z.number(),
  counted: z.number(),
});
export type HybridPart = z.infer<typeof hybridPartSchema>;

/** The arithmetic of a hybrid score: `score_raw` is the largest `counted` of its parts, and the score itself. */
export const hybridScoreSchema = z.object({
  kind: z.literal('hybrid'),
  /** One for each list that has the tool; in a list that lacks it, it counts nothing. */
  parts: z.array(hybridPartSchema).readonly(),
  /** Σ contribution is the BM25 score; none where the tool has no word of the query. */
  terms: z.array(seedBm25TermSchema).readonly(),
  /** Words of the tool, those of each field times its weight. */
  length: z.number(),
  score_raw: z.number(),
});
export type HybridScore = z.infer<typeof hybridScoreSchema>;

/** What a hybrid search says beside what every search does. */
export const hybridExplanationFields = {
  strategy: z.enum(['confidence', 'tool_count']),
  taken: hybridPathSchema,
  /** min(best_score / divisor, 1); 0 without hits (R17.05). */
  confidence: z.number(),
  best_score: z.number(),
  divisor: z.number(),
  /** What the words had to exceed, in the strategy that ran; null where it looks at the number of tools alone. */
  threshold: z.number().nullable(),
  /** The embedder that was asked, and the length of its vectors; null when it was not. */
  embedder: z.object({ id: z.string(), dimensions: z.number().int() }).nullable(),
  lists: z.array(hybridListSchema).readonly(),
};

/** The index of BM25: exactly the tools this caller may use. */
export const hybridCorpusSchema = z.object({
  tools: z.number().int(),
  average_length: z.number(),
  k1: z.number(),
  b: z.number(),
  name_weight: z.number(),
  content_weight: z.number(),
});
