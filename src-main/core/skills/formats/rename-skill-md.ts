import { isScalar, parseDocument } from 'yaml';
import type { PackSkill } from '#shared/domain/pack.ts';
import { splitFrontMatter } from '#shared/text/front-matter.ts';
import { contentHash } from '../read/content-hash.ts';
import { readSkillFile } from '../read/skill-file.ts';
import { kebabName, writeSkillMd } from './write-skill-md.ts';

/**
 * The SKILL.md of a skill under another name. Every other byte stays; where that is not possible, because the format does not take
 * the name or an earlier export keeps one in `metadata`, the file is written new.
 */
export function renamedSkillMd(skill: PackSkill, name: string): string {
  const folder = kebabName(name);
  const renamed = { ...skill, name };
  const text = folder === name && skill.original !== null ? withName(skill.original, name) : null;
  if (text !== null) {
    const [read] = readSkillFile({ file: 'SKILL.md', format: 'skill-md', text, nameFor: () => folder }).value;
    if (read?.content_hash === contentHash(renamed)) return text;
  }
  return writeSkillMd(renamed, folder).text;
}

/** The text with another value of `name`, or with the key as its first line; null for front matter that cannot be read. */
function withName(text: string, name: string): string | null {
  const parts = splitFrontMatter(text.replace(/^\ufeff/, ''));
  if (parts === null || 'problem' in parts) return null;
  const mark = text.startsWith('\ufeff') ? 1 : 0;
  const [start, end] = [parts.yaml.start + mark, parts.yaml.end + mark];
  const written =
    /^[a-z][a-z0-9-]*$/.test(name) && !/^(?:true|false|null|yes|no|on|off)$/.test(name) ? name : `"${name}"`;
  const node = parseDocument(text.slice(start, end)).get('name', true);
  const range = isScalar(node) ? node.range : null;
  if (range) return text.slice(0, start + range[0]) + written + text.slice(start + range[1]);
  const ending = text.includes('\r\n') ? '\r\n' : '\n';
  return `${text.slice(0, start)}name: ${written}${ending}${text.slice(start)}`;
}
