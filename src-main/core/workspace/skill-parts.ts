import { join } from 'node:path';
import { partAction } from '#shared/domain/approval.ts';
import type { SkillPackConfig } from '#shared/domain/pack.ts';
import { skillFolderLimits } from '#shared/domain/skill-folder.ts';
import { isPegboardError } from '#shared/errors.ts';
import { type SourcePart, skillPart } from '../approval/parts.ts';
import { partStates } from '../approval/tool-states.ts';
import type { Files } from '../files/files.ts';
import { containedPath, type LoadedWorkspace } from './load-workspace.ts';
import { storedSkills } from './stored-skills.ts';

/** The skills that sources of the workspace offered, as they are on the disk now. A pack that cannot be read has none. */
export async function skillParts({ root, file: { config } }: Pick<LoadedWorkspace, 'root' | 'file'>, files: Files) {
  const parts: SourcePart[] = [];
  for (const pack of config.skills.skill_packs) parts.push(...(await skillPartsOf(root, pack, files)));
  return parts;
}

async function skillPartsOf(root: string, pack: SkillPackConfig, files: Files): Promise<SourcePart[]> {
  const { source, path, name } = pack;
  if (source === undefined || path.startsWith('shipped:')) return [];
  try {
    const folder = await containedPath(root, `skills.skill_packs: ${name}`, path, files);
    const parts: SourcePart[] = [];
    for (const [skill, digests] of await storedSkills(folder, files)) {
      const bytes = await files.readBytes(join(folder, skill, 'SKILL.md'), { maximumBytes: skillFolderLimits.bytes });
      parts.push(skillPart(source, { folder: skill, text: textOfSkill(bytes), digests }));
    }
    return parts;
  } catch (error) {
    if (!isPegboardError(error)) throw error;
    return [];
  }
}

/** The text of a SKILL.md for the lock. */
export function textOfSkill(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes);
}

/** Folders in a pack with skills that nobody approved and that the workspace withholds. A pack of the workspace's own has none. */
export async function withheldSkills(
  { root, lock, file: { config } }: Pick<LoadedWorkspace, 'root' | 'lock' | 'file'>,
  pack: SkillPackConfig,
  files: Files,
): Promise<string[]> {
  if (lock.kind === 'none' || (lock.kind === 'read' && lock.version === 1) || pack.source === undefined) return [];
  const states = partStates(await skillPartsOf(root, pack, files), lock);
  return [...states.values()].flatMap((state) =>
    state.contract && partAction(config.approvals, state.source, state) !== 'allow' ? [state.contract.name] : [],
  );
}
