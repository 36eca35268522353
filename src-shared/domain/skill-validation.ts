import { z } from 'zod';
import { findingSchema } from './finding.ts';

/** A program whose rules a SKILL.md is held against. */
export const skillMdProfileSchema = z.enum(['agentskills', 'claude-code', 'codex', 'vscode']);
export type SkillMdProfile = z.infer<typeof skillMdProfileSchema>;

/** What to validate: a file or folder, and the programs whose rules for a SKILL.md it is held against. */
export const validateSkillsInputSchema = z.object({
  path: z.string().min(1),
  profiles: z.array(skillMdProfileSchema).max(4).default([]),
});
export type ValidateSkillsInput = z.infer<typeof validateSkillsInputSchema>;

/** What was found; paths are whole. */
export const skillValidationSchema = z.object({
  packs: z.number().int(),
  skills: z.number().int(),
  findings: z.array(findingSchema).readonly(),
});
export type SkillValidation = z.infer<typeof skillValidationSchema>;
