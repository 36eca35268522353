import { z } from 'zod';
import { configChangeSchema } from './config-edit.ts';
import { skillListingSchema } from './host-budgets.ts';
import { goldenCostSchema } from './why-not.ts';

export const optimizeSkillsInputSchema = z.strictObject({
  /** Milliseconds since 1970: only sessions that began then or later. */
  since: z.int().optional(),
  /** Only sessions of this persona, and only its skills. */
  persona: z.string().max(200).optional(),
  /** Tokens of the context window of the host; without it, what hosts take where they do not know it. */
  context_window: z.int().min(1000).max(100_000_000).optional(),
  /** Only proposals for these skills. */
  only: z.array(z.string().max(500)).max(10_000).optional(),
});
export type OptimizeSkillsInput = z.infer<typeof optimizeSkillsInputSchema>;

/** A description without its last sentences. Sizes in characters. */
const skillCutSchema = z.object({
  skill: z.string(),
  pack: z.string(),
  file: z.string(),
  before: z.string(),
  after: z.string(),
  from: z.int(),
  to: z.int(),
});

/** A skill that no session loaded. */
export const unusedSkillSchema = z.object({
  skill: z.string(),
  pack: z.string(),
  /** Sessions that loaded some skill since Pegboard knows this one; none of them loaded it. */
  sessions: z.int(),
  /** Share of sessions that may load it all the same: the upper end of the 95 % interval. */
  at_most: z.number(),
  /** Characters of its line in a list of skills. */
  characters: z.int(),
});
export type UnusedSkill = z.infer<typeof unusedSkillSchema>;

/** A file of a pack before and after; `hash` is that of the text before, as `skillEditor.write` expects it. */
export const packDifferenceSchema = z.object({
  pack: z.string(),
  file: z.string(),
  hash: z.string(),
  before: z.string(),
  after: z.string(),
});

export const skillsReportSchema = z.object({
  verdict: z.enum(['better', 'keep', 'skills_off']),
  /** The verdict in words. */
  reason: z.string(),
  persona: z.string().nullable(),
  skills: z.int(),
  /** Sessions that loaded some skill, and how often they did. */
  sessions: z.int(),
  loads: z.int(),
  /** What hosts list now, and after all proposals. */
  hosts: z.object({ before: z.array(skillListingSchema).readonly(), after: z.array(skillListingSchema).readonly() }),
  /** Skills that every host lists without their description, or not at all. */
  unlisted: z.array(z.string()).readonly(),
  cuts: z.array(skillCutSchema).readonly(),
  unused: z.array(unusedSkillSchema).readonly(),
  /** Skills whose description stays, since a search would lose its skill without the last sentence. */
  spared: z.array(z.string()).readonly(),
  /** What the cuts do to searches for skills, of golden queries and of use; null without any such search. */
  cost: goldenCostSchema.nullable(),
  /** What the cuts change in files of packs. */
  files: z.array(packDifferenceSchema).readonly(),
  /** What leaves unused skills out, and the revision of `pegboard.yaml` that it is for. */
  changes: z.array(configChangeSchema).readonly(),
  base: z.string(),
});
export type SkillsReport = z.infer<typeof skillsReportSchema>;
