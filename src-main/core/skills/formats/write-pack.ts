import { assertNever } from '#shared/assert-never.ts';
import type { PackManifest } from '#shared/domain/pack.ts';
import { packPrefix, type Skill, type SkillFormat, skillFieldNames } from '#shared/domain/skill.ts';
import type { Loss } from '#shared/domain/skill-conversion.ts';
import { isReservedName, type SkillFolderFile } from '#shared/domain/skill-folder.ts';
import { manifestName } from '../read/list-skill-files.ts';
import { folderOf, keptFrame, keptOriginal, type WritableSkill } from './kept-original.ts';
import { kebabName, type WrittenSkill, writeSkillMd } from './write-skill-md.ts';
import { writeYaml } from './write-yaml.ts';

/** One file of a pack: its path inside the pack, with `/`. */
export interface PackFile {
  readonly path: string;
  readonly text: string;
}

/** A file beside a SKILL.md, to copy as it is. Both paths are relative, with `/`: `from` to the pack, `path` to what is written. */
export interface PackCopy {
  readonly path: string;
  readonly from: string;
  readonly file: SkillFolderFile;
}

export interface WrittenPack {
  readonly files: readonly PackFile[];
  readonly copies: readonly PackCopy[];
  readonly loss: readonly Loss[];
}

interface Pack {
  readonly name: string;
  readonly manifest: PackManifest;
  readonly skills: readonly WritableSkill[];
}

/**
 * A pack as files of one format: one per skill, but one for all as `jsonl`; a SKILL.md is in a folder with its name. The
 * same pack gives the same files. Reading them gives equal content hashes. A SKILL.md that says what its skill says is written as
 * it is, with the files beside it; other formats keep its form, but not these files.
 */
export function writePack(pack: Pack, format: SkillFormat): WrittenPack {
  const skills = [...pack.skills].sort((a, b) => (a.name < b.name ? -1 : 1));
  const manifest =
    Object.keys(pack.manifest).length === 0 ? [] : [{ path: manifestName, text: writeYaml(pack.manifest) }];
  if (format === 'jsonl') {
    const text = skills.map((skill) => `${JSON.stringify(fieldsOf(skill))}\n`).join('');
    return {
      files: [...manifest, { path: `${fileName(pack.name)}.skill.jsonl`, text }],
      copies: [],
      loss: skills.flatMap((skill) => [...bodyMoved(skill), ...notHeld(skill)]),
    };
  }
  const taken = new Map<string, number>();
  const files: PackFile[] = [];
  const copies: PackCopy[] = [];
  const loss: Loss[] = [];
  for (const skill of skills) {
    if (format === 'skill-md') {
      const name = freeName(kebabName(skill.name), taken, 64);
      const written = asSkillMd(skill, name);
      files.push({ path: `${name}/SKILL.md`, text: written.text });
      loss.push(...written.loss);
      copies.push(...copiesOf(skill, name));
      continue;
    }
    const name = freeName(fileName(withoutPrefix(skill.name, pack.name)), taken, 120);
    files.push({ path: `${name}.skill.${format}`, text: writeSkill(skill, format) });
    if (format !== 'md') loss.push(...bodyMoved(skill));
    loss.push(...notHeld(skill));
  }
  return { files: [...manifest, ...files], copies, loss };
}

/** As its author wrote it, where that still says what the skill says. */
function asSkillMd(skill: WritableSkill, name: string): WrittenSkill {
  const text = keptOriginal(skill);
  if (text === null) return writeSkillMd(skill, name);
  const folder = folderOf(skill);
  if (folder === null || folder === name) return { text, loss: [] };
  return { text, loss: [{ skill: skill.name, field: 'folder', kind: 'changed', message: `is ${name} there` }] };
}

function copiesOf(skill: WritableSkill, name: string): PackCopy[] {
  const folder = (skill.file ?? '').split('/').slice(0, -1);
  return (skill.folder_files ?? []).map((file) => ({
    path: `${name}/${file.path}`,
    from: [...folder, file.path].join('/'),
    file,
  }));
}

/** Files that are named in a loss. */
const shownFiles = 20;

/** What a format without folders does not hold. */
function notHeld({ name, folder_files = [] }: WritableSkill): Loss[] {
  if (folder_files.length === 0) return [];
  const named = folder_files.slice(0, shownFiles).map(({ path }) => path);
  const more = folder_files.length > shownFiles ? `, and ${folder_files.length - shownFiles} more` : '';
  const what =
    folder_files.length === 1 ? '1 file beside SKILL.md is' : `${folder_files.length} files beside SKILL.md are`;
  const message = `${what} not carried over: ${named.join(', ')}${more}`;
  return [{ skill: name, field: 'files', kind: 'lost', message }];
}

/** One skill in one of the formats with a file of its own. */
export function writeSkill(skill: WritableSkill, format: 'md' | 'yaml' | 'json'): string {
  switch (format) {
    case 'md': {
      const { body: _, ...front } = fieldsOf(skill);
      return `---\n${writeYaml(front)}---\n${skill.body === '' ? '' : `\n${skill.body}\n`}`;
    }
    case 'yaml':
      return writeYaml(fieldsOf(skill));
    case 'json':
      return `${JSON.stringify(fieldsOf(skill), null, 2)}\n`;
    default:
      return assertNever(format);
  }
}

/** The fields to write, in their order; what is empty or a default is left out. */
function fieldsOf(skill: WritableSkill): Record<string, unknown> {
  const own = skillFieldNames.flatMap((field) => {
    const value = skill[field];
    const isDefault = value === null || value.length === 0 || (field === 'task_type' && value === 'unknown');
    return isDefault ? [] : [[field, value] as const];
  });
  const body = own.filter(([field]) => field === 'body');
  return Object.fromEntries([
    ...own.filter(([field]) => field !== 'body'),
    ...Object.entries(skill.extra),
    ...Object.entries(keptFrame(skill)),
    ...body,
  ]);
}

function bodyMoved(skill: Skill): Loss[] {
  return skill.body === ''
    ? []
    : [{ skill: skill.name, field: 'body', kind: 'moved', message: 'is the field "body" there' }];
}

function withoutPrefix(name: string, pack: string): string {
  return name.startsWith(packPrefix(pack)) ? name.slice(packPrefix(pack).length) : name;
}

/** A name that every disk takes: plain letters, no reserved word of Windows. */
function fileName(name: string): string {
  const plain = name
    .toLowerCase()
    .replace(/[^a-z0-9._-]+/g, '-')
    .replace(/\.{2,}/g, '.')
    .replace(/^[-._]+|[-._]+$/g, '')
    .slice(0, 100)
    .replace(/[-._]+$/, '');
  if (plain === '') return kebabName(name);
  return isReservedName(plain) ? `skill-${plain}` : plain;
}

/** The name, or with `-2`, `-3` … behind it the first that no other file has. `taken` has the last number of each name. */
function freeName(name: string, taken: Map<string, number>, maximum: number): string {
  let free = name;
  let n = taken.get(name) ?? 0;
  if (n > 0) {
    do free = `${name.slice(0, maximum - 1 - String(++n).length).replace(/-+$/, '')}-${n}`;
    while (taken.has(free));
    taken.set(name, n);
  }
  taken.set(free, Math.max(taken.get(free) ?? 0, 1));
  return free;
}
