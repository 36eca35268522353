import type { ByRankerField, RankerMeaning, RankerScore } from '#shared/domain/ranker-explanation.ts';
import { strings } from '../../strings/playground-scores.ts';
import type { BarPart } from '../../ui/bar-widths.ts';

/** The fields of the ranker in the four groups that bars tell apart. */
const groups = {
  name: ['name', 'namespace', 'title'],
  description: ['first_sentence', 'description'],
  tags: ['tags', 'phrases'],
  arguments: ['argument_names', 'argument_descriptions', 'enum_values'],
} as const satisfies Record<string, readonly (keyof ByRankerField)[]>;

export type RankerPart = keyof typeof groups;
export const rankerParts = Object.keys(groups) as readonly RankerPart[];

/** A number for each field as the parts of a bar. */
export function rankerFieldParts(shares: ByRankerField): (BarPart & { readonly hue: RankerPart })[] {
  return rankerParts.map((hue) => ({ hue, value: groups[hue].reduce((sum, field) => sum + shares[field], 0) }));
}

/** How much of Σ contributions each group of fields brought, over all words. */
function rankerScoreParts({ terms }: Pick<RankerScore, 'terms'>): (BarPart & { readonly hue: RankerPart })[] {
  const perTerm = terms.map((term) => rankerFieldParts(term.shares));
  return rankerParts.map((hue, i) => ({ hue, value: perTerm.reduce((sum, parts) => sum + (parts[i]?.value ?? 0), 0) }));
}

/** The parts of the bar beside a result: the groups of fields, then what the meaning of the query added. */
export function rankerBarParts({ terms, meaning }: Pick<RankerScore, 'terms' | 'meaning'>): BarPart[] {
  return [...rankerScoreParts({ terms }), ...(meaning ? [{ hue: 'meaning' as const, value: meaning.bonus }] : [])];
}

/** The pairs of words that a meaning rests on: `bill ~ invoice, pay ~ charge`. */
export function pairsText({ because }: Pick<RankerMeaning, 'because'>): string {
  return because.map(({ asked, word }) => `${asked} ~ ${word}`).join(', ');
}

/** `name 62 %, arguments 38 %`: parts without a share are left out. */
export function partPercentages(parts: readonly BarPart[]): string {
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
