import { skillLimits } from '#shared/domain/skill-limits.ts';
import { normaliseLine } from '#shared/text/skill-texts.ts';

/** The step of a skill whose body has no numbered list. */
const generatedStep = 'Follow the instructions of the skill.';

/**
 * Steps for a SKILL.md, which has none of its own: the first numbered list of the body outside of code,
 * the first line of each entry; without one, a single general step.
 */
export function deriveSteps(body: string): string[] {
  const steps: string[] = [];
  let fence: string | null = null;
  for (const line of body.split('\n')) {
    const mark = /^\s{0,3}(`{3,}|~{3,})/.exec(line)?.[1];
    if (fence !== null) {
      if (mark?.startsWith(fence)) fence = null;
      continue;
    }
    if (mark !== undefined) {
      fence = mark;
      continue;
    }
    const entry = /^\d{1,9}[.)]\s+(.*)$/.exec(line)?.[1];
    if (entry !== undefined) steps.push(normaliseLine(entry).slice(0, skillLimits.line));
    // Text at the margin ends a list; what is indented belongs to its entry.
    else if (steps.length > 0 && /^\S/.test(line)) break;
  }
  const kept = steps.filter((step) => step !== '').slice(0, skillLimits.entries);
  return kept.length > 0 ? kept : [generatedStep];
}
