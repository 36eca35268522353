import type { RankerTerm, RankerTermShare } from './ranker-explanation.ts';
import type { HitExplanation, SearchExplanation, SearchResponse } from './search-result.ts';

/** How well a result answers its query by itself, whatever the other results are. The relative score is 1 for the best of any. */
export const matchStrengths = ['strong', 'fair', 'weak'] as const;
export type MatchStrength = (typeof matchStrengths)[number];

/** Shares of the query's weight from which on a match is strong, and fair. Chosen by eye, not calibrated. */
const strongFrom = 2 / 3;
const fairFrom = 1 / 3;

/**
 * Strong, fair or weak by the share of the query's weight that the tool mentions directly. An exact name is strong. Null where
 * words do not decide: for a pattern, and for a hybrid search.
 */
export function matchStrength(hit: HitExplanation, explanation: SearchExplanation): MatchStrength | null {
  if (hit.arithmetic.kind === 'exact') return 'strong';
  const share = directShare(hit, explanation);
  if (share === null) return null;
  if (share >= strongFrom) return 'strong';
  return share >= fairFrom ? 'fair' : 'weak';
}

/**
 * The share of the query's weight that the tool mentions directly, 0 to 1: Σ weight·idf of its words that stand in the tool over
 * that of all words. A word that only a synonym stands for counts nothing, a misspelt one or a prefix its factor. Null
 * where words do not decide, and for a query without words.
 */
export function directShare({ arithmetic }: HitExplanation, explanation: SearchExplanation): number | null {
  if (arithmetic.kind === 'pegboard' && explanation.ranking === 'pegboard') {
    const weights = new Map(explanation.terms.map((term) => [term.text, term.dropped === null ? weightOf(term) : 0]));
    const parts = arithmetic.terms.map((share) => ({
      weight: weights.get(share.term) ?? 0,
      mentioned: mentionedPart(share),
    }));
    return shareOf(parts);
  }
  if (arithmetic.kind === 'bm25' && (explanation.ranking === 'rfc' || explanation.ranking === 'rfc-literal')) {
    const matched = new Set(arithmetic.terms.filter((term) => term.matched).map(({ term }) => term));
    const searched = explanation.terms.filter(({ dropped }) => dropped === null);
    return shareOf(
      searched.map(({ index_term, idf }) => ({ weight: idf, mentioned: matched.has(index_term ?? '') ? 1 : 0 })),
    );
  }
  return null;
}

/** What a result lacks of its query. */
export interface MissingWords {
  /** Words that no tool of the catalog mentions. */
  readonly fromCatalog: readonly string[];
  /** Words that other tools mention and the best result does not. */
  readonly fromBest: readonly string[];
}

/**
 * The words of the query that the best result does not mention, where it mentions less than half of what was asked; null where
 * it mentions more, and where nothing was found. A synonym is no mention, and words such as "please" are not asked for.
 */
export function missingFromBest({
  hits,
  explanation,
}: Pick<SearchResponse, 'hits' | 'explanation'>): MissingWords | null {
  const [best] = hits;
  if (best?.arithmetic.kind !== 'pegboard' || explanation?.ranking !== 'pegboard') return null;
  const share = directShare(best, explanation);
  if (share === null || share >= 1 / 2) return null;
  const terms = new Map(explanation.terms.map((term) => [term.text, term]));
  const missing = best.arithmetic.terms.flatMap((share) => {
    const term = terms.get(share.term);
    return term && term.kind === 'content' && mentionedPart(share) === 0 ? [term] : [];
  });
  if (missing.length === 0) return null;
  const words = (some: readonly RankerTerm[]) => some.map(({ text }) => text);
  return {
    fromCatalog: words(missing.filter((term) => !isMentioned(term))),
    fromBest: words(missing.filter(isMentioned)),
  };
}

/** Whether some tool of the catalog has the word itself, in any form. */
function isMentioned({ document_frequency, variants }: RankerTerm): boolean {
  return document_frequency > 0 || variants.some(({ kind }) => kind !== 'thesaurus');
}

/** How much of a word the tool has: 1 for the word in any form, 0 for none or a synonym. */
function mentionedPart({ variant }: RankerTermShare): number {
  if (variant === null || variant.kind === 'thesaurus') return 0;
  return variant.kind === 'exact' || variant.kind === 'stem' ? 1 : Math.min(1, variant.factor);
}

function weightOf({ weight, idf }: RankerTerm): number {
  return weight * idf;
}

function shareOf(parts: readonly { readonly weight: number; readonly mentioned: number }[]): number | null {
  const whole = parts.reduce((sum, { weight }) => sum + weight, 0);
  return whole > 0 ? parts.reduce((sum, { weight, mentioned }) => sum + weight * mentioned, 0) / whole : null;
}
