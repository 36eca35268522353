import type { Finding } from '#shared/domain/finding.ts';
import { type Skill, skillFieldNames, skillNamePattern, taskTypeSchema } from '#shared/domain/skill.ts';
import { type SkillFindingCode, skillFinding } from '#shared/domain/skill-finding.ts';
import { slugOf } from '#shared/domain/skill-names.ts';
import { normaliseLine, normaliseText } from '#shared/text/skill-texts.ts';
import { type Found, isRecord, type PlacedValues } from '#shared/text/values.ts';
import { normaliseSkill } from '../read/normalise-skill.ts';
import { deriveSteps } from './derived-steps.ts';
import { type ListField, listFields, readHeadedLists } from './headed-lists.ts';
import { isComposed, ourKeys } from './skill-md-keys.ts';

const ourKeyNames: ReadonlySet<string> = new Set(Object.values(ourKeys));

export interface SkillMdParts {
  readonly values: PlacedValues;
  readonly body: string;
  readonly file: string;
  /** Name of its folder: the name of the skill when it gives none. */
  readonly folderName: string;
}

/**
 * A SKILL.md as a skill, read leniently: a name that breaks the format's rules is warned of and made
 * usable, only a missing description rejects it. What Pegboard exported comes back as the same fields; else the trigger is
 * the description and the steps come from the body.
 */
export function readSkillMd({ values, body, file, folderName }: SkillMdParts): Found<Skill | null> {
  const findings: Finding[] = [];
  const say = (code: SkillFindingCode, path: readonly PropertyKey[], message: string, hint?: string) => {
    findings.push(skillFinding(code, { path: file, ...values.placeOf(path) }, message, hint));
  };
  if (!isRecord(values.value)) {
    say('not_a_skill', [], 'The front matter must hold keys and values, such as "name:" and "description:".');
    return { value: null, findings };
  }
  const top = values.value;
  const metadata = isRecord(top.metadata) ? top.metadata : {};
  const ours = (key: string): string | undefined => (typeof metadata[key] === 'string' ? metadata[key] : undefined);
  const description = typeof top.description === 'string' ? normaliseText(top.description) : '';
  if (typeof (top.description ?? '') !== 'string') {
    say('field_type', ['description'], 'description must be a text; the skill is left out.', 'Write it as one text.');
    return { value: null, findings };
  }
  if (description === '') {
    say(
      'field_missing',
      ['description'],
      'description is missing: nothing says when to use the skill.',
      'Add "description: …", what it does and when to use it.',
    );
    return { value: null, findings };
  }

  const lists = readLists(normaliseText(body), ours(ourKeys.sections), () =>
    say(
      'sections_edited',
      ['metadata', ourKeys.sections],
      'The lists changed after Pegboard wrote them; the steps are read from the body.',
      `Keep the headings, or remove ${ourKeys.sections}.`,
    ),
  );
  const texts = readTexts({ top, description, ours, hasSections: lists.fromSections }, () =>
    say(
      'description_edited',
      ['description'],
      'The description was changed after the export; it is now the trigger.',
      `Remove ${ourKeys.trigger} and ${ourKeys.description} to keep it permanently.`,
    ),
  );
  const own = ownFields(top, (field) =>
    say('field_type', [field], `${field} does not have the form of a skill field; it is left out.`),
  );
  const derived = [
    ...(texts.isDerived ? ['trigger'] : []),
    ...(lists.stepsDerived && !('steps' in own) ? ['steps'] : []),
  ];
  const raw: [string, unknown][] = [
    ...Object.entries(own),
    ['name', readName({ top, ours, folderName }, say)],
    ['description', texts.description],
    ['trigger', texts.trigger],
    ...definedEntries([
      ['title', ours(ourKeys.title)],
      ['task_type', ours(ourKeys.taskType)],
      ['tags', jsonOf(ours(ourKeys.tags))],
    ]),
    ...[...lists.lists].filter(([field]) => !(field in own)),
    ['derived', derived],
    ['body', lists.body],
  ];
  const skill = normaliseSkill({
    values: {
      value: Object.fromEntries([...raw, ...Object.entries(extraFields(top, metadata, ours))]),
      placeOf: values.placeOf,
    },
    at: [],
    file,
    fallbackName: () => folderName,
  });
  return { value: skill.value, findings: [...findings, ...skill.findings] };
}

interface Texts {
  readonly top: Record<string, unknown>;
  readonly description: string;
  readonly ours: (key: string) => string | undefined;
  readonly hasSections: boolean;
}

