import type { RankerScore } from '#shared/domain/ranker-explanation.ts';
import type { Bm25Score, ScoreExplanation, SearchExplanation } from '#shared/domain/search-result.ts';
import { strings } from '../../strings/playground-scores.ts';
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
    { label: strings.scoreChain.score, value: normalise(raw, normalisation), formula: formulaOf(raw, normalisation) },
  ];
}

function rawSteps(arithmetic: ScoreExplanation): ChainStep[] {
  switch (arithmetic.kind) {
    case 'pegboard':
      return rankerSteps(arithmetic);
    case 'bm25':
      return bm25Steps(arithmetic);
    case 'hybrid':
      return [
        {
          label: strings.scoreChain.scoreRaw,
          value: arithmetic.score_raw,
          formula: strings.scoreChain.largestContributionOfLists,
        },
      ];
    case 'regex':
      return [
        {
          label: strings.scoreChain.scoreRaw,
          value: arithmetic.score_raw,
          formula: strings.scoreChain.valueOfItsTier,
        },
      ];
    case 'exact':
      return [
        {
          label: strings.scoreChain.scoreRaw,
          value: arithmetic.score_raw,
          formula: strings.scoreChain.valueOfExactName,
        },
      ];
  }
}

function rankerSteps({
  sum,
  query_coverage,
  name_coverage,
  namespace,
  pairs,
  meaning,
  raw,
  score_raw,
}: RankerScore): ChainStep[] {
  const bonus = namespace.bonus + pairs.reduce((total, pair) => total + pair.bonus, 0);
  const neighbours = pairs.map(({ stems }) => `“${stems.join(' ')}”`).join(', ');
  const sources = [
    ...(namespace.bonus > 0 ? [strings.scoreChain.namespace(formatScore(namespace.bonus))] : []),
    ...(pairs.length > 0 ? [strings.scoreChain.adjacentWords(neighbours, formatScore(bonus - namespace.bonus))] : []),
  ];
  const coverage = query_coverage.factor * name_coverage.factor;
  return [
    { label: strings.scoreChain.sum, value: sum, formula: strings.scoreChain.contributionsAbove },
    {
      label: strings.scoreChain.coverage,
      value: coverage,
      formula: strings.scoreChain.queryName(formatScore(query_coverage.factor), formatScore(name_coverage.factor)),
    },
    { label: strings.scoreChain.bonuses, value: bonus, formula: sources.join(' + ') || 'none' },
    ...(meaning
      ? [
          {
            label: strings.scoreChain.meaning,
            value: meaning.bonus,
            formula: strings.scoreChain.cosineTimesGain(formatScore(meaning.cosine), formatScore(meaning.gain)),
          },
        ]
      : []),
    {
      label: 'S',
      value: raw,
      formula: meaning ? strings.scoreChain.sumCoverageBonusesMeaning : strings.scoreChain.sumCoverageBonuses,
    },
    { label: strings.scoreChain.scoreRaw, value: score_raw, formula: boundedFormula(raw) },
  ];
}

function bm25Steps({ raw_bm25, gain, score_raw, score_raw_corrected, score_raw_literal }: Bm25Score): ChainStep[] {
  const isLiteral = score_raw === score_raw_literal && score_raw !== score_raw_corrected;
  const corrected = { value: score_raw_corrected, formula: boundedFormula(gain) };
  const literal = { value: score_raw_literal, formula: strings.scoreChain.of11MaxRaw };
  return [
    { label: strings.scoreChain.rawBm25, value: raw_bm25, formula: strings.scoreChain.sqlitesBm25Lower },
    { label: strings.scoreChain.gain, value: gain, formula: strings.scoreChain.rawSumContributionsAbove },
    { label: strings.scoreChain.scoreRaw, ...(isLiteral ? literal : corrected) },
    {
      label: isLiteral ? strings.scoreChain.corrected : strings.scoreChain.rfcAsPublished,
      ...(isLiteral ? corrected : literal),
      aside: true,
    },
  ];
}

/** How a raw value becomes the score. */
export function formulaOf(raw: number, { min, max, rule }: Normalisation): string {
  switch (rule) {
    case 'none':
      return strings.scoreChain.notNormalisedEqualsScore;
    case 'all_equal':
      return strings.scoreChain.allCandidatesAreEqual;
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
