import { z } from 'zod';
import { tokenCountSchema } from '../tokens.ts';
import { findingSchema } from './finding.ts';
import { callerSchema } from './search-request.ts';
import { packFileSchema } from './skill-editor.ts';

/** A skill as it is typed, `only` one of the file, and the model whose context window sets the budgets of hosts. */
export const skillByHostInputSchema = z.object({
  ...packFileSchema.shape,
  text: z.string().max(2_000_000),
  only: z.string().optional(),
  caller: callerSchema.default({}),
  /** Tokens; null when it is not known. */
  context_window: z.int().min(1000).max(100_000_000).nullable().default(200_000),
});
export type SkillByHostInput = z.infer<typeof skillByHostInputSchema>;

/** What one host shows a model of a skill: its line in the list, then what it reads when it uses the skill. */
export const hostSkillSchema = z.object({
  host: z.string(),
  /** The limit of the list in words, and where it is documented. */
  rule: z.string(),
  source: z.string(),
  /** The line of the list; null when the host leaves the skill out. */
  line: z.string().nullable(),
  state: z.enum(['whole', 'shortened', 'name_only', 'omitted']),
  /** Characters of the description as it is written, and as it is listed. */
  written: z.int(),
  listed: z.int(),
  /** The list with all skills of the workspace: its size, its limit (null for none), and what both count. */
  list: z.object({
    used: z.int(),
    budget: z.int().nullable(),
    unit: z.enum(['characters', 'tokens']).nullable(),
    skills: z.int(),
  }),
  /** What the model reads when it uses the skill, and its tokens. */
  body: z.string(),
  tokens: tokenCountSchema,
  /** What a budget takes away from that text. */
  cut: z.array(z.string()).readonly(),
  /** Files beside SKILL.md that the model can open there; sizes in bytes. */
  files: z.array(z.object({ path: z.string(), size: z.int() })).readonly(),
  /** What the host refuses or ignores. */
  findings: z.array(findingSchema).readonly(),
});
export type HostSkill = z.infer<typeof hostSkillSchema>;

/** The same skill in each host; empty hosts when the text has no readable skill. */
export const skillByHostSchema = z.object({ name: z.string().nullable(), hosts: z.array(hostSkillSchema).readonly() });
export type SkillByHost = z.infer<typeof skillByHostSchema>;
