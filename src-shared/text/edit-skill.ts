import { canonicalJson } from '../canonical-json.ts';
import { type SkillFormat, skillFieldNames } from '../domain/skill.ts';
import { PegboardError } from '../errors.ts';
import { jsonEdits } from './edit-json.ts';
import { type FieldChange, shifted } from './list-change.ts';
import { normaliseLine, normaliseText } from './skill-texts.ts';
import { type RawEntry, type RawFile, readRawSkills } from './skill-values.ts';
import { applyEdits, type Edit, lineBreakOf } from './text-edit.ts';
import { isRecord } from './values.ts';
import { yamlEdits } from './yaml-edits.ts';

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
    const why = problem ? `line ${problem.place.line}: ${problem.message}` : 'it is no map of fields';
    throw skillNotEditable(`The skill cannot be read: ${why}.`, 'Correct its text first.');
  }
  for (const quoted of [false, true]) {
    const edits = editsFor(text, { file, entry, format, change, quoted });
    const next = edits && applyEdits(text, edits);
    if (next !== null && saysWhatWasMeant(next, { file, format, index, change })) return mark + next;
  }
  throw skillNotEditable(
    `${change.field} stands in line ${entry.line} in a way that only its author can change.`,
    'Edit the text: write it as a plain key and value, without anchors.',
  );
}

interface EditContext {
  readonly file: RawFile;
  readonly entry: RawEntry;
  readonly format: Exclude<SkillFormat, 'skill-md'>;
  readonly change: FieldChange;
  readonly quoted: boolean;
}

function editsFor(text: string, { file, entry, format, change, quoted }: EditContext): Edit[] | null {
  if (isBody(file, change, entry)) return bodyEdits(text, file.body, change);
  const order: readonly string[] =
    format === 'md' ? skillFieldNames.filter((name) => name !== 'body') : skillFieldNames;
  const place = order.indexOf(change.field);
  const after = order.slice(0, Math.max(0, place)).toReversed();
  const edits =
    format === 'json' || format === 'jsonl'
      ? jsonEdits(entry.text, entry.at, change, after)
      : yamlEdits(entry.text, entry.at, change, { after, quoted });
  return edits && shifted(edits, entry.offset);
}

type BodyPlace = NonNullable<RawFile['body']>;

/** Whether the change is of the Markdown behind the front matter. A body that is a field stays one. */
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
