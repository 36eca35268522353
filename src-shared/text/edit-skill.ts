import { canonicalJson } from '../canonical-json.ts';
import { type SkillFormat, skillFieldNames } from '../domain/skill.ts';
import { PegboardError } from '../errors.ts';
import { removeMembers } from './bracket-edits.ts';
import { type FieldChange, jsonEdits, jsonItems } from './edit-json.ts';
import { editYaml } from './edit-yaml.ts';
import { stretchOfItem } from './move-yaml.ts';
import { normaliseLine, normaliseText } from './skill-texts.ts';
import { type RawEntry, type RawFile, readRawSkills } from './skill-values.ts';
import { applyEdits, type Edit, lineBreakOf, wholeLines } from './text-edit.ts';
import { isRecord } from './values.ts';
import type { JsonValue } from './write-value.ts';

export interface SkillEdit {
  readonly text: string;
  readonly format: SkillFormat;
  /** Which skill of the file, from 0, counting those that can be read. */
  readonly index: number;
  readonly change: FieldChange;
}

/**
 * The text of a skill file with one field of one skill changed; every byte that is not of the field stays: comments, key
 * order, unknown fields, line endings, the body. The new text is read again and must say what was meant and nothing else.
 * Errors: `skill_not_editable` for a file that cannot be read, a SKILL.md, or a place that only its author can change.
 */
export function editSkill({ text: given, format, index, change: asked }: SkillEdit): string {
  if (format === 'skill-md') throw skillNotEditable('A SKILL.md has no fields of its own.', 'Edit its text.');
  const change = normalised(asked);
  const mark = given.startsWith('\ufeff') ? '\ufeff' : '';
  const text = given.slice(mark.length);
  const file = readRawSkills(text, format);
  const entry = file.entries[index];
  if (!entry || (!isRecord(entry.value) && entry.value !== null)) {
    const problem = file.problems[0];
    const why = problem ? `line ${problem.place.line}: ${problem.message}` : 'it is not a map of fields';
    throw skillNotEditable(`The skill cannot be read: ${why}.`, 'Correct its text first.');
  }
  const next = edited(text, { file, entry, format, change });
  if (next !== null && saysWhatWasMeant(next, { file, format, index, change })) return mark + next;
  throw skillNotEditable(
    `Pegboard cannot edit the YAML of ${change.field} in line ${entry.line}.`,
    'Edit the text: write it as a plain key and value, without anchors.',
  );
}

/** The same for some fields of one skill. */
export function editSkillFields(
  text: string,
  { changes, ...skill }: Omit<SkillEdit, 'text' | 'change'> & { readonly changes: readonly FieldChange[] },
): string {
  return changes.reduce((now, change) => editSkill({ ...skill, text: now, change }), text);
}

/** The text of a file of several skills without one of them, every other byte as it was. Error: `skill_not_editable`. */
export function removeEntry(text: string, format: Exclude<SkillFormat, 'skill-md'>, index: number): string {
  const before = readRawSkills(text, format);
  const place = placeOfEntry(text, { format, index, entry: before.entries[index] });
  const next = place ? applyEdits(text, [{ ...place, text: '' }]) : text;
  const values = (of: RawFile) => of.entries.map(({ value }) => value);
  const after = readRawSkills(next, format);
  const isMeant =
    after.problems.length === before.problems.length &&
    canonicalJson(values(after)) === canonicalJson(values(before).toSpliced(index, 1));
  if (place && isMeant) return next;
  throw skillNotEditable('Pegboard cannot edit the YAML of this skill.', 'Remove it from the text by hand.');
}

function placeOfEntry(
  text: string,
  {
    format,
    index,
    entry,
  }: { readonly format: SkillFormat; readonly index: number; readonly entry: RawEntry | undefined },
) {
  if (!entry) return null;
  if (format === 'jsonl') return wholeLines(text, { start: entry.offset, end: entry.offset + entry.text.length });
  if (format === 'json') return removeMembers(jsonItems(text), new Set([index]))[0] ?? null;
  return stretchOfItem(text, [index]);
}

interface EditContext {
  readonly file: RawFile;
  readonly entry: RawEntry;
  readonly format: Exclude<SkillFormat, 'skill-md'>;
  readonly change: FieldChange;
}

function edited(text: string, { file, entry, format, change }: EditContext): string | null {
  if (isBody(file, change, entry)) return applyEdits(text, bodyEdits(text, file.body, change));
  const order = skillFieldNames.filter((name) => format !== 'md' || name !== 'body');
  const isJson = format === 'json' || format === 'jsonl';
  const part = isJson ? jsonEdited(entry, change, order) : yamlEdited(entry, change, order);
  return part === null ? null : text.slice(0, entry.offset) + part + text.slice(entry.offset + entry.text.length);
}

