import { z } from 'zod';
import { findingSchema } from './finding.ts';
import { scopeModeSchema } from './skill.ts';

const names = z.array(z.string()).readonly();

/** What loading one pack of the workspace did (R8.30, R8.39). */
export const packReportSchema = z.object({
  name: z.string(),
  path: z.string(),
  status: z.enum(['loaded', 'failed', 'disabled']),
  scope_mode: scopeModeSchema,
  skills: z.number().int(),
  added: names,
  updated: names,
  /** Changed in the pack, kept as stored (`update_existing_pack_skills: false`). */
  kept: names,
  pruned: names,
  /** No longer in the pack and still served, since the pack could not be read as a whole. */
  stale: names,
  refused: names,
  unchanged: z.number().int(),
  findings: z.array(findingSchema).readonly(),
});
export type PackReport = z.infer<typeof packReportSchema>;

/** What loading the packs of a workspace did. */
export const skillLoadReportSchema = z.object({
  packs: z.array(packReportSchema).readonly(),
  /** About the configuration of skills, not of one pack. */
  findings: z.array(findingSchema).readonly(),
  /** Rows removed because their pack left the configuration. */
  removed: z.number().int(),
  /** Why the store is in memory and not in its file; null when it is there. */
  memory_reason: z.string().nullable(),
});
export type SkillLoadReport = z.infer<typeof skillLoadReportSchema>;
