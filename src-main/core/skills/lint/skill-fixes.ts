import type { Finding } from '#shared/domain/finding.ts';
import { packPrefix, taskTypeSchema } from '#shared/domain/skill.ts';
import type { SkillFieldChange, SkillFix } from '#shared/domain/skill-editor.ts';
import type { SkillFindingCode } from '#shared/domain/skill-finding.ts';
import { skillLimits } from '#shared/domain/skill-limits.ts';
import { slugOf } from '#shared/domain/skill-names.ts';
import { replaceHiddenCharacters } from '#shared/hidden-characters.ts';
import { normaliseLine } from '#shared/text/skill-texts.ts';
import { closestTo } from '../../workspace/closest-name.ts';
import { deriveSteps } from '../formats/derived-steps.ts';

/** A finding with the skill that it is about: its index, its fields as the text says, and which value of them. */
export interface FixableAt {
  readonly finding: Finding;
  readonly index: number;
  readonly fields: Readonly<Record<string, unknown>>;
  readonly path: readonly PropertyKey[];
  /** Name of the skill, its own or the one it is given. */
  readonly name: string;
  readonly pack: string;
}

/** Changes that mend a finding, the likeliest first; none where only its author knows what was meant. */
export function fixesOf(at: FixableAt): SkillFix[] {
  const field = at.path[0];
  const fix = (title: string, value: SkillFieldChange['value'], of = field): SkillFix[] =>
    typeof of === 'string'
      ? [{ title, index: at.index, changes: [{ field: of as SkillFieldChange['field'], value }] }]
      : [];
  const value = typeof field === 'string' ? at.fields[field] : undefined;
  switch (at.finding.code as SkillFindingCode) {
    case 'field_missing':
      return field === 'trigger' ? triggerFixes(at, fix) : field === 'steps' ? stepFixes(at, fix) : [];
    case 'field_type':
      return typeFixes(at, value, fix);
    case 'text_too_long':
      return lengthFixes(at, value, fix);
    case 'task_type_unknown': {
      const near = closestTo(String(value), taskTypeSchema.options);
      return [...(near ? fix(`Set to ${near}`, near) : []), ...fix('Leave it out', null)];
    }
    case 'name_invalid':
    case 'name_reserved': {
      const allowed = slugOf(String(value ?? at.name).replace(/^learned\./i, ''), 'skill');
      return fix(`Rename to ${allowed}`, allowed, 'name');
    }
    case 'name_convention': {
      const named = `${packPrefix(at.pack)}${at.name}`;
      return named.length <= 200 ? fix(`Rename to ${named}`, named, 'name') : [];
    }
    case 'hidden_unicode':
      return fix(
        'Remove the hidden characters',
        mapTexts(value, (text) => replaceHiddenCharacters(text, () => '')),
      );
    default:
      return [];
  }
}

type Fix = (title: string, value: SkillFieldChange['value'], of?: string) => SkillFix[];

function triggerFixes({ fields, name, pack }: FixableAt, fix: Fix): SkillFix[] {
  const { description, title } = fields;
  if (typeof description === 'string' && description.trim() !== '') return fix('Use the description', description);
  const own = typeof title === 'string' && title.trim() !== '' ? title : wordsOf(name, pack);
  return fix(`Start from "${own.slice(0, 60)}"`, `When the task is to: ${own}`);
}

function stepFixes({ fields, name, pack }: FixableAt, fix: Fix): SkillFix[] {
  const body = typeof fields.body === 'string' ? fields.body : '';
  if (/^\d{1,9}[.)]\s/m.test(body)) return fix('Take the numbered list of the body', deriveSteps(body));
  return fix('Add a first step', [`First step of: ${wordsOf(name, pack)}`]);
}

/** "pack.billing.refund-payment" → "refund payment". */
function wordsOf(name: string, pack: string): string {
  const own = name.startsWith(packPrefix(pack)) ? name.slice(packPrefix(pack).length) : name;
  return normaliseLine(own.replace(/[-_.:]+/g, ' ')) || name;
}

const lists: ReadonlySet<unknown> = new Set(['tags', 'steps', 'preconditions', 'failure_modes']);

function typeFixes({ path, fields }: FixableAt, value: unknown, fix: Fix): SkillFix[] {
  const [field, entry] = path;
  if (field === 'derived') return [];
  if (typeof entry === 'number' && Array.isArray(value)) {
    const texts = value.map(textOf);
    if (texts.some((text, i) => text === null && i !== entry)) return [];
    const kept = texts.flatMap((text, i) => (text === null || (i === entry && text.trim() === '') ? [] : [text]));
    const isEmpty = (textOf(value[entry]) ?? '').trim() === '';
    return fix(isEmpty ? `Remove entry ${entry + 1}` : `Make entry ${entry + 1} a text`, kept);
  }
  const text = textOf(value);
  if (text === null) return lists.has(field) || Object.keys(fields).length === 0 ? [] : fix('Leave it out', null);
  if (!lists.has(field)) return fix('Make it a text', text);
  const parts = text
    .split(field === 'tags' ? /[,\n]/ : /\n/)
    .map((part) => part.replace(/^\s*(?:[-*]|\d+[.)])\s+/, '').trim());
  return fix(
    'Make it a list',
    parts.filter((part) => part !== ''),
  );
}

/** What a value says as a text; null for lists and maps. A map of one key was a text with a colon. */
function textOf(value: unknown): string | null {
  if (value === null || value === undefined) return '';
  if (typeof value === 'object' && !Array.isArray(value)) {
    const [only, ...others] = Object.entries(value);
    return only && others.length === 0 && typeof only[1] === 'string' ? `${only[0]}: ${only[1]}` : null;
  }
  return Array.isArray(value) ? null : String(value);
}

function lengthFixes({ path }: FixableAt, value: unknown, fix: Fix): SkillFix[] {
  const [field, entry] = path;
  const limit =
    typeof entry === 'number'
      ? skillLimits.entry
      : field === 'body'
        ? skillLimits.body
        : field === 'description' || field === 'trigger'
          ? skillLimits.text
          : skillLimits.line;
  if (field === 'name') return fix('Cut the name', typeof value === 'string' ? slugOf(value, 'skill') : null);
  return fix(
    `Cut it to ${limit.toLocaleString('en-US')} characters`,
    mapTexts(value, (text) => cut(text, limit)),
  );
}

function cut(text: string, limit: number): string {
  if (text.length <= limit) return text;
  const kept = text.slice(0, limit - 1);
  const word = kept.lastIndexOf(' ');
  return `${(word > limit * 0.8 ? kept.slice(0, word) : kept).toWellFormed().trimEnd()}…`;
}

function mapTexts(value: unknown, change: (text: string) => string): SkillFieldChange['value'] {
  if (Array.isArray(value)) return value.map((entry) => change(String(entry)));
  return typeof value === 'string' ? change(value) : null;
}
