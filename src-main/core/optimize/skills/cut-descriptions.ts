import type { SkillListing } from '#shared/domain/host-budgets.ts';
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

/**
 * Shorter descriptions, by name of the skill, with which every host lists every description whole; or the shortest there are, where that
 * is not enough. The longest description loses its last sentence first; the first sentence stays. `spared` keep theirs.
 */
export function cutDescriptions(
  skills: readonly CuttableSkill[],
  { contextWindow, spared }: { readonly contextWindow: number | null; readonly spared: ReadonlySet<string> },
): ReadonlyMap<string, string> {
  const sentences = new Map<string, readonly string[]>();
  const listed = new Map(skills.map((skill) => [skill.name, skill.listed]));
  for (const { name, description } of skills) {
    if (description !== null && !spared.has(name)) sentences.set(name, sentencesOf(description));
  }
  const cut = new Map<string, string>();
  while (!fitsEverywhere(listingsOf([...listed.values()], contextWindow))) {
    const longest = skills
      .filter(({ name }) => (sentences.get(name)?.length ?? 0) > 1)
      .reduce<CuttableSkill | null>(
        (best, one) => (!best || sizeOf(listed, one) > sizeOf(listed, best) ? one : best),
        null,
      );
    if (!longest) break;
    const kept = (sentences.get(longest.name) ?? []).slice(0, -1);
    sentences.set(longest.name, kept);
    cut.set(longest.name, kept.join(' '));
    listed.set(longest.name, longest.listedAs(kept.join(' ')));
  }
  return cut;
}

function sizeOf(listed: ReadonlyMap<string, ListedSkill>, { name }: CuttableSkill): number {
  return listed.get(name)?.description.length ?? 0;
}
