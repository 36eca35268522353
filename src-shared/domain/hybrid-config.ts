import { z } from 'zod';
import { embedderConfigSchema, withNeededFields } from './embedder-config.ts';

const share = z.number().min(0).max(1);

/** Words and meaning together (R17.02–R17.15, R13.80–R13.87): a mode of its own beside `tool_search`. */
export const hybridConfigSchema = z.strictObject({
  enabled: z.boolean().default(false).describe('Offer hybrid search beside `tool_search`, which does not change.'),
  strategy: z
    .enum(['confidence', 'tool_count'])
    .default('confidence')
    .describe('What decides between words and vectors: how sure the words are, or how many tools there are.'),
  high_confidence: share.default(0.8).describe('Above it the words decide alone and no embedder is asked.'),
  blend_confidence: share
    .default(0.3)
    .describe('Above it words and vectors are blended; at or below it the vectors decide alone.'),
  keyword_confidence: share
    .default(0.7)
    .describe('With `tool_count`: above it the words decide alone where there are few tools.'),
  merge_from: z
    .int()
    .min(1)
    .max(1_000_000)
    .default(100)
    .describe('With `tool_count`: number of tools from which both are always merged.'),
  decompose_from: z
    .int()
    .min(1)
    .max(1_000_000)
    .default(500)
    .describe('With `tool_count`: number of tools from which vectors decide, for each part of the query.'),
  confidence_divisor: z
    .number()
    .min(0.1)
    .max(1000)
    .default(10)
    .describe('The confidence is the best BM25 score divided by this, at most 1.'),
  k1: z.number().min(1.2).max(2).default(1.2).describe('How fast repeated words stop counting in BM25.'),
  b: share.default(0.75).describe('How much BM25 reduces the score of long texts.'),
  name_weight: z.number().min(0.1).max(100).default(2).describe('BM25 weight of a word in the name.'),
  content_weight: z.number().min(0.1).max(100).default(1).describe('BM25 weight of a word in the other texts.'),
  stemming: z.boolean().default(false).describe('Whether BM25 reduces English words to their stems.'),
  bm25_share: share.default(1).describe('Weight of a BM25 score in a blend.'),
  vector_share: share.default(1).describe('Weight of a vector score in a blend.'),
  embedder: withNeededFields(embedderConfigSchema).prefault({}).describe('What turns text into vectors.'),
});
export type HybridConfig = z.infer<typeof hybridConfigSchema>;
