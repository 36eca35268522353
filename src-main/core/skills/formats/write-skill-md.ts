import { createHash } from 'node:crypto';
import type { Skill } from '#shared/domain/skill.ts';
import type { Loss } from '#shared/domain/skill-conversion.ts';
import { isReservedName } from '#shared/domain/skill-folder.ts';
import { normaliseText } from '#shared/text/skill-texts.ts';
import { listFields, writeHeadedLists } from './headed-lists.ts';
import { composeDescription, isForeignMetadata, ourKeys, topLevelKeys } from './skill-md-keys.ts';
import { writeYaml } from './write-yaml.ts';

export interface WrittenSkill {
  readonly text: string;
  readonly loss: readonly Loss[];
}

/**
 * A skill as the text of a SKILL.md named `name`, which must be as the format wants it (`kebabName`). Everything that the
 * format has no place for is kept in `metadata`, so that reading it gives an equal content hash; the loss report says what.
 */
export function writeSkillMd(skill: Skill, name: string): WrittenSkill {
  const loss: Loss[] = [];
  const moved = (field: string, message: string) => loss.push({ skill: skill.name, field, kind: 'moved', message });
  const triggerIsDerived = skill.derived.includes('trigger');
  const lists = listFields
    .filter((field) => skill[field].length > 0 && !(field === 'steps' && skill.derived.includes('steps')))
    .map((field) => ({ field, entries: skill[field] }));
  const description = triggerIsDerived ? skill.trigger : composeDescription(skill.description, skill.trigger);
  const needsTrigger =
    !triggerIsDerived &&
    (skill.description !== null || lists.length === 0 || normaliseText(description) !== skill.trigger);
  const extra = splitExtra(skill, triggerIsDerived);

  const kept: [string, string][] = [];
  const keep = (key: string, value: string | null, field: string) => {
    if (value === null) return;
    kept.push([key, value]);
    moved(field, `kept in metadata as ${key}; other programs do not read it`);
  };
  if (name !== skill.name) {
    kept.push([ourKeys.name, skill.name]);
    loss.push({
      skill: skill.name,
      field: 'name',
      kind: 'changed',
      message: `is ${name} there; the name is kept in metadata`,
    });
  }
  keep(ourKeys.title, skill.title, 'title');
  keep(ourKeys.taskType, skill.task_type === 'unknown' ? null : skill.task_type, 'task_type');
  keep(ourKeys.tags, skill.tags.length === 0 ? null : JSON.stringify(skill.tags), 'tags');
  if (needsTrigger) {
    kept.push([ourKeys.trigger, skill.trigger]);
    if (skill.description !== null) kept.push([ourKeys.description, skill.description]);
    moved('trigger', 'is a part of the description there');
  }
  if (description.endsWith('…') && !triggerIsDerived && needsTrigger) {
    loss.push({
      skill: skill.name,
      field: 'description',
      kind: 'changed',
      message: 'is cut at 1024 characters there; the full text is kept in metadata',
    });
  }
  if (lists.length > 0) kept.push([ourKeys.sections, lists.map(({ field }) => field).join(' ')]);
  for (const { field } of lists) moved(field, 'is a list under a heading of the body there');
  if (triggerIsDerived && lists.length > 0) kept.push([ourKeys.derived, 'trigger']);
  keep(
    ourKeys.extra,
    Object.keys(extra.hidden).length === 0 ? null : JSON.stringify(extra.hidden),
    Object.keys(extra.hidden).join(', '),
  );

  const metadata = [...Object.entries(extra.metadata), ...kept];
  const front = Object.fromEntries<unknown>([
    ['name', name],
    ['description', description],
    ...Object.entries(extra.visible),
    ...(metadata.length === 0 ? [] : [['metadata', Object.fromEntries(metadata)] as const]),
  ]);
  const body = writeHeadedLists(lists, skill.body);
  return { text: `---\n${writeYaml(front)}---\n${body === '' ? '' : `\n${body}\n`}`, loss };
}

/** Decides which extra fields go to the top, which go to `metadata` unchanged, and which are packed as one text. */
function splitExtra({ extra }: Skill, isFromSkillMd: boolean) {
  const { metadata, ...rest } = extra;
  const entries = Object.entries(rest);
  const isVisible = ([key]: [string, unknown]) => isFromSkillMd || topLevelKeys.has(key);
  const hasForeign = isForeignMetadata(metadata);
  const keepsMetadata = 'metadata' in extra && !hasForeign ? [['metadata', metadata] as const] : [];
  return {
    visible: Object.fromEntries(entries.filter(isVisible)),
    metadata: hasForeign ? metadata : {},
    hidden: Object.fromEntries([...entries.filter((entry) => !isVisible(entry)), ...keepsMetadata]),
  };
}

/** A name as the format wants it: 1 to 64 lower case letters, digits and single hyphens. */
export function kebabName(name: string): string {
  const kebab = name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '');
  const hash = createHash('sha256').update(name).digest('hex').slice(0, 8);
  if (kebab === '') return `skill-${hash}`;
  if (isReservedName(kebab)) return `skill-${kebab}`;
  return kebab.length <= 64 ? kebab : `${kebab.slice(0, 55).replace(/-+$/, '')}-${hash}`;
}
