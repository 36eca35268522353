import type { Finding } from '#shared/domain/finding.ts';
import type { PackSkill } from '#shared/domain/pack.ts';
import { skillFinding } from '#shared/domain/skill-finding.ts';
import { wordsOf } from '../../search/query-words.ts';

/** How alike two triggers are for a finding: shared words by all their words. */
const threshold = 0.75;

/**
 * Skills whose triggers have nearly the same words: an agent cannot tell which to take. One finding for the later of two.
 * Skills meet by their rarest words, so that 10,000 of them are not compared each with each.
 */
export function similarTriggers(skills: readonly PackSkill[]): Finding[] {
  const words = skills.map(({ trigger }) => new Set(wordsOf(trigger.toLowerCase()).slice(0, 200)));
  const holders = new Map<string, number[]>();
  for (const [i, set] of words.entries()) {
    for (const word of set) {
      const list = holders.get(word);
      if (list) list.push(i);
      else holders.set(word, [i]);
    }
  }
  const findings: Finding[] = [];
  for (const [i, set] of words.entries()) {
    const twin = earlierTwin(i, set, words, holders);
    const [skill, other] = [skills[i], skills[twin ?? -1]];
    if (!skill || !other) continue;
    findings.push(
      skillFinding(
        'trigger_similar',
        { path: skill.file, line: skill.line },
        `${skill.name} has almost the same trigger as ${other.name} (${other.file}).`,
        'Say in each trigger when to use the other skill instead, or merge them.',
      ),
    );
  }
  return findings;
}

/** The first skill before this one that shares enough words with it; looks at most at 50 holders of a word. */
function earlierTwin(
  i: number,
  set: ReadonlySet<string>,
  words: readonly ReadonlySet<string>[],
  holders: ReadonlyMap<string, readonly number[]>,
): number | null {
  // Two sets that share three quarters of all their words share at least one of any quarter plus one of the words.
  const rarest = [...set].sort((a, b) => (holders.get(a)?.length ?? 0) - (holders.get(b)?.length ?? 0));
  const looked = new Set<number>();
  for (const word of rarest.slice(0, Math.floor(set.size * (1 - threshold)) + 1)) {
    for (const j of holders.get(word)?.slice(0, 50) ?? []) {
      if (j >= i || looked.has(j)) continue;
      looked.add(j);
      const other = words[j] ?? new Set();
      let shared = 0;
      for (const own of set) if (other.has(own)) shared++;
      if (shared / (set.size + other.size - shared) >= threshold) return j;
    }
  }
  return null;
}
