import { scopeModeSchema } from '#shared/domain/skill.ts';
import type { Persona } from '#shared/domain/tool-policy.ts';
import type { StoredSkill } from './stored-skill.ts';

export interface SkillViewer {
  /** The caller. A missing id matches only skills whose id is missing too (R11.04). */
  readonly context: Persona['tool_context'];
  /** Widest scope that a query may see. */
  readonly widest: StoredSkill['scope_mode'];
  /** Packs that are enabled (R8.38). */
  readonly packs: ReadonlySet<string>;
}

/**
 * The skills that a caller may see, by name: the one place that decides it, for search, get, list, directory and injection
 * alike (R11.02–R11.05). Where scopes share a name, the narrowest wins.
 */
export function visibleSkills(skills: Iterable<StoredSkill>, viewer: SkillViewer): ReadonlyMap<string, StoredSkill> {
  const visible = new Map<string, StoredSkill>();
  for (const skill of skills) {
    if (skillDenial(skill, viewer) !== null) continue;
    const other = visible.get(skill.name);
    if (!other || width(skill.scope_mode) < width(other.scope_mode)) visible.set(skill.name, skill);
  }
  return visible;
}

/** What keeps a skill from a caller, in the words of the configuration; null when it may see it. For the host only. */
export function skillDenial(skill: StoredSkill, { context, widest, packs }: SkillViewer): string | null {
  if (skill.origin === 'pack' && !packs.has(skill.pack ?? '')) return `its pack ${skill.pack ?? ''} is off`;
  if (width(skill.scope_mode) > width(widest))
    return `its scope is ${skill.scope_mode}, skills.scope_mode is ${widest}`;
  if (skill.scope_mode === 'global') return null;
  if ((skill.scope_tenant_id ?? '') !== (context.tenant_id ?? '')) {
    return `it belongs to tenant ${skill.scope_tenant_id ?? '(none)'}`;
  }
  if (skill.scope_mode === 'tenant' || (skill.scope_project_id ?? '') === (context.project_id ?? '')) return null;
  return `it belongs to project ${skill.scope_project_id ?? '(none)'}`;
}

/** 0 for project, 2 for global. */
function width(mode: StoredSkill['scope_mode']): number {
  return scopeModeSchema.options.indexOf(mode);
}
