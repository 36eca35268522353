import type { SkillListing } from '#shared/domain/host-budgets.ts';
import { claudeCodeSkills, codexSkills } from '../../host-budgets/host-limits.ts';
import { claudeCodeListing, codexListing, type ListedSkill } from '../../host-budgets/skill-listings.ts';
import { sentencesOf } from '../../why-not/apply-edit.ts';

/** A skill as hosts list it, and its description where that may be cut. */
export interface CuttableSkill {
  readonly name: string;
  /** The description alone; null where nobody may cut it. */
  readonly description: string | null;
  /** What hosts list where the description is this one. */
  readonly listedAs: (description: string) => ListedSkill;
  readonly listed: ListedSkill;
}

/** What hosts list that read exported skills. */
export function listingsOf(skills: readonly ListedSkill[], contextWindow: number | null): readonly SkillListing[] {
  const byName = [...skills].sort((a, b) => (a.name < b.name ? -1 : 1));
  return [claudeCodeListing(byName, contextWindow).listing, codexListing(byName, contextWindow).listing];
}

/** Whether every host lists every skill with its whole description. */
export function fitsEverywhere(listings: readonly SkillListing[]): boolean {
  return listings.every(({ skills, whole }) => skills === whole);
}

/** The longest description that each host shows whole, whatever room there is. */
const ownLimits = [claudeCodeSkills, codexSkills] as const;

/** A description that a host never shows whole, since it is longer than the limit of one description. */
export interface TooLong {
  readonly name: string;
  readonly host: string;
  readonly characters: number;
  readonly limit: number;
}

/** The descriptions that are too long by themselves, each with the lowest limit. */
export function tooLongDescriptions(skills: readonly ListedSkill[]): readonly TooLong[] {
  return skills.flatMap(({ name, description }) => {
    const characters = [...description].length;
    const [lowest] = ownLimits
      .filter((host) => characters > host.description)
      .sort((a, b) => a.description - b.description);
    return lowest ? [{ name, host: lowest.host, characters, limit: lowest.description }] : [];
  });
}

/** Whether some host has no room for all descriptions, not counting what is too long by itself. */
export function lacksRoom(listings: readonly SkillListing[]): boolean {
  return listings.some(({ host, shortened, name_only, omitted }) => {
    const limit = ownLimits.find((one) => one.host === host)?.description ?? 0;
    return name_only.length + omitted.length > 0 || shortened.some(({ to }) => to < limit);
  });
}

/**
 * Shorter descriptions, by name of the skill, that make more descriptions whole for some host; none where no cut does. A description that is
 * too long by itself is cut first, down to its limit; then, while a host has no room, the longest one. A description loses its last sentence, but never the
 * first one and never one that says when to use the skill. `spared` keep theirs.
 */
export function cutDescriptions(
  skills: readonly CuttableSkill[],
  { contextWindow, spared }: { readonly contextWindow: number | null; readonly spared: ReadonlySet<string> },
): ReadonlyMap<string, string> {
  const cuttable = skills.filter(({ name, description }) => description !== null && !spared.has(name));
  const atLimit = new Cuts(skills);
  for (const skill of cuttable) {
    const shorter = withinLimit(skill);
    if (shorter !== null) atLimit.cut(skill, shorter);
  }
  const cuts = new Cuts(skills, atLimit);
  while (lacksRoom(listingsOf(cuts.listed(), contextWindow))) {
    const open = cuttable.filter((skill) => oneShorter(cuts.textOf(skill)) !== null);
    const [longest] = open.sort((a, b) => cuts.sizeOf(b) - cuts.sizeOf(a));
    if (!longest) break;
    cuts.cut(longest, oneShorter(cuts.textOf(longest)) ?? '');
  }
  const wholeOf = (some: Cuts) => listingsOf(some.listed(), contextWindow).map(({ whole }) => whole);
  const before = wholeOf(atLimit);
  return wholeOf(cuts).some((whole, i) => whole > (before[i] ?? 0)) ? cuts.texts : atLimit.texts;
}

/** Descriptions that were cut, beside those that were not. */
class Cuts {
  readonly texts: Map<string, string>;
  readonly #listed: Map<string, ListedSkill>;

  constructor(skills: readonly CuttableSkill[], before?: Cuts) {
    this.texts = new Map(before?.texts);
    this.#listed = new Map(before ? before.#listed : skills.map(({ name, listed }) => [name, listed]));
  }

  cut({ name, listedAs }: CuttableSkill, text: string): void {
    this.texts.set(name, text);
    this.#listed.set(name, listedAs(text));
  }

  textOf({ name, description }: CuttableSkill): string {
    return this.texts.get(name) ?? description ?? '';
  }

  sizeOf({ name }: CuttableSkill): number {
    return this.#listed.get(name)?.description.length ?? 0;
  }

  listed(): readonly ListedSkill[] {
    return [...this.#listed.values()];
  }
}

/** A description that is too long by itself, cut until it is not; null where it is not, and where no cut is enough. */
function withinLimit({ description, listed, listedAs }: CuttableSkill): string | null {
  if (tooLongDescriptions([listed]).length === 0) return null;
  for (let text = oneShorter(description ?? ''); text !== null; text = oneShorter(text)) {
    if (tooLongDescriptions([listedAs(text)]).length === 0) return text;
  }
  return null;
}

/** A description without the last of its sentences that may go; null where none may. */
function oneShorter(description: string): string | null {
  const sentences = sentencesOf(description);
  const last = sentences.findLastIndex((sentence, i) => i > 0 && !saysWhen.test(sentence));
  return last < 0 ? null : sentences.toSpliced(last, 1).join(' ');
}

/** A sentence by which a host decides to load a skill. */
const saysWhen = /\bwhen(?:ever)?\b|^(?:use|load|invoke|call|trigger|apply)/i;
