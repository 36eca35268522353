import { basename } from 'node:path/posix';
import type { PackSkill } from '#shared/domain/pack.ts';
import type { SkillFormat } from '#shared/domain/skill.ts';
import { folderNameOf, formatOfFile, nameFor } from '#shared/domain/skill-names.ts';
import { readSkillFile } from '../read/skill-file.ts';
import { keptOriginal } from './kept-original.ts';
import { type WrittenPack, writePack } from './write-pack.ts';

/**
 * Whether reading what was written gives the skills again: each with its content, each file beside a SKILL.md, and for a skill that is a
 * SKILL.md the same bytes once it is written as one.
 */
export function readsBackTheSame(
  { name, skills }: { readonly name: string; readonly skills: readonly PackSkill[] },
  { files, copies }: WrittenPack,
  format: SkillFormat,
): boolean {
  const read = files
    .filter(({ path }) => formatOfFile(basename(path)) !== null)
    .flatMap(({ path, text }) => {
      const naming = format === 'skill-md' ? () => folderNameOf(path) : nameFor(name, path);
      return readSkillFile({ file: path, format, text, nameFor: naming }).value;
    });
  const byName = new Map(read.map((skill) => [skill.name, skill]));
  const copied = skills.reduce((sum, { folder_files }) => sum + folder_files.length, 0) === copies.length;
  return copied && read.length === skills.length && skills.every((skill) => isSame(skill, byName.get(skill.name)));
}

function isSame(before: PackSkill, after: PackSkill | undefined): boolean {
  if (after === undefined || after.content_hash !== before.content_hash) return false;
  if (before.front_matter === null) return true;
  const [written] = writePack({ name: 'p', manifest: {}, skills: [after] }, 'skill-md').files;
  return written?.text === (keptOriginal(before) ?? before.original);
}