/** Description and trigger from before the export, unless somebody edited their exported form. */
function readTexts({ top, description, ours, hasSections }: Texts, onEdited: () => void) {
  if (typeof top.trigger === 'string') return { description, trigger: top.trigger, isDerived: false };
  const trigger = ours(ourKeys.trigger);
  const before = ours(ourKeys.description) ?? null;
  if (trigger === undefined) {
    const isDerived = !hasSections || (ours(ourKeys.derived)?.split(' ').includes('trigger') ?? false);
    return { description: null, trigger: description, isDerived };
  }
  if (isComposed(description, before, trigger)) return { description: before, trigger, isDerived: false };
  onEdited();
  return { description: null, trigger: description, isDerived: true };
}

function readLists(body: string, sections: string | undefined, onEdited: () => void) {
  const fields = (sections ?? '')
    .split(' ')
    .filter((name): name is ListField => listFields.some((field) => field === name));
  const read = sections === undefined ? null : readHeadedLists(body, fields);
  if (sections !== undefined && !read) onEdited();
  const lists = read?.lists ?? new Map<ListField, string[]>();
  const rest = read?.body ?? body;
  const stepsDerived = !lists.has('steps');
  if (stepsDerived) lists.set('steps', deriveSteps(rest));
  return { lists, body: rest, stepsDerived, fromSections: read !== null };
}

/** Keys of other authors that mean the same as our fields. */
function ownFields(top: Record<string, unknown>, onWrong: (field: string) => void): Record<string, unknown> {
  const fields: Record<string, unknown> = {};
  for (const field of skillFieldNames) {
    const value = top[field] ?? null;
    if (field === 'name' || field === 'description' || field === 'trigger' || value === null) continue;
    if (field === 'title' && typeof value === 'string') fields.title = value;
    else if (field === 'task_type' && taskTypeSchema.safeParse(value).success) fields.task_type = value;
    else if (field === 'tags' && typeof value === 'string')
      fields.tags = value.split(',').map(normaliseLine).filter(Boolean);
    else if (isListOfTexts(field, value)) fields[field] = value;
    else onWrong(field);
  }
  return fields;
}

function isListOfTexts(field: string, value: unknown): boolean {
  const isList = field === 'tags' || listFields.some((name) => name === field);
  return isList && Array.isArray(value) && value.every((entry) => typeof entry === 'string' && entry.trim() !== '');
}

function readName(
  { top, ours, folderName }: { top: Record<string, unknown>; ours: Texts['ours']; folderName: string },
  say: (code: SkillFindingCode, path: readonly PropertyKey[], message: string, hint?: string) => void,
): string {
  const given = typeof top.name === 'string' ? normaliseLine(top.name) : '';
  const original = ours(ourKeys.name);
  if (original !== undefined && skillNamePattern.test(original)) return original;
  if (given === '') {
    const name = slugOf(folderName, 'skill');
    say('name_changed', ['name'], `The skill gives no name; it is called ${name} after its folder.`, 'Add "name: …".');
    return name;
  }
  if (skillNamePattern.test(given)) return given;
  const name = slugOf(given, 'skill');
  say(
    'name_changed',
    ['name'],
    `The name contains characters that are not allowed; the skill is called ${name}.`,
    'Use lower case letters, digits and "-".',
  );
  return name;
}

/** Everything except our own fields: other authors' keys, and what an export kept for us. */
function extraFields(
  top: Record<string, unknown>,
  metadata: Record<string, unknown>,
  ours: Texts['ours'],
): Record<string, unknown> {
  const known = new Set<string>([...skillFieldNames, 'metadata']);
  const foreign = Object.entries(metadata).filter(([key]) => !ourKeyNames.has(key));
  const hasOurs = foreign.length < Object.keys(metadata).length;
  const kept = jsonOf(ours(ourKeys.extra));
  return Object.fromEntries([
    ...Object.entries(top).filter(([key]) => !known.has(key)),
    ...(top.metadata === undefined || (hasOurs && foreign.length === 0)
      ? []
      : [['metadata', isRecord(top.metadata) ? Object.fromEntries(foreign) : top.metadata] as const]),
    ...(isRecord(kept) ? Object.entries(kept).filter(([key]) => !skillFieldNames.some((field) => field === key)) : []),
  ]);
}

function definedEntries(entries: readonly (readonly [string, unknown])[]): [string, unknown][] {
  return entries.filter(([, value]) => value !== undefined).map(([key, value]) => [key, value]);
}

function jsonOf(text: string | undefined): unknown {
  try {
    return text === undefined ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}
