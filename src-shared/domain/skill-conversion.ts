import { z } from 'zod';
import { findingSchema } from './finding.ts';
import { skillFormatSchema } from './skill.ts';

/**
 * What did not map from one format to another. `moved`: it is there, where only Pegboard looks for it; `changed`: others see
 * something else; `lost`: nothing brings it back.
 */
export const lossSchema = z.object({
  skill: z.string(),
  field: z.string(),
  kind: z.enum(['moved', 'changed', 'lost']),
  message: z.string(),
});
export type Loss = z.infer<typeof lossSchema>;

/** What to convert, to which format, and where to. `overwrite` agrees to replace files that say something else. */
export const convertSkillsInputSchema = z.object({
  path: z.string().min(1),
  to: skillFormatSchema,
  out: z.string().min(1),
  overwrite: z.boolean().default(false),
});
export type ConvertSkillsInput = z.infer<typeof convertSkillsInputSchema>;

export const skillConversionSchema = z.object({
  target: z.string(),
  format: skillFormatSchema,
  skills: z.number().int(),
  /** Paths in the target, in their order. */
  written: z.array(z.string()).readonly(),
  unchanged: z.array(z.string()).readonly(),
  loss: z.array(lossSchema).readonly(),
  /**
   * Nothing is in `loss`, and Pegboard read back what it writes: each skill has the same content, each SKILL.md and each file beside it
   * the same bytes.
   */
  lossless: z.boolean(),
  findings: z.array(findingSchema).readonly(),
});
export type SkillConversion = z.infer<typeof skillConversionSchema>;
