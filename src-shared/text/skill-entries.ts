import { type SkillFormat, skillFieldNames } from '../domain/skill.ts';
import type { SkillEntry } from '../domain/skill-editor.ts';
import { nameFor } from '../domain/skill-names.ts';
import { normaliseLine } from './skill-texts.ts';
import { type RawEntry, readRawSkills } from './skill-values.ts';
import { isRecord } from './values.ts';

interface SkillFileText {
  readonly pack: string;
  readonly file: string;
  readonly format: Exclude<SkillFormat, 'skill-md'>;
  readonly text: string;
}

/** The skills of a text as a form shows them, each with what its fields say. */
export function skillEntries({ pack, file, format, text }: SkillFileText): SkillEntry[] {
  const naming = nameFor(pack, file);
  const { entries, body } = readRawSkills(text, format);
  const behind = body ? text.slice(body.start, body.end) : '';
  return entries.map((entry, index) => {
    const fields = fieldsOf(entry);
    const values = isRecord(entry.value) ? entry.value : {};
    const own = typeof values.name === 'string' ? normaliseLine(values.name) : '';
    return {
      index,
      name: own === '' ? naming(entry.number) : own,
      line: entry.line,
      fields: fields && (behind === '' ? fields : { ...fields, body: behind }),
      unreadable_fields: skillFieldNames.filter((field) => !isShown(values[field] ?? null)),
      other_fields: Object.keys(values).filter((key) => !known.has(key)),
    };
  });
}

const known: ReadonlySet<string> = new Set(skillFieldNames);

/** Null where there is no map of fields: its text can be edited. Fields that a form cannot show are left out. */
function fieldsOf({ value }: RawEntry): SkillEntry['fields'] {
  if (!isRecord(value)) return value === null ? {} : null;
  const fields: Record<string, string | string[] | null> = {};
  for (const field of skillFieldNames) {
    const member = value[field] ?? null;
    if (isShown(member)) fields[field] = member;
  }
  return fields;
}

function isShown(member: unknown): member is string | string[] | null {
  return (
    member === null ||
    typeof member === 'string' ||
    (Array.isArray(member) && member.every((one) => typeof one === 'string'))
  );
}