function jsonEdited({ text, at }: RawEntry, change: FieldChange, order: readonly string[]): string | null {
  const edits = jsonEdits(text, { ...change, at, order }, (a, b) => plainField(a) === b);
  return edits && applyEdits(text, edits);
}

function yamlEdited(
  { text, at, value, whole }: RawEntry,
  { field, value: next }: FieldChange,
  order: readonly string[],
) {
  const { [field]: _, ...others } = isRecord(value) ? value : {};
  const skill = next === null || next.length === 0 ? others : { ...others, [field]: next };
  const wanted = at[0] === undefined ? skill : (whole as unknown[]).with(at[0], skill);
  return editYaml(text, wanted as JsonValue, { order, same: sameField });
}

/** Whether two values are equal to a reader of skills. */
function sameField(a: JsonValue, b: JsonValue): boolean {
  if (isRecord(a) && isRecord(b)) return canonicalJson(plain(a)) === canonicalJson(plain(b));
  if (Array.isArray(a) && Array.isArray(b) && a.length === b.length && a.some(isRecord)) {
    return a.every((item, i) => sameField(item, b[i] ?? null));
  }
  return canonicalJson(plainField(a) ?? null) === canonicalJson(plainField(b) ?? null);
}

type BodyPlace = NonNullable<RawFile['body']>;

/** Whether the change is in the Markdown after the front matter. A body that is a field stays a field. */
function isBody(
  file: RawFile,
  { field }: FieldChange,
  entry: RawEntry,
): file is RawFile & { readonly body: BodyPlace } {
  if (field !== 'body' || file.body === null) return false;
  const isField = isRecord(entry.value) && typeof entry.value.body === 'string' && entry.value.body.trim() !== '';
  return !isField || file.body.end > file.body.start;
}

function bodyEdits(text: string, { start, end }: BodyPlace, { value }: FieldChange): Edit[] {
  const eol = lineBreakOf(text);
  const body = typeof value === 'string' ? value.replaceAll('\n', eol) : '';
  if (end > start || body === '') return [{ start, end, text: body }];
  const before = text.endsWith('\n') ? eol : `${eol}${eol}`;
  return [
    { start: text.length, end: text.length, text: `${/\n\s*\n$/.test(text.slice(-8)) ? '' : before}${body}${eol}` },
  ];
}

interface Meant {
  readonly file: RawFile;
  readonly format: Exclude<SkillFormat, 'skill-md'>;
  readonly index: number;
  readonly change: FieldChange;
}

function saysWhatWasMeant(next: string, { file, format, index, change }: Meant): boolean {
  const after = readRawSkills(next, format);
  if (after.entries.length !== file.entries.length || after.problems.length !== file.problems.length) return false;
  const entry = file.entries[index];
  const ofBody = entry !== undefined && isBody(file, change, entry);
  if (ofBody && bodyOf(next, after) !== (change.value ?? '')) return false;
  return file.entries.every(({ value }, i) => {
    const meant = i === index && !ofBody ? { ...(isRecord(value) && value), [change.field]: change.value } : value;
    return canonicalJson(plain(meant)) === canonicalJson(plain(after.entries[i]?.value));
  });
}

function bodyOf(text: string, { body }: RawFile): string {
  return body ? normaliseText(text.slice(body.start, body.end)) : '';
}

/** Values as a skill has them: nothing and an empty list are one, and texts have no white space at their ends. */
function plain(value: unknown): unknown {
  if (!isRecord(value)) return value ?? null;
  const known = new Set<string>(skillFieldNames);
  const fields: Record<string, unknown> = {};
  for (const [key, member] of Object.entries(value)) {
    const kept = known.has(key) ? plainField(member) : (member ?? null);
    if (kept !== undefined) fields[`field ${key}`] = kept;
  }
  return fields;
}

/** undefined for nothing. */
function plainField(member: unknown): unknown {
  if (Array.isArray(member)) {
    return member.length === 0 ? undefined : member.map((one) => (typeof one === 'string' ? normaliseText(one) : one));
  }
  if (typeof member === 'string') return normaliseText(member) || undefined;
  return member ?? undefined;
}

const oneLineFields: ReadonlySet<string> = new Set(['name', 'title', 'task_type', 'tags']);

function normalised({ field, value }: FieldChange): FieldChange {
  if (value === null) return { field, value };
  const tidy = oneLineFields.has(field) ? normaliseLine : normaliseText;
  if (typeof value !== 'string') return { field, value: value.map(tidy).filter((entry) => entry !== '') };
  const text = tidy(value);
  return { field, value: text === '' ? null : text };
}

export function skillNotEditable(message: string, hint: string): PegboardError {
  return new PegboardError('skill_not_editable', message, { hint });
}
