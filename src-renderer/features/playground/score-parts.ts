import type { HybridScore } from '#shared/domain/hybrid-result.ts';
import type { ScoreExplanation } from '#shared/domain/search-result.ts';
import { strings } from '../../strings/playground-scores.ts';
import type { BarPart } from '../../ui/bar-widths.ts';
import { formatScore } from '../../ui/format-number.ts';
import { partPercentages, rankerBarParts } from './ranker-parts.ts';

/** A number for each field of a tool or of a skill. */
export type FieldNumbers = Readonly<Record<string, number>>;

/** What one word of the query brought to a result, by SQLite's bm25 (R19.09). */
export interface FieldTerm {
  readonly term: string;
  readonly matched: boolean;
  readonly tf: FieldNumbers;
  readonly idf: number;
  readonly saturated: number;
  readonly contribution: number;
  readonly shares: FieldNumbers;
}

/** How much of a score each field brought, over all query terms. The sum is the gain (R19.09). */
export function sharesByField(terms: readonly Pick<FieldTerm, 'shares'>[]): FieldNumbers {
  const sum: Record<string, number> = {};
  for (const { shares } of terms)
    for (const [field, share] of Object.entries(shares)) sum[field] = (sum[field] ?? 0) + share;
  return sum;
}

/** The fields that share a hue: of a tool and of a skill alike. */
const fieldsOfHue = {
  name: ['name', 'title'],
  description: ['trigger', 'description'],
  tags: ['tags'],
} as const;

/** A number for each field as the parts of a bar. */
export function fieldParts(byField: FieldNumbers): BarPart[] {
  return (Object.keys(fieldsOfHue) as (keyof typeof fieldsOfHue)[]).map((hue) => ({
    hue,
    value: fieldsOfHue[hue].reduce((sum, field) => sum + (byField[field] ?? 0), 0),
  }));
}

/** The parts of the bar beside a result: fields of a full-text score, or the one tier of another. */
export function scoreParts(arithmetic: ScoreExplanation): BarPart[] {
  switch (arithmetic.kind) {
    case 'pegboard':
      return rankerBarParts(arithmetic);
    case 'hybrid':
      return [{ hue: decidedByVector(arithmetic) ? 'vector' : 'words', value: arithmetic.score_raw }];
    case 'bm25':
      return fieldParts(sharesByField(arithmetic.terms));
    case 'regex':
    case 'exact':
      return [{ hue: 'tier', value: arithmetic.score_raw }];
  }
}

/** Whether a list of vectors says more of the tool than the words do. */
function decidedByVector({ parts, score_raw }: HybridScore): boolean {
  return parts.find((part) => part.counted === score_raw)?.source === 'vector';
}

/** What `scoreParts` adds up to: the length of the whole bar. */
export function scoreLength(arithmetic: ScoreExplanation): number {
  return scoreParts(arithmetic).reduce((sum, part) => sum + part.value, 0);
}

/** `name 62 %, description 38 %`: fields without a share are left out. */
export function fieldPercentages(byField: FieldNumbers): string {
  const found = Object.entries(byField).filter(([, value]) => value > 0);
  const sum = found.reduce((total, [, value]) => total + value, 0);
  return (
    found.map(([field, value]) => `${field} ${Math.round((value / sum) * 100)} %`).join(', ') ||
    strings.scoreParts.noField
  );
}

/** `name 2 + description 1`: term frequencies, each already times its field's weight. */
export function fieldFrequencies(tf: FieldNumbers): string {
  const parts = Object.entries(tf).flatMap(([field, count]) => (count > 0 ? [`${field} ${trimmed(count)}`] : []));
  return parts.length === 0 ? '0' : parts.join(' + ');
}

/** At most two decimals, none that say nothing: `2`, `0.75`; below 0.01 significant digits. */
export function trimmed(value: number): string {
  return Math.abs(value) < 0.01 && value !== 0 ? formatScore(value, 2) : String(Number(value.toFixed(2)));
}

/** The tooltip of a result's bar: where its score comes from, in numbers. */
export function scoreSource(arithmetic: ScoreExplanation): string {
  if (arithmetic.kind === 'pegboard') {
    return `S ${formatScore(arithmetic.raw)}: ${partPercentages(rankerBarParts(arithmetic))}`;
  }
  if (arithmetic.kind === 'hybrid') {
    return decidedByVector(arithmetic) ? strings.scoreParts.decidedVector : strings.scoreParts.decidedWords;
  }
  if (arithmetic.kind === 'bm25') {
    return strings.scoreParts.gain(formatScore(arithmetic.gain), fieldPercentages(sharesByField(arithmetic.terms)));
  }
  return arithmetic.kind === 'regex' ? tierText(arithmetic.tier) : strings.scoreParts.nameEqualsQuery;
}

/** A tier of a pattern match, in words (R3.09, R3.10). */
export function tierText(tier: Extract<ScoreExplanation, { kind: 'regex' }>['tier']): string {
  switch (tier) {
    case 'full_name':
      return strings.scoreParts.patternMatchesWholeName;
    case 'name_prefix':
      return strings.scoreParts.patternMatchesStartName;
    case 'name_substring':
      return strings.scoreParts.patternMatchesInsideName;
    case 'description_or_tags':
      return strings.scoreParts.patternMatchesDescriptionTag;
  }
}
