import type { HybridScore } from './hybrid-result.ts';
import type { ByRankerField, RankerScore } from './ranker-explanation.ts';
import type { ScoreExplanation, ScorePart } from './search-result.ts';

/** A number for each field of a tool or of a skill. */
export type FieldNumbers = Readonly<Record<string, number>>;

/** The fields of the ranker in the four groups that bars tell apart. */
const groups = {
  name: ['name', 'namespace', 'title'],
  description: ['first_sentence', 'description'],
  tags: ['tags', 'phrases'],
  arguments: ['argument_names', 'argument_descriptions', 'enum_values'],
} as const satisfies Record<string, readonly (keyof ByRankerField)[]>;

type RankerPart = keyof typeof groups;
export const rankerParts = Object.keys(groups) as readonly RankerPart[];

/** A number for each field as the parts of a bar. */
export function rankerFieldParts(shares: ByRankerField): (ScorePart & { readonly hue: RankerPart })[] {
  return rankerParts.map((hue) => ({ hue, value: groups[hue].reduce((sum, field) => sum + shares[field], 0) }));
}

/** How much of Σ contributions each group of fields brought, over all words. */
function rankerScoreParts({ terms }: Pick<RankerScore, 'terms'>): ScorePart[] {
  const perTerm = terms.map((term) => rankerFieldParts(term.shares));
  return rankerParts.map((hue, i) => ({ hue, value: perTerm.reduce((sum, parts) => sum + (parts[i]?.value ?? 0), 0) }));
}

/** The groups of fields, then what the meaning of the query added. */
function rankerBarParts({ terms, meaning }: Pick<RankerScore, 'terms' | 'meaning'>): ScorePart[] {
  return [...rankerScoreParts({ terms }), ...(meaning ? [{ hue: 'meaning' as const, value: meaning.bonus }] : [])];
}

/** How much of a score each field brought, over all query terms. The sum is the gain (R19.09). */
export function sharesByField(terms: readonly { readonly shares: FieldNumbers }[]): FieldNumbers {
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
export function fieldParts(byField: FieldNumbers): ScorePart[] {
  return (Object.keys(fieldsOfHue) as (keyof typeof fieldsOfHue)[]).map((hue) => ({
    hue,
    value: fieldsOfHue[hue].reduce((sum, field) => sum + (byField[field] ?? 0), 0),
  }));
}

/** The parts of the bar beside a result: fields of a full-text score, or the one tier of another. */
export function scoreParts(arithmetic: ScoreExplanation): ScorePart[] {
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
