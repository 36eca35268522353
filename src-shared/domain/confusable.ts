import { z } from 'zod';
import { callerSchema } from './search-request.ts';

/** A wrong tool counts as confusable from this share of the right one's score on. */
export const confusableShare = 0.95;

export const confusableRequestSchema = z.object({ caller: callerSchema.default({}) });
export type ConfusableRequest = z.infer<typeof confusableRequestSchema>;

/** A query by which two tools cannot be told apart. */
export const confusionSchema = z.object({
  query: z.string(),
  /** A golden query of the workspace, or one made of the right tool: the words of its name, the first sentence of its description. */
  kind: z.enum(['golden', 'name', 'sentence']),
  right: z.string(),
  wrong: z.string(),
  /** Equal scores share a rank. */
  right_rank: z.number().int().min(1),
  wrong_rank: z.number().int().min(1),
  /** S of the wrong tool over S of the right one: at least .95; from 1 on the wrong one is not behind. */
  share: z.number(),
});
export type Confusion = z.infer<typeof confusionSchema>;

/** Two tools that queries cannot tell apart. */
export const confusablePairSchema = z.object({
  tools: z.tuple([z.string(), z.string()]),
  /** The worst of them, at most four, worst first; `count` is how many there are. */
  confusions: z.array(confusionSchema).readonly(),
  count: z.number().int(),
  /** For how many of the two some query puts the other one beside or before it. */
  lost: z.number().int().min(0).max(2),
  /** Words that both have in name, title or first sentence, the telling ones first. */
  shared: z.array(z.string()).readonly(),
  /** Words that only the first, and only the second tool has: queries with them tell the two apart. */
  only: z.tuple([z.array(z.string()).readonly(), z.array(z.string()).readonly()]),
});
export type ConfusablePair = z.infer<typeof confusablePairSchema>;

/** Tools that rank beside or before one another. */
export const confusableClusterSchema = z.object({
  /** The first fifty by name; `size` is how many there are. */
  tools: z.array(z.string()).readonly(),
  size: z.number().int(),
  /** Words that all of those have in name, title or first sentence. */
  shared: z.array(z.string()).readonly(),
});

export const confusableReportSchema = z.object({
  tools: z.number().int(),
  /** Queries that were asked. */
  queries: z.number().int(),
  golden_queries: z.number().int(),
  /** The worst first, at most 500; `pair_count` is how many there are. */
  pairs: z.array(confusablePairSchema).readonly(),
  pair_count: z.number().int(),
  /** Groups of three tools and more, the largest first, at most 100. */
  clusters: z.array(confusableClusterSchema).readonly(),
  cluster_count: z.number().int(),
});
export type ConfusableReport = z.infer<typeof confusableReportSchema>;

export const confusableEventSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('progress'), done: z.number().int(), total: z.number().int() }),
  z.object({ type: z.literal('done'), report: confusableReportSchema }),
]);
export type ConfusableEvent = z.infer<typeof confusableEventSchema>;
