import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { skillFolderLimits } from '#shared/domain/skill-folder.ts';
import { isPegboardError } from '#shared/errors.ts';
import type { Files } from '../files/files.ts';

/** Files of the skills of a pack on the disk: by the folder of each skill, the digest of each file by its path inside. */
export type StoredSkills = ReadonlyMap<string, ReadonlyMap<string, string>>;

/** Folders inside each other that are looked at: those of the prefix, the skill, and the files in it. */
const maximumDepth = skillFolderLimits.depth * 2;

/** Reads what an import wrote before. Links are not followed; a file that cannot be read counts as another one. */
export async function storedSkills(root: string, files: Files): Promise<StoredSkills> {
  const skills = new Map<string, Map<string, string>>();
  if (!(await files.isDirectory(root))) return skills;
  const queue: { folder: string; skill: string | null }[] = [{ folder: '', skill: null }];
  for (let next = queue.shift(); next; next = queue.shift()) {
    const { folder } = next;
    const names = [...(await files.list(join(root, folder)))].sort();
    const skill = next.skill ?? (folder !== '' && names.includes('SKILL.md') ? folder : null);
    for (const name of names) {
      const path = folder === '' ? name : `${folder}/${name}`;
      const kind = (await files.look(join(root, path)))?.kind;
      if (kind === 'folder' && path.split('/').length <= maximumDepth) queue.push({ folder: path, skill });
      else if (skill !== null && (kind === 'file' || kind === 'shared')) {
        const digests = skills.get(skill) ?? new Map<string, string>();
        skills.set(skill, digests.set(path.slice(skill.length + 1), await digestOf(join(root, path), files)));
      }
    }
  }
  return skills;
}

/** The digest of a file of a skill, as servers write it. */
export function digestOfBytes(bytes: Uint8Array): string {
  return `sha256:${createHash('sha256').update(bytes).digest('hex')}`;
}

async function digestOf(path: string, files: Files): Promise<string> {
  try {
    const bytes = await files.readBytes(path, { maximumBytes: skillFolderLimits.bytes });
    return digestOfBytes(bytes);
  } catch (error) {
    if (!isPegboardError(error)) throw error;
    return 'unreadable';
  }
}
