import type { RankerScore } from '#shared/domain/ranker-explanation.ts';
import type { Bm25Score, ScoreExplanation, SearchExplanation } from '#shared/domain/search-result.ts';
import { formatOperands, formatScore } from '../../ui/format-number.ts';

/** One step from what the engine gave to the score that is shown. */
export interface ChainStep {
  readonly label: string;
  readonly value: number;
  /** How the value came about, with its numbers. */
  readonly formula: string;
  /** The value is beside the way, not on it. */
  readonly aside?: boolean;
}

export type Normalisation = SearchExplanation['normalisation'];

/** `score_raw` normalised over the candidates of the response (R3.16–R3.18): the same arithmetic, so that it can be checked. */
export function normalise(scoreRaw: number, { min, max, rule }: Normalisation): number {
  switch (rule) {
    case 'none':
      return scoreRaw;
    case 'all_equal':
      return 0.5;
    case 'min_max':
      return Math.min(1, Math.max(0, (scoreRaw - min) / (max - min)));
  }
}

/** The whole way from raw value to score, step by step. */
export function scoreChain(arithmetic: ScoreExplanation, normalisation: Normalisation): ChainStep[] {
  const raw = arithmetic.score_raw;
  return [
    ...rawSteps(arithmetic),
    { label: 'score', value: normalise(raw, normalisation), formula: formulaOf(raw, normalisation) },
  ];
}

function rawSteps(arithmetic: ScoreExplanation): ChainStep[] {
  switch (arithmetic.kind) {
    case 'pegboard':
      return rankerSteps(arithmetic);
    case 'bm25':
      return bm25Steps(arithmetic);
    case 'hybrid':
      return [{ label: 'score_raw', value: arithmetic.score_raw, formula: 'the largest of what the lists count' }];
    case 'regex':
      return [{ label: 'score_raw', value: arithmetic.score_raw, formula: 'what its tier is worth' }];
    case 'exact':
      return [{ label: 'score_raw', value: arithmetic.score_raw, formula: 'what an exact name is worth' }];
  }
}

function rankerSteps({
  sum,
  query_coverage,
  name_coverage,
  namespace,
  pairs,
  raw,
  score_raw,
}: RankerScore): ChainStep[] {
  const bonus = namespace.bonus + pairs.reduce((total, pair) => total + pair.bonus, 0);
  const neighbours = pairs.map(({ stems }) => `“${stems.join(' ')}”`).join(', ');
  const sources = [
    ...(namespace.bonus > 0 ? [`namespace ${formatScore(namespace.bonus)}`] : []),
    ...(pairs.length > 0 ? [`side by side ${neighbours} ${formatScore(bonus - namespace.bonus)}`] : []),
  ];
  const coverage = query_coverage.factor * name_coverage.factor;
  return [
    { label: 'sum', value: sum, formula: 'of the contributions above' },
    {
      label: '× coverage',
      value: coverage,
      formula: `query ${formatScore(query_coverage.factor)} × name ${formatScore(name_coverage.factor)}`,
    },
    { label: '+ bonuses', value: bonus, formula: sources.join(' + ') || 'none' },
    { label: 'S', value: raw, formula: 'sum × coverage + bonuses' },
    { label: 'score_raw', value: score_raw, formula: boundedFormula(raw) },
  ];
}

function bm25Steps({ raw_bm25, gain, score_raw, score_raw_corrected, score_raw_literal }: Bm25Score): ChainStep[] {
  const isLiteral = score_raw === score_raw_literal && score_raw !== score_raw_corrected;
  const corrected = { value: score_raw_corrected, formula: boundedFormula(gain) };
  const literal = { value: score_raw_literal, formula: '1 / (1 + max(raw, 0)) gives 1.000 to every match' };
  return [
    { label: 'raw bm25', value: raw_bm25, formula: 'bm25() of SQLite: the more negative, the better' },
    { label: 'gain', value: gain, formula: '−raw: the sum of the contributions above' },
    { label: 'score_raw', ...(isLiteral ? literal : corrected) },
    { label: isLiteral ? 'corrected' : 'RFC as printed', ...(isLiteral ? corrected : literal), aside: true },
  ];
}

/** How a raw value becomes the score. */
export function formulaOf(raw: number, { min, max, rule }: Normalisation): string {
  switch (rule) {
    case 'none':
      return 'not normalised: score_raw as it is';
    case 'all_equal':
      return 'all candidates are equal: 0.500 for each';
    case 'min_max': {
      const { value, least, most } = boundsText(raw, { min, max });
      return `(${value} − ${least}) / (${most} − ${least})`;
    }
  }
}

/** A raw value and its bounds with the digits that it takes to come to the score with them. */
export function boundsText(
  raw: number,
  { min, max }: Pick<Normalisation, 'min' | 'max'>,
): { value: string; least: string; most: string } {
  const [value = '', least = '', most = ''] = formatOperands([raw, min, max], (raw, min, max) =>
    normalise(raw, { min, max, rule: 'min_max' }),
  );
  return { value, least, most };
}

/** How a gain without a bound becomes a raw value below 1. */
export function boundedFormula(gain: number): string {
  const [text] = formatOperands([gain], (gain) => gain / (1 + gain));
  return `${text} / (1 + ${text})`;
}
