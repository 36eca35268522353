import type { SkillScore, SkillSearchExplanation, SkillSearchResponse } from '#shared/domain/skill-tools.ts';
import type { BarPart } from '../../../ui/bar-widths.ts';
import { formatFixed, formatPlural, formatScore } from '../../../ui/format-number.ts';
import { boundedFormula, type ChainStep, formulaOf, normalise } from '../score-chain.ts';
import { fieldParts, fieldPercentages, sharesByField } from '../score-parts.ts';
import { stepText } from '../search-path-text.ts';

/** The parts of the bar beside a skill: fields of a full-text score, else one for what decided it. */
export function skillScoreParts(score: SkillScore): BarPart[] {
  const hasShares = score.kind === 'fts' && score.terms.length > 0;
  return hasShares ? fieldParts(sharesByField(score.terms)) : [{ hue: 'tier', value: lengthOf(score) }];
}

/** The length of the whole bar. */
export function lengthOf(score: SkillScore): number {
  return score.kind === 'fts' ? score.gain : score.score_raw;
}

/** Where a score comes from, in a line. */
export function skillScoreSource(score: SkillScore): string {
  switch (score.kind) {
    case 'fts':
      return score.terms.length === 0
        ? `gain ${formatScore(score.gain)}: from the body`
        : `gain ${formatScore(score.gain)}: ${fieldPercentages(sharesByField(score.terms))}`;
    case 'regex':
      return tierTexts[score.tier];
    case 'exact':
      return 'The name is the query.';
  }
}

/** Where a pattern matches, in words. */
export const tierTexts: Readonly<Record<Extract<SkillScore, { kind: 'regex' }>['tier'], string>> = {
  full_name: 'the pattern matches the whole name',
  name_prefix: 'the pattern matches the start of the name',
  name_substring: 'the pattern matches inside the name',
  other_field: 'the pattern matches in title, trigger, description or a tag',
  body: 'the pattern matches in the body only',
};

/** The way from what the engine gave to the score, step by step: the same arithmetic, so that it can be checked. */
export function skillScoreChain(
  score: SkillScore,
  normalisation: SkillSearchExplanation['normalisation'],
): readonly ChainStep[] {
  const raw = score.score_raw;
  const last = { label: 'score', value: normalise(raw, normalisation), formula: formulaOf(raw, normalisation) };
  switch (score.kind) {
    case 'fts': {
      const isSum = score.terms.length > 0;
      return [
        { label: 'raw bm25', value: score.raw_bm25, formula: 'bm25() of SQLite: the more negative, the better' },
        { label: 'gain', value: score.gain, formula: isSum ? '−raw: the sum of the contributions above' : '−raw' },
        { label: 'score_raw', value: raw, formula: boundedFormula(score.gain) },
        last,
      ];
    }
    case 'regex':
      return [{ label: 'score_raw', value: raw, formula: 'what its tier is worth' }, last];
    case 'exact':
      return [{ label: 'score_raw', value: raw, formula: 'what an exact name is worth' }, last];
  }
}

/** The way a search took: `fts → all words matched nothing → any word: 4 candidates, 4 shown · 0.3 ms`. */
export function skillPathText({ output, explanation, elapsed_ms }: SkillSearchResponse): string {
  const steps = (explanation?.path ?? []).map(({ step, candidates }, index, path) => {
    if (candidates === 0) return `${stepText(step)} matched nothing`;
    const shown = index === path.length - 1 ? `, ${output.skills.length} shown` : '';
    return `${stepText(step)}: ${formatPlural(candidates, 'candidate')}${shown}`;
  });
  const asked = explanation?.requested_search_type ?? output.search_type;
  return `${[asked, ...steps].join(' → ')} · ${formatFixed(elapsed_ms, 1)} ms`;
}
