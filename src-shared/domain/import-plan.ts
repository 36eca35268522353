import { z } from 'zod';
import { changeClassSchema } from './approval.ts';
import { auditFindingSchema } from './audit.ts';
import { findingSchema } from './finding.ts';
import { sourceFormatSchema, sourceNameSchema } from './source.ts';
import { toolDriftSchema } from './tool-diff.ts';

/** One file as a user hands it over. `name` is shown in messages; `source` overrides the name the source would get. */
export const importFileSchema = z.object({
  name: z.string(),
  text: z.string(),
  source: sourceNameSchema.optional(),
});
export type ImportFile = z.infer<typeof importFileSchema>;

/** Two tools of one name: which, from where, and what to do (R1.21, R1.22). */
export const importConflictSchema = z.object({
  /** Two tools of one name; a name of Pegboard's own; a list that shares no tool with the source it would replace. */
  kind: z.enum(['duplicate', 'reserved', 'unrelated']),
  tool: z.string(),
  sources: z.array(z.string()).readonly(),
  message: z.string(),
  hint: z.string(),
});
export type ImportConflict = z.infer<typeof importConflictSchema>;

/** What importing would do to the skills of a server, by their folders in the pack: `core/sign-in`. */
export const skillsPlanSchema = z.object({
  /** Pack of the workspace that holds them. */
  pack: z.string(),
  added: z.array(z.string()).readonly(),
  changed: z.array(z.string()).readonly(),
  removed: z.array(z.string()).readonly(),
  unchanged: z.number().int(),
});
export type SkillsPlan = z.infer<typeof skillsPlanSchema>;

/** What importing would do to the prompts and instructions of a server, by names such as `prompt:github/fix_issue`. */
export const partsPlanSchema = z.object({
  added: z.array(z.string()).readonly(),
  changed: z.array(z.string()).readonly(),
  removed: z.array(z.string()).readonly(),
  unchanged: z.number().int(),
});
export type PartsPlan = z.infer<typeof partsPlanSchema>;

/** What importing would do to one source, by the names tools have in the catalog. Nothing is written before `apply`. */
export const sourcePlanSchema = z.object({
  source: z.string(),
  format: sourceFormatSchema,
  /** The file it was read from, as the user named it. */
  file: z.string(),
  is_new: z.boolean(),
  added: z.array(z.string()).readonly(),
  changed: z.array(z.string()).readonly(),
  /** How the changed tools differ, in the order of `changed`; of the first 250 of a source, as a plan must stay quick. */
  changed_details: z.array(toolDriftSchema).readonly(),
  removed: z.array(z.string()).readonly(),
  unchanged: z.number().int(),
  /** The skills of its server; missing where it offers none and none are stored. */
  skills: skillsPlanSchema.optional(),
  /** The prompts and instructions of its server; missing where it has none and had none. */
  parts: partsPlanSchema.optional(),
});
export type SourcePlan = z.infer<typeof sourcePlanSchema>;

/** The state of the workspace that a plan was made for. */
export const planBaseSchema = z.object({ path: z.string(), revision: z.string() });
export type PlanBase = z.infer<typeof planBaseSchema>;

/** A tool or another part that an audit doubts, with what the review will say of it. */
export const importAlarmSchema = z.object({
  tool: z.string(),
  change: changeClassSchema,
  findings: z.array(auditFindingSchema).readonly(),
});

/** A plan of additions, changes, removals and conflicts, as data. With a conflict it cannot be applied. */
export const importPlanSchema = z.object({
  base: planBaseSchema,
  sources: z.array(sourcePlanSchema).readonly(),
  conflicts: z.array(importConflictSchema).readonly(),
  findings: z.array(findingSchema).readonly(),
  /** Tools of these sources that nobody could use until somebody approves them; left out where there are none. */
  withheld: z.array(z.string()).readonly().optional(),
  /** What an audit finds in new texts of these sources; left out where it finds nothing. */
  alarms: z.array(importAlarmSchema).readonly().optional(),
});
export type ImportPlan = z.infer<typeof importPlanSchema>;

/** What applying a plan wrote. `written` is false when everything was as before. */
export const importResultSchema = importPlanSchema.extend({ written: z.boolean() });
export type ImportResult = z.infer<typeof importResultSchema>;

/** Whether a plan would write anything at all. */
export function planChangesSomething(plan: ImportPlan): boolean {
  const changes = (part: Pick<SkillsPlan, 'added' | 'changed' | 'removed'> | undefined) =>
    part !== undefined && part.added.length + part.changed.length + part.removed.length > 0;
  return plan.sources.some(
    (source) => source.is_new || changes(source) || changes(source.skills) || changes(source.parts),
  );
}

/** The code of a finding that tells of tools that were left out of an import. */
export const leftOutCode = 'tool_left_out';

/** Whether a plan leaves tools or files out, since they cannot be read or come twice, or skills that break the rules. */
export function planLeavesOut({ findings }: Pick<ImportPlan, 'findings'>): boolean {
  return findings.some(({ code }) => [leftOutCode, 'file_left_out', 'skill_left_out'].includes(code));
}
