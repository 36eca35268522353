import type { Finding } from '#shared/domain/finding.ts';
import {
  derivedFieldSchema,
  learnedPrefix,
  type Skill,
  skillFieldNames,
  skillNamePattern,
  taskTypeSchema,
} from '#shared/domain/skill.ts';
import { type SkillFindingCode, skillFinding } from '#shared/domain/skill-finding.ts';
import { skillLimits } from '#shared/domain/skill-limits.ts';
import { findHiddenCharacters, spellHiddenCharacters } from '#shared/hidden-characters.ts';
import { normaliseLine, normaliseText } from '#shared/text/skill-texts.ts';
import { type Found, isRecord, type PlacedValues } from '#shared/text/values.ts';
import { deriveSteps } from '../formats/derived-steps.ts';
import { isFrame, originalKey } from './original-skill-md.ts';

export interface RawSkill {
  readonly values: PlacedValues;
  /** Path of the skill inside the values: empty, or the index in a list. */
  readonly at: readonly PropertyKey[];
  /** Markdown behind the front matter, if the format has one. */
  readonly body?: string | undefined;
  readonly file: string;
  /** Name for a skill that gives none. */
  readonly fallbackName: () => string;
  /** Told of each finding and the value inside the skill that it is about. */
  readonly onFinding?: ((finding: Finding, path: readonly PropertyKey[]) => void) | undefined;
}

/**
 * A skill of raw values, checked and normalised (R8.09, R8.21–R8.24, R8.28–R8.29); null with the reasons as findings when it
 * cannot be used. Unknown fields are kept.
 */
export function normaliseSkill(raw: RawSkill): Found<Skill | null> {
  const given = raw.at.reduce<unknown>(
    (value, key) => (value as Record<PropertyKey, unknown>)?.[key],
    raw.values.value,
  );
  const reader = new FieldReader(raw);
  if (!isRecord(given)) {
    reader.say('not_a_skill', [], 'a skill is a map of fields, such as "trigger:" and "steps:"');
    return { value: null, findings: reader.findings };
  }
  const known = new Set<string>(skillFieldNames);
  const name = reader.line(given, 'name');
  const skill: Skill = {
    name: name ?? raw.fallbackName(),
    title: reader.line(given, 'title'),
    description: reader.text(given, 'description', skillLimits.text),
    task_type: reader.choice(given, 'task_type', taskTypeSchema.options) ?? 'unknown',
    tags: reader.list(given, 'tags').map(normaliseLine),
    trigger: reader.text(given, 'trigger', skillLimits.text) ?? '',
    steps: reader.list(given, 'steps'),
    preconditions: reader.list(given, 'preconditions'),
    failure_modes: reader.list(given, 'failure_modes'),
    body: reader.body(given, raw.body),
    derived: reader.derived(given),
    extra: Object.fromEntries(
      Object.entries(given).filter(([key, value]) => !known.has(key) && !(key === originalKey && isFrame(value))),
    ),
  };
  reader.checkName(skill.name);
  if (skill.trigger === '' && !reader.hasFailed('trigger')) {
    reader.say(
      'field_missing',
      ['trigger'],
      'trigger is missing: it says when to use the skill',
      'Add "trigger: …" in one sentence.',
    );
  }
  if (skill.steps.length === 0 && !reader.hasFailed('steps')) {
    reader.say(
      'field_missing',
      ['steps'],
      'steps is missing or empty',
      'Add "steps:" with at least one line that starts with "- ".',
    );
  }
  skill.derived = skill.derived.filter((field) => isStillDerived(skill, field));
  const usable = reader.findings.every(({ severity }) => severity !== 'error');
  if (usable) reader.checkHidden(skill);
  return { value: usable ? skill : null, findings: reader.findings };
}

/** An author who writes the trigger or the steps by hand makes them fields like any other. */
function isStillDerived(skill: Skill, field: Skill['derived'][number]): boolean {
  if (field === 'trigger') return skill.description === null;
  const steps = deriveSteps(skill.body);
  return steps.length === skill.steps.length && steps.every((step, i) => step === skill.steps[i]);
}

class FieldReader {
  readonly findings: Finding[] = [];
  readonly #raw: RawSkill;
  readonly #failed = new Set<string>();

  constructor(raw: RawSkill) {
    this.#raw = raw;
  }

  hasFailed(field: string): boolean {
    return this.#failed.has(field);
  }

