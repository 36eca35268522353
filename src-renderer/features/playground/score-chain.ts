import type { ScoreExplanation, SearchExplanation } from '#shared/domain/search-result.ts';
import { formatOperands } from '../../ui/format-number.ts';

/** One step from what the engine gave to the score that is shown. */
export interface ChainStep {
  readonly label: string;
  readonly value: number;
  /** How the value came about, with its numbers. */
  readonly formula: string;
  /** The value is beside the way, not on it. */
  readonly aside?: boolean;
}

type Normalisation = SearchExplanation['normalisation'];

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
  if (arithmetic.kind !== 'fts') {
    const formula = arithmetic.kind === 'regex' ? 'what its tier is worth' : 'what an exact name is worth';
    return [{ label: 'score_raw', value: arithmetic.score_raw, formula }];
  }
  const { raw_bm25, gain, score_raw, score_raw_literal } = arithmetic;
  return [
    { label: 'raw bm25', value: raw_bm25, formula: 'bm25() of SQLite: the more negative, the better' },
    { label: 'gain', value: gain, formula: '−raw: the sum of the contributions above' },
    { label: 'score_raw', value: score_raw, formula: boundedFormula(gain) },
    {
      label: 'RFC as printed',
      value: score_raw_literal,
      formula: '1 / (1 + max(raw, 0)) gives 1.000 to every match',
      aside: true,
    },
  ];
}

function formulaOf(raw: number, { min, max, rule }: Normalisation): string {
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

function boundedFormula(gain: number): string {
  const [text] = formatOperands([gain], (gain) => gain / (1 + gain));
  return `${text} / (1 + ${text})`;
}
