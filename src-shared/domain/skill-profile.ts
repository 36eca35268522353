import { z } from 'zod';

/** A program whose rules a SKILL.md is held against. */
export const skillMdProfileSchema = z.enum(['agentskills', 'claude-code', 'codex', 'vscode']);
export type SkillMdProfile = z.infer<typeof skillMdProfileSchema>;
