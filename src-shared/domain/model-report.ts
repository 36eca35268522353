import { z } from 'zod';
import { embedderConfigSchema } from './embedder-config.ts';

/** A model that many people use; what it takes to fetch it and to name it in `pegboard.yaml`. */
const knownModelSchema = z.object({
  name: z.string(),
  licence: z.string(),
  /** What has to be fetched, rounded. */
  megabytes: z.number(),
  languages: z.string(),
  dimensions: z.int(),
  kind: embedderConfigSchema.shape.kind,
  /** The command that fetches it. Pegboard runs none. */
  fetch: z.string(),
  /** What to write as `tool_search.understanding.model`. */
  config: z.record(z.string(), z.unknown()),
});

/** What `pegboard models` lists. */
export const modelsReportSchema = z.object({
  known: z.array(knownModelSchema).readonly(),
  /** The models that the workspace names: for the meaning of the default ranking, and for hybrid search. Null without a workspace. */
  named: z.object({ meaning: z.string().nullable(), hybrid: z.string() }).nullable(),
});
export type ModelsReport = z.infer<typeof modelsReportSchema>;

/** What a test of the named model found. */
export const modelTestSchema = z.object({
  model: z.string(),
  dimensions: z.int(),
  /** Until the first answer, and of the second one, milliseconds. */
  first_ms: z.number(),
  again_ms: z.number(),
  /** The model's own cosines: of two sentences that mean the same, and of two that do not. */
  cosines: z.object({ same: z.number(), other: z.number() }),
});
export type ModelTest = z.infer<typeof modelTestSchema>;

/** What became of the vectors of the tools. */
export const modelPreparationSchema = z.object({
  model: z.string(),
  tools: z.int(),
  dimensions: z.int(),
  elapsed_ms: z.number(),
  /** The model's median cosine of a tool with texts of other tools, and with its own text; null where they are the same. */
  scale: z.object({ background: z.number(), match: z.number() }).nullable(),
});
export type ModelPreparation = z.infer<typeof modelPreparationSchema>;
