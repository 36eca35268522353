import type { Finding } from '#shared/domain/finding.ts';
import { skillFinding } from '#shared/domain/skill-finding.ts';
import type { SkillMdProfile } from '#shared/domain/skill-validation.ts';
import { normaliseLine, withLineFeeds } from '#shared/text/skill-texts.ts';
import { isRecord, type PlacedValues } from '#shared/text/values.ts';
import { estimateTokens } from '#shared/tokens.ts';
import { readFrontMatter } from '../read/front-matter.ts';
import { type ProfileRules, profileRules } from './skill-md-profiles.ts';

export interface SkillMdText {
  readonly text: string;
  readonly file: string;
  readonly folderName: string;
}

/** Longest body that every guide bears: 500 lines, 5,000 tokens (estimate). */
const longestBody = { lines: 500, tokens: 5000 };

/**
 * Everything that each profile forbids or advises against in a SKILL.md. A text without readable front matter gives
 * nothing.
 */
export function lintSkillMd(skillMd: SkillMdText, profiles: readonly SkillMdProfile[]): Finding[] {
  const parts = readFrontMatter(withLineFeeds(skillMd.text));
  if (!parts?.values.ok || !isRecord(parts.values.values.value)) return [];
  const { values } = parts.values;
  const findings = profiles.flatMap((profile) => {
    const check = new ProfileCheck(profileRules[profile], values, skillMd);
    return check.run(values.value as Record<string, unknown>, parts.body);
  });
  // A rule that every guide has is reported once.
  return [...new Map(findings.map((finding) => [finding.message, finding])).values()];
}

class ProfileCheck {
  readonly #rules: ProfileRules;
  readonly #values: PlacedValues;
  readonly #skillMd: SkillMdText;
  readonly #findings: Finding[] = [];

  constructor(rules: ProfileRules, values: PlacedValues, skillMd: SkillMdText) {
    this.#rules = rules;
    this.#values = values;
    this.#skillMd = skillMd;
  }

  run(front: Record<string, unknown>, body: string): Finding[] {
    this.#checkName(front.name ?? null);
    this.#checkDescription(front);
    for (const [key, value] of Object.entries(front)) this.#checkKey(key, value);
    const lines = body.trim().split('\n').length;
    const tokens = estimateTokens(body.trim());
    if (lines > longestBody.lines || tokens > longestBody.tokens) {
      this.#advise(
        [],
        `The body has ${lines} lines and ${tokens} tokens (estimate); up to ${longestBody.lines} lines and ${longestBody.tokens} tokens are fine.`,
        'Move details to files beside it and name them.',
      );
    }
    return this.#findings;
  }

  #checkName(name: unknown): void {
    const { title, nameRequired, namePattern, nameIsFolder } = this.#rules;
    const { folderName } = this.#skillMd;
    if (name === null || name === '') {
      if (nameRequired) this.#forbid(['name'], `${title} needs a name.`, `Add "name: ${folderName}".`);
    } else if (typeof name !== 'string') this.#forbid(['name'], `${title}: the name must be a text.`);
    else if ([...this.#lineOf(name)].length > 64)
      this.#forbid(['name'], `${title}: the name has more than 64 characters.`);
    else if (namePattern && !/^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(name)) {
      this.#forbid(
        ['name'],
        `${title}: the name may contain lower case letters, digits and single hyphens, but no hyphen at its start or end.`,
      );
    } else if (nameIsFolder && name !== folderName) {
      this.#forbid(
        ['name'],
        `${title}: the name differs from that of its folder, ${folderName}.`,
        'Rename one of the two.',
      );
    }
  }

  #checkDescription(front: Record<string, unknown>): void {
    const { title, descriptionRequired, description: limit } = this.#rules;
    const given = front.description ?? null;
    if (given === null || (typeof given === 'string' && given.trim() === '')) {
      const say = descriptionRequired ? this.#forbid : this.#advise;
      say.call(
        this,
        ['description'],
        `${title}: without a description nothing says when to use the skill.`,
        'Add "description: …", what it does and when to use it.',
      );
      return;
    }
    if (typeof given !== 'string') {
      this.#forbid(['description'], `${title}: the description must be a text.`);
      return;
    }
    const more = limit.isCut && typeof front.when_to_use === 'string' ? front.when_to_use : '';
    const length = [...this.#lineOf(given), ...more].length;
    if (length <= limit.maximum) return;
    if (limit.isCut)
      this.#advise(
        ['description'],
        `${title} shows ${limit.maximum} of its ${length} characters.`,
        'Say first when to use it.',
      );
    else
      this.#forbid(
        ['description'],
        `${title}: the description has ${length} characters; ${limit.maximum} is the limit.`,
        'Move the rest to the body.',
      );
  }

  #checkKey(key: string, value: unknown): void {
    if (key === 'name' || key === 'description' || value === null) return;
    const rule = this.#rules.keys[key];
    if (rule) {
      if (!rule.schema.safeParse(value).success)
        this.#forbid([key], `${this.#rules.title}: ${key} must be ${rule.message}.`);
      return;
    }
    const message = `${this.#rules.title} does not know the key ${normaliseLine(key).slice(0, 60)}.`;
    if (this.#rules.unknownKeys === 'error') this.#forbid([key], message, 'Move it into metadata.');
    else if (this.#rules.unknownKeys === 'warning') this.#advise([key], message);
  }

  #lineOf(text: string): string {
    return this.#rules.collapsesSpace ? normaliseLine(text) : text;
  }

  #forbid(path: readonly string[], message: string, hint?: string): void {
    this.#findings.push(
      skillFinding('profile', { path: this.#skillMd.file, ...this.#values.placeOf(path) }, message, hint),
    );
  }

  #advise(path: readonly string[], message: string, hint?: string): void {
    this.#findings.push(
      skillFinding('profile_advice', { path: this.#skillMd.file, ...this.#values.placeOf(path) }, message, hint),
    );
  }
}
