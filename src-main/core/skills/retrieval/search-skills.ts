import type { SkillSearchExplanation, SkillSearchInput, SkillSearchOutput } from '#shared/domain/skill-tools.ts';
import { bm25Constants, boundsOf, normalise } from '../../search/score.ts';
import { explainSkillHits, explainSkillTerms } from './explain-skills.ts';
import { sanitiseText } from './sanitise-skill.ts';
import { findSkills, type SkillCandidate } from './skill-candidates.ts';
import { type SkillScope, skillsNotConfigured } from './skill-scope.ts';

export interface SkillSearchOutcome {
  readonly output: SkillSearchOutput;
  readonly explanation: SkillSearchExplanation | null;
}

interface RankedSkill {
  readonly candidate: SkillCandidate;
  readonly score: number;
}

/**
 * `skill_search` (R4.20–R4.23): the score contract of `tool_search`. Candidates come from the caller's scope only, are
 * normalised over all of them, ordered by score, shorter name, name, then cut. Error: `skills_not_configured`.
 */
export function searchSkills(scope: SkillScope, input: SkillSearchInput, explain: boolean): SkillSearchOutcome {
  if (!scope.config.enabled) throw skillsNotConfigured();
  const found = findSkills(scope, input);
  const bounds = boundsOf(found.candidates.map(({ score_raw }) => score_raw));
  const ranked = found.candidates
    .map(
      (candidate): RankedSkill => ({
        candidate,
        score: found.effective === 'fts' ? normalise(candidate.score_raw, bounds) : candidate.score_raw,
      }),
    )
    .sort(bestFirst)
    .slice(0, input.limit);
  const output: SkillSearchOutput = {
    skills: ranked.map(({ candidate: { skill }, score }) => ({
      name: skill.name,
      ...(skill.title === null ? {} : { title: sanitiseText(skill.title, scope.rules) }),
      trigger: sanitiseText(skill.trigger, scope.rules),
      task_type: skill.task_type,
      score,
      match_type: found.effective,
    })),
    query: input.query,
    search_type: found.effective,
  };
  if (!explain) return { output, explanation: null };
  const corpus = scope.store.corpus();
  const terms = explainSkillTerms(scope, found, corpus);
  const hasBounds = found.candidates.length > 0 && found.effective === 'fts';
  return {
    output,
    explanation: {
      requested_search_type: input.search_type,
      effective_search_type: found.effective,
      fallback_reason: found.fallbackReason,
      path: found.path,
      terms,
      corpus: {
        skills: corpus.skills,
        average_length: corpus.skills === 0 ? 0 : corpus.tokens / corpus.skills,
        ...bm25Constants,
      },
      normalisation: hasBounds
        ? { ...bounds, rule: bounds.min === bounds.max ? 'all_equal' : 'min_max' }
        : { min: 0, max: 0, rule: 'none' },
      candidates: found.candidates.length,
      hits: explainSkillHits(
        scope,
        found,
        ranked.map(({ candidate }) => candidate),
        terms,
        corpus,
      ),
    },
  };
}

function bestFirst(a: RankedSkill, b: RankedSkill): number {
  const [left, right] = [a.candidate.skill.name, b.candidate.skill.name];
  return b.score - a.score || left.length - right.length || (left < right ? -1 : 1);
}
