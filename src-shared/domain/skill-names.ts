import { packPrefix, type SkillFormat } from './skill.ts';

/** The format that a file's name says (R8.16), or null for a file of no skills. Dots before `.skill.` are part of the name. */
export function formatOfFile(name: string): SkillFormat | null {
  if (name === 'SKILL.md') return 'skill-md';
  const ending = /.\.skill\.(md|yaml|yml|json|jsonl)$/i.exec(name)?.[1]?.toLowerCase();
  return ending === undefined ? null : ending === 'yml' ? 'yaml' : (ending as SkillFormat);
}

/** The name of a skill file without its ending. */
export function stemOfFile(file: string): string {
  return file.replace(/\.skill\.(?:md|yaml|yml|json|jsonl)$/i, '');
}

/** What a file or folder name leaves for a name of ours: letters, digits, `_`, `-` and `.`, lower case. */
export function slugOf(name: string, fallback: string): string {
  const slug = name
    .normalize('NFC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\p{M}_.-]+/gu, '-')
    .replace(/^[-.\p{M}]+|[-.]+$/gu, '')
    .slice(0, 100);
  return slug === '' ? fallback : slug;
}

/** Name of the folder a SKILL.md is in. */
export function folderNameOf(path: string): string {
  return path.split('/').at(-2) ?? '';
}

/** `pack.<pack>.<slug of the file>`, and from the second unnamed skill of a file on `-2`, `-3` … (R8.24, R8.25). */
export function nameFor(pack: string, file: string): (n: number) => string {
  const slug = stemOfFile(file)
    .split('/')
    .map((part) => slugOf(part, 'skill'))
    .join('.');
  return (n) => `${packPrefix(pack)}${slug}${n === 1 ? '' : `-${n}`}`;
}
