import type { FieldNumbers } from '#shared/domain/score-parts.ts';
import type { HitSummary, RegexTier } from '#shared/domain/search-result.ts';
import { strings } from '../../strings/playground-scores.ts';
import { formatScore } from '../../ui/format-number.ts';
import { partPercentages } from './ranker-parts.ts';

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

/** The length of a result's whole bar. */
export function barLength({ parts }: Pick<HitSummary, 'parts'>): number {
  return parts.reduce((sum, part) => sum + part.value, 0);
}

/** The tooltip of a result's bar: where its score comes from, in numbers. */
export function scoreSource({ kind, value, parts, tier }: HitSummary): string {
  switch (kind) {
    case 'pegboard':
      return `S ${formatScore(value)}: ${partPercentages(parts)}`;
    case 'hybrid':
      return parts.some(({ hue }) => hue === 'vector')
        ? strings.scoreParts.decidedVector
        : strings.scoreParts.decidedWords;
    case 'bm25':
      return strings.scoreParts.gain(formatScore(value), partPercentages(parts));
    case 'regex':
      return tier === null ? '' : tierText(tier);
    case 'exact':
      return strings.scoreParts.nameEqualsQuery;
  }
}

/** A tier of a pattern match, in words (R3.09, R3.10). */
export function tierText(tier: RegexTier): string {
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
