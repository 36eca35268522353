import { fieldParts, sharesByField } from '#shared/domain/score-parts.ts';
import type { ScorePart } from '#shared/domain/search-result.ts';
import type { SkillScore, SkillSearchExplanation, SkillSearchResponse } from '#shared/domain/skill-tools.ts';
import { strings } from '../../../strings/playground-skills.ts';
import { formatScore } from '../../../ui/format-number.ts';
import { boundedFormula, type ChainStep, formulaOf, normalise } from '../score-chain.ts';
import { fieldPercentages } from '../score-parts.ts';
import { foundText, pathSentence } from '../search-path-text.ts';

/** The parts of the bar beside a skill: fields of a full-text score, else one for what decided it. */
export function skillScoreParts(score: SkillScore): ScorePart[] {
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
        ? strings.skillScore.gainFromBody(formatScore(score.gain))
        : strings.skillScore.gain(formatScore(score.gain), fieldPercentages(sharesByField(score.terms)));
    case 'regex':
      return tierTexts[score.tier];
    case 'exact':
      return strings.skillScore.nameEqualsQuery;
  }
}

/** Where a pattern matches, in words. */
export const tierTexts: Readonly<Record<Extract<SkillScore, { kind: 'regex' }>['tier'], string>> =
  strings.skillScore.tierTexts;

/** The way from what the engine gave to the score, step by step: the same arithmetic, so that it can be checked. */
export function skillScoreChain(
  score: SkillScore,
  normalisation: SkillSearchExplanation['normalisation'],
): readonly ChainStep[] {
  const raw = score.score_raw;
  const last = {
    label: strings.skillScore.score,
    value: normalise(raw, normalisation),
    formula: formulaOf(raw, normalisation),
  };
  switch (score.kind) {
    case 'fts': {
      const isSum = score.terms.length > 0;
      return [
        {
          label: strings.skillScore.rawBm25,
          value: score.raw_bm25,
          formula: strings.skillScore.sqlitesBm25Lower,
        },
        {
          label: strings.skillScore.gain2,
          value: score.gain,
          formula: isSum ? strings.skillScore.rawSumContributionsAbove : '−raw',
        },
        { label: strings.skillScore.scoreRaw, value: raw, formula: boundedFormula(score.gain) },
        last,
      ];
    }
    case 'regex':
      return [{ label: strings.skillScore.scoreRaw, value: raw, formula: strings.skillScore.valueOfItsTier }, last];
    case 'exact':
      return [{ label: strings.skillScore.scoreRaw, value: raw, formula: strings.skillScore.valueOfExactName }, last];
  }
}

/** The steps of a search in one line: `No skill matches all words; 4 skills match at least one word · 0.3 ms`. */
export function skillPathText({ output, explanation, elapsed_ms }: SkillSearchResponse): string {
  const path = explanation?.path ?? [];
  return pathSentence({
    parts: path.map(({ step, candidates }) => foundText(step, candidates, 'skill')),
    found: path.at(-1)?.candidates ?? 0,
    shown: output.skills.length,
    elapsed_ms,
  });
}
