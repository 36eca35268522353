import { z } from 'zod';

/** Kind of task a skill serves (R8.09). */
export const taskTypeSchema = z.enum(['browser', 'api', 'code', 'domain', 'unknown']);

/** Where a skill may be seen, narrowest first (R11.01). */
export const scopeModeSchema = z.enum(['project', 'tenant', 'global']);

/** Who wrote a skill: a pack. `learned` is reserved; nothing here makes such rows (R8.10). */
export const skillOriginSchema = z.enum(['pack', 'learned']);

/** How a skill file is written. `skill-md` is a SKILL.md in a folder of its own, as other agents read it. */
export const skillFormatSchema = z.enum(['md', 'yaml', 'json', 'jsonl', 'skill-md']);
export type SkillFormat = z.infer<typeof skillFormatSchema>;

/** Fields that a SKILL.md does not have and that were made from its other texts. */
export const derivedFieldSchema = z.enum(['trigger', 'steps']);

/**
 * A skill: when to use it and what to do then (seed 001). Texts have line feeds only and no white space at
 * their ends; an absent text is null or empty, an absent list is empty. So equal skills have equal content hashes.
 */
export const skillSchema = z.object({
  name: z.string(),
  title: z.string().nullable(),
  description: z.string().nullable(),
  task_type: taskTypeSchema,
  tags: z.array(z.string()),
  trigger: z.string(),
  steps: z.array(z.string()),
  preconditions: z.array(z.string()),
  failure_modes: z.array(z.string()),
  /** Markdown that follows the fields; empty for none. */
  body: z.string(),
  /** Which of the fields come from other texts of the same file and are not written back. */
  derived: z.array(derivedFieldSchema),
  /** Every field that is none of these, as it was (R8.29). */
  extra: z.record(z.string(), z.unknown()),
});
export type Skill = z.infer<typeof skillSchema>;

/** Fields of a skill file, in the order they are written. `name` … `failure_modes` and `derived` and `body`. */
export const skillFieldNames = [
  'name',
  'title',
  'description',
  'task_type',
  'tags',
  'trigger',
  'preconditions',
  'steps',
  'failure_modes',
  'derived',
  'body',
] as const satisfies readonly (keyof Skill)[];

/** Start of the names that a pack gives its skills (R8.24, R8.27). */
export function packPrefix(pack: string): string {
  return `pack.${pack}.`;
}

/** Names with this start are for skills that an agent learned (R8.28). */
export const learnedPrefix = 'learned.';

/**
 * What a name may be: letters, digits, `_ - . : @`, at most 200. A name is in prompts, one per line, and on disk, so it
 * holds no white space and no slash.
 */
export const skillNamePattern = /^[\p{L}\p{N}_][\p{L}\p{N}\p{M}_.:@-]{0,199}$/u;
