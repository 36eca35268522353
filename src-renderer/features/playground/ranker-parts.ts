import type { ByRankerField, RankerMeaning } from '#shared/domain/ranker-explanation.ts';
import type { ScorePart } from '#shared/domain/search-result.ts';
import { strings } from '../../strings/playground-scores.ts';

/** The pairs of words that a meaning rests on: `bill ~ invoice, pay ~ charge`. */
export function pairsText({ because }: Pick<RankerMeaning, 'because'>): string {
  return because.map(({ asked, word }) => `${asked} ~ ${word}`).join(', ');
}

/** `name 62 %, arguments 38 %`: parts without a share are left out. */
export function partPercentages(parts: readonly ScorePart[]): string {
  const sum = parts.reduce((total, part) => total + part.value, 0);
  const shown = parts.filter((part) => part.value > 0);
  return (
    shown.map(({ hue, value }) => `${hue} ${Math.round((value / sum) * 100)} %`).join(', ') ||
    strings.rankerParts.noField
  );
}

/** `name 1 + first sentence 2`: how often the word that matched stands in which field. */
export function rankerFrequencies(tf: ByRankerField): string {
  const found = (Object.entries(tf) as [keyof ByRankerField, number][]).filter(([, count]) => count > 0);
  return found.map(([field, count]) => `${field.replaceAll('_', ' ')} ${count}`).join(' + ');
}
