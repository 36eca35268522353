import { z } from 'zod';
import { type Skill, scopeModeSchema, skillOriginSchema, skillSchema } from '#shared/domain/skill.ts';

/** The owner of a skill: the mode decides which ids count (R11.01–R11.04). */
export interface SkillScopeIds {
  readonly scope_mode: z.infer<typeof scopeModeSchema>;
  readonly tenant_id: string | null;
  readonly project_id: string | null;
}

const storedList = z.string().transform((text) => z.array(z.string()).parse(JSON.parse(text)));

/** A row of `skills` as a skill again. */
const storedSkillSchema = skillSchema.extend({
  row: z.number().int(),
  id: z.string(),
  scope_mode: scopeModeSchema,
  scope_tenant_id: z.string().nullable(),
  scope_project_id: z.string().nullable(),
  origin: skillOriginSchema,
  origin_ref: z.string().nullable(),
  pack: z.string().nullable(),
  content_hash: z.string(),
  created_at: z.number().int(),
  updated_at: z.number().int(),
  last_used: z.number().int(),
  use_count: z.number().int(),
  tags: storedList,
  steps: storedList,
  preconditions: storedList,
  failure_modes: storedList,
  derived: z.string().transform((text) => skillSchema.shape.derived.parse(JSON.parse(text))),
  extra: z.string().transform((text) => JSON.parse(text) as Skill['extra']),
});
export type StoredSkill = z.infer<typeof storedSkillSchema>;

export function readStoredSkill(row: unknown): StoredSkill {
  return storedSkillSchema.parse(row);
}

/** The columns of a skill's content, as they are written. */
export function contentColumns(skill: Skill) {
  return {
    name: skill.name,
    title: skill.title,
    description: skill.description,
    trigger: skill.trigger,
    task_type: skill.task_type,
    tags: JSON.stringify(skill.tags),
    steps: JSON.stringify(skill.steps),
    preconditions: JSON.stringify(skill.preconditions),
    failure_modes: JSON.stringify(skill.failure_modes),
    body: skill.body,
    derived: JSON.stringify(skill.derived),
    extra: JSON.stringify(skill.extra),
  };
}