  say(code: SkillFindingCode, path: readonly PropertyKey[], message: string, hint?: string): void {
    this.#failed.add(String(path[0] ?? ''));
    const place = this.#raw.values.placeOf([...this.#raw.at, ...path]);
    const finding = skillFinding(code, { path: this.#raw.file, ...place }, `${message}.`, hint);
    this.findings.push(finding);
    this.#raw.onFinding?.(finding, path);
  }

  /** A text of one line; null for none. */
  line(given: Record<string, unknown>, field: string): string | null {
    const text = this.text(given, field, skillLimits.line);
    return text === null ? null : normaliseLine(text);
  }

  text(given: Record<string, unknown>, field: string, maximum: number): string | null {
    const value = given[field] ?? null;
    if (value === null) return null;
    if (typeof value !== 'string') {
      this.say('field_type', [field], `${field} must be a text, not ${kindOf(value)}`, 'Put it in quotes.');
      return null;
    }
    const text = normaliseText(value);
    return this.#fits([field], field, text, maximum) && text !== '' ? text : null;
  }

  list(given: Record<string, unknown>, field: string): string[] {
    const value = given[field] ?? null;
    if (value === null) return [];
    if (!Array.isArray(value)) {
      this.say(
        'field_type',
        [field],
        `${field} must be a list, not ${kindOf(value)}`,
        `Write each on its own line, which starts with "- ".`,
      );
      return [];
    }
    if (value.length > skillLimits.entries) {
      this.say(
        'list_too_long',
        [field],
        `${field} has ${value.length} entries; ${skillLimits.entries} is the limit`,
        'Split it into several skills.',
      );
      return [];
    }
    const texts: string[] = [];
    for (const [i, entry] of value.entries()) {
      if (typeof entry !== 'string') {
        this.say(
          'field_type',
          [field, i],
          `${field}: entry ${i + 1} must be a text, not ${kindOf(entry)}`,
          'Put it in quotes; ": " and "#" need them.',
        );
        continue;
      }
      const text = normaliseText(entry);
      if (text === '') this.say('field_type', [field, i], `${field}: entry ${i + 1} is empty`, 'Remove it.');
      else if (this.#fits([field, i], `${field}: entry ${i + 1}`, text, skillLimits.entry)) texts.push(text);
    }
    return texts;
  }

  choice<Choice extends string>(
    given: Record<string, unknown>,
    field: string,
    choices: readonly Choice[],
  ): Choice | null {
    const text = this.line(given, field);
    if (text === null) return null;
    const chosen = choices.find((choice) => choice === text);
    if (chosen) return chosen;
    this.say(
      'task_type_unknown',
      [field],
      `${field} "${spellHiddenCharacters(text.slice(0, 40))}" is not known`,
      `It is one of ${choices.join(', ')}.`,
    );
    return null;
  }

  derived(given: Record<string, unknown>): Skill['derived'] {
    const named = this.list(given, 'derived');
    const unknown = named.find((field) => !derivedFieldSchema.safeParse(field).success);
    if (unknown !== undefined) {
      this.say(
        'field_type',
        ['derived'],
        `derived names "${spellHiddenCharacters(unknown.slice(0, 40))}"`,
        `It may name ${derivedFieldSchema.options.join(', ')}.`,
      );
    }
    return derivedFieldSchema.options.filter((field) => named.includes(field));
  }

  body(given: Record<string, unknown>, behind: string | undefined): string {
    const field = given.body ?? null;
    if (field !== null && typeof field !== 'string') {
      this.say('field_type', ['body'], `body must be a text, not ${kindOf(field)}`);
      return '';
    }
    const [own, following] = [normaliseText(field ?? ''), normaliseText(behind ?? '')];
    if (own !== '' && following !== '') {
      this.say(
        'body_twice',
        ['body'],
        'the body is given both as a field and after the front matter; the field is left out',
        'Keep one of the two.',
      );
    }
    const body = following === '' ? own : following;
    return this.#fits(['body'], 'body', body, skillLimits.body) ? body : '';
  }

  checkName(name: string): void {
    if (this.hasFailed('name')) return;
    if (!skillNamePattern.test(name)) {
      this.say(
        'name_invalid',
        ['name'],
        `the name "${spellHiddenCharacters(name.slice(0, 60))}" contains characters that are not allowed`,
        'Use letters, digits, "_", "-", "." and ":", at most 200, and no spaces or slashes.',
      );
    } else if (name.startsWith(learnedPrefix)) {
      this.say(
        'name_reserved',
        ['name'],
        `names that start with "${learnedPrefix}" are for skills that an agent learned`,
        'Choose another start.',
      );
    }
  }

  /** Texts with characters that people do not see and models do: one finding a field. */
  checkHidden(skill: Skill): void {
    const { name, title, description, trigger, tags, steps, preconditions, failure_modes, body } = skill;
    const fields = { name, title, description, trigger, tags, steps, preconditions, failure_modes, body };
    for (const [field, value] of Object.entries(fields)) {
      const texts = value === null ? [] : Array.isArray(value) ? value : [value];
      const hidden = texts.reduce((count, text) => count + findHiddenCharacters(text).length, 0);
      if (hidden === 0) continue;
      this.say(
        'hidden_unicode',
        [field],
        `${field} holds ${hidden} hidden character${hidden === 1 ? '' : 's'}`,
        'People cannot see them, but a model reads them. Remove them; a prompt never gets them.',
      );
    }
  }

  #fits(path: readonly PropertyKey[], what: string, text: string, maximum: number): boolean {
    if (text.length <= maximum) return true;
    this.say('text_too_long', path, `${what} has ${text.length} characters; ${maximum} is the limit`, 'Shorten it.');
    return false;
  }
}

function kindOf(value: unknown): string {
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'string') return 'a text';
  return value === null ? 'nothing' : typeof value === 'object' ? 'a map' : `a ${typeof value}`;
}
