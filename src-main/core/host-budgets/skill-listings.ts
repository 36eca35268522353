import type { SkillListing } from '#shared/domain/host-budgets.ts';
import { charactersOfToken, claudeCodeSkills, codexSkills } from './host-limits.ts';

/** A skill as a host lists it. */
export interface ListedSkill {
  readonly name: string;
  readonly description: string;
}

/** A listing with its lines. */
export interface ListingWithLines {
  readonly listing: SkillListing;
  /** What is shown of each listed skill's description, by name. */
  readonly shown: ReadonlyMap<string, string>;
}

/** Claude Code: cuts each description, then drops whole ones until the listing fits; no name is dropped. Characters. */
export function claudeCodeListing(skills: readonly ListedSkill[], window: number | null): ListingWithLines {
  const { share, fallbackCharacters, description, host, rule, source } = claudeCodeSkills;
  const budget = window === null ? fallbackCharacters : Math.floor(window * share * charactersOfToken);
  const cut = skills.map((skill) => ({ ...skill, shown: firstCharacters(skill.description, description) }));
  let used = sum(cut.map(({ name }) => lineCharacters(name, '')));
  const listed = cut.map(({ name, description: from, shown }) => {
    const more = lineCharacters(name, shown) - lineCharacters(name, '');
    const fits = used + more <= budget;
    if (fits) used += more;
    return { name, from, shown: fits ? shown : '' };
  });
  const listing: SkillListing = {
    host,
    rule,
    source,
    unit: 'characters',
    budget,
    wanted: sum(skills.map((skill) => lineCharacters(skill.name, skill.description))),
    used,
    skills: skills.length,
    ...describe(listed),
    omitted: [],
  };
  return { listing, shown: shownIn(listed) };
}

/**
 * Codex: shortens descriptions evenly, one character a skill in turn, and leaves out what does not fit even without. Tokens of four
 * bytes, or characters where the window is not known.
 */
export function codexListing(skills: readonly ListedSkill[], window: number | null): ListingWithLines {
  const { share, fallbackCharacters, description, host, rule, source } = codexSkills;
  const unit = window === null ? 'characters' : 'tokens';
  const budget = window === null ? fallbackCharacters : Math.floor(window * share);
  const cost = (name: string, text: string) =>
    unit === 'characters' ? lineCharacters(name, text) : lineTokens(name, text);
  const cut = skills.map((skill) => ({ ...skill, shown: firstCharacters(skill.description, description) }));
  let minimum = 0;
  const kept = cut.filter(({ name }) => {
    const least = cost(name, '');
    if (minimum + least > budget) return false;
    minimum += least;
    return true;
  });
  const allowed = longestThatFits(kept, budget, cost);
  const listed = kept.map(({ name, description: from, shown }) => ({
    name,
    from,
    shown: firstCharacters(shown, allowed),
  }));
  const listing: SkillListing = {
    host,
    rule,
    source,
    unit,
    budget,
    wanted: sum(skills.map((skill) => cost(skill.name, skill.description))),
    used: sum(listed.map(({ name, shown }) => cost(name, shown))),
    skills: skills.length,
    ...describe(listed),
    omitted: cut.filter((skill) => !kept.includes(skill)).map(({ name }) => name),
  };
  return { listing, shown: shownIn(listed) };
}

/** Our own directory: so many entries, whatever their length. */
export function pegboardListing(skills: readonly ListedSkill[], maximumEntries: number): ListingWithLines {
  const listed = skills
    .slice(0, maximumEntries)
    .map(({ name, description }) => ({ name, from: description, shown: description }));
  const characters = (list: readonly ListedSkill[]) =>
    sum(list.map(({ name, description }) => lineCharacters(name, description)));
  const listing: SkillListing = {
    host: 'Pegboard',
    rule: `skills.directory.max_entries: ${maximumEntries} skills; the others are found with skill_search.`,
    source: 'pegboard.yaml',
    unit: null,
    budget: null,
    wanted: characters(skills),
    used: characters(skills.slice(0, maximumEntries)),
    skills: skills.length,
    ...describe(listed),
    omitted: skills.slice(maximumEntries).map(({ name }) => name),
  };
  return { listing, shown: shownIn(listed) };
}

function shownIn(listed: readonly { name: string; shown: string }[]): ReadonlyMap<string, string> {
  return new Map(listed.map(({ name, shown }) => [name, shown]));
}

type Described = Pick<SkillListing, 'whole' | 'shortened' | 'name_only'>;

function describe(listed: readonly { name: string; from: string; shown: string }[]): Described {
  const lost = listed.filter(({ from, shown }) => from !== '' && shown === '');
  const shorter = listed.filter(({ from, shown }) => shown !== '' && shown !== from);
  return {
    whole: listed.length - lost.length - shorter.length,
    shortened: shorter.map(({ name, from, shown }) => ({ name, from: lengthOf(from), to: lengthOf(shown) })),
    name_only: lost.map(({ name }) => name),
  };
}

/** The longest length to which all descriptions can be cut so that the listing fits: what an even share comes to. */
function longestThatFits(
  skills: readonly { name: string; shown: string }[],
  budget: number,
  cost: (name: string, text: string) => number,
): number {
  const total = (length: number) => sum(skills.map(({ name, shown }) => cost(name, firstCharacters(shown, length))));
  let low = 0;
  let high = Math.max(0, ...skills.map(({ shown }) => lengthOf(shown)));
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (total(middle) <= budget) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** A line of the listing, `- name: description`, with its line end. */
export function listingLine(name: string, description: string): string {
  return description === '' ? `- ${name}\n` : `- ${name}: ${description}\n`;
}

function lineCharacters(name: string, description: string): number {
  return lengthOf(listingLine(name, description));
}

function lineTokens(name: string, description: string): number {
  return Math.ceil(Buffer.byteLength(listingLine(name, description)) / charactersOfToken);
}

function firstCharacters(text: string, length: number): string {
  return text.length <= length ? text : [...text].slice(0, length).join('');
}

function lengthOf(text: string): number {
  return [...text].length;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
