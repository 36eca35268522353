import { basename } from 'node:path/posix';
import { type Skill, type SkillFormat, skillFieldNames } from '#shared/domain/skill.ts';
import type { SkillEntry, SkillFileView } from '#shared/domain/skill-editor.ts';
import { textHash } from '../export/export-journal.ts';
import { folderNameOf, formatOfFile } from '../read/list-skill-files.ts';
import { nameFor } from '../read/load-pack.ts';
import { readSkillFile } from '../read/skill-file.ts';
import { normaliseLine } from '../read/skill-texts.ts';
import { isRecord } from '../read/values.ts';
import { type RawEntry, readRawSkills } from './skill-values.ts';

/** A text as the file of a pack: its skills with the values that a form shows, and everything that is wrong with it. */
export function skillFileView({ pack, file, text }: { pack: string; file: string; text: string }): SkillFileView {
  const format = formatOf(file);
  const naming = format === 'skill-md' ? () => folderNameOf(file) : nameFor(pack, file);
  const { value, findings } = readSkillFile({ file, format, text, nameFor: naming });
  const skills = format === 'skill-md' ? value.map(wholeText) : entriesOf(text, format, naming);
  return { file, format, text, hash: textHash(text), skills, findings };
}

export function formatOf(file: string): SkillFormat {
  return formatOfFile(basename(file)) ?? 'yaml';
}

function wholeText({ name, line }: Skill & { readonly line: number }, index: number): SkillEntry {
  return { index, name, line, fields: null, other_fields: [] };
}

function entriesOf(
  text: string,
  format: Exclude<SkillFormat, 'skill-md'>,
  naming: (n: number) => string,
): SkillEntry[] {
  const { entries, body } = readRawSkills(text, format);
  return entries.map((entry, index) => {
    const fields = fieldsOf(entry);
    const behind = body ? text.slice(body.start, body.end) : '';
    const own = typeof fields?.name === 'string' ? normaliseLine(fields.name) : '';
    return {
      index,
      name: own === '' ? naming(entry.number) : own,
      line: entry.line,
      fields: fields && (behind === '' ? fields : { ...fields, body: behind }),
      other_fields: isRecord(entry.value) ? Object.keys(entry.value).filter((key) => !known.has(key)) : [],
    };
  });
}

const known: ReadonlySet<string> = new Set(skillFieldNames);

/** Null where a value is none that a form can show: its text can be edited. */
function fieldsOf({ value }: RawEntry): SkillEntry['fields'] {
  if (!isRecord(value)) return value === null ? {} : null;
  const fields: Record<string, string | string[] | null> = {};
  for (const field of skillFieldNames) {
    const member = value[field] ?? null;
    if (member === null || typeof member === 'string') fields[field] = member;
    else if (Array.isArray(member) && member.every((one) => typeof one === 'string')) fields[field] = member;
    else return null;
  }
  return fields;
}
