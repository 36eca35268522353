import { z } from 'zod';
import { findingSchema } from './finding.ts';
import { skillFormatSchema } from './skill.ts';
import { lossSchema } from './skill-conversion.ts';

const paths = z.array(z.string()).readonly();

/** What an interrupted export left behind was finished, or undone. */
export const exportRecoverySchema = z.object({
  outcome: z.enum(['finished', 'rolled_back']),
  /** Files that somebody changed meanwhile, and that were left as they are. */
  left: paths,
});
export type ExportRecovery = z.infer<typeof exportRecoverySchema>;

/** What exporting a pack to a folder does. Paths are relative to the folder, with `/`. */
export const skillExportSchema = z.object({
  target: z.string(),
  format: skillFormatSchema,
  added: paths,
  changed: paths,
  removed: paths,
  /** Files that say already what they should. */
  kept: paths,
  /** Those of `changed` and `removed` that are not as the last export left them: a person's work. */
  edited: paths,
  loss: z.array(lossSchema).readonly(),
  /** As of a conversion. */
  lossless: z.boolean(),
  findings: z.array(findingSchema).readonly(),
  /** What became of an export that was interrupted before; null when there was none. */
  recovered: exportRecoverySchema.nullable(),
  written: z.boolean(),
});
export type SkillExport = z.infer<typeof skillExportSchema>;

/** What to export and where to. Without `apply` nothing is written; `overwrite` agrees to replace what people changed. */
export const exportSkillsInputSchema = z.object({
  path: z.string().min(1),
  target: z.string().min(1),
  format: skillFormatSchema,
  apply: z.boolean().default(false),
  overwrite: z.boolean().default(false),
});
export type ExportSkillsInput = z.infer<typeof exportSkillsInputSchema>;
