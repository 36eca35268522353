import type { PackSkill } from '#shared/domain/pack.ts';
import type { Skill } from '#shared/domain/skill.ts';
import { contentHash } from '../read/content-hash.ts';
import { frameOf, originalKey } from '../read/original-skill-md.ts';
import { readSkillFile } from '../read/skill-file.ts';
import { kebabName, writeSkillMd } from './write-skill-md.ts';

/** A skill to write, with its SKILL.md and the files beside it where it has any. */
export type WritableSkill = Skill & Partial<Pick<PackSkill, 'file' | 'front_matter' | 'original' | 'folder_files'>>;

/** The SKILL.md of a skill as its author wrote it; null where there is none, or where the skill says something else by now. */
export function keptOriginal(skill: WritableSkill): string | null {
  const { original = null } = skill;
  if (original === null) return null;
  const nameFor = () => folderOf(skill) ?? kebabName(skill.name);
  const [read] = readSkillFile({ file: 'SKILL.md', format: 'skill-md', text: original, nameFor }).value;
  return read !== undefined && read.content_hash === contentHash(skill) ? original : null;
}

/**
 * What a file of another format keeps of a SKILL.md, so that a conversion back gives the same bytes; nothing for a text that
 * Pegboard would write the same.
 */
export function keptFrame(skill: WritableSkill): Record<string, unknown> {
  const original = keptOriginal(skill);
  if (original === null || originalKey in skill.extra) return {};
  if (original === writeSkillMd(skill, kebabName(skill.name)).text) return {};
  const frame = frameOf(original, skill.body);
  return frame === null ? {} : { [originalKey]: frame };
}

/** Name of the folder that a skill was read from; null for one without a folder of its own. */
export function folderOf({ file = '', front_matter = null }: WritableSkill): string | null {
  return front_matter === null ? null : (file.split('/').at(-2) ?? null);
}
