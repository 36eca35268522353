import type { RankerScore, RankerTerm, RankerTermShare, RankerVariant } from './ranker-explanation.ts';
import type {
  HitExplanation,
  MatchStrength,
  MissingWords,
  SearchExplanation,
  SearchResponse,
} from './search-result.ts';

/**
 * Strong, fair or weak, the same in every catalog: for the default ranking the chance that the tool is right (`chanceOfMatch`). An exact
 * name is strong. Null where nothing tells the chance: for a pattern, for a hybrid search, for the rankings of SQLite, and for a query
 * of function words alone, such as "of the".
 */
export function matchStrength(hit: HitExplanation, explanation: SearchExplanation): MatchStrength | null {
  const { arithmetic } = hit;
  if (arithmetic.kind === 'exact') return 'strong';
  if (arithmetic.kind !== 'pegboard' || explanation.ranking !== 'pegboard') return null;
  const { terms } = explanation;
  if (terms.every(({ kind, dropped }) => kind === 'function' || dropped !== null)) return null;
  const facts = matchFacts(arithmetic, terms);
  if (facts === null) return null;
  const chance = chanceOfMatch(facts);
  // A synonym or a near meaning alone makes no strong match.
  if (chance >= chanceBounds.strong && facts.direct >= leastDirect) return 'strong';
  return chance >= chanceBounds.fair ? 'fair' : 'weak';
}

/**
 * The logistic regression of the chance: `npm run understanding:strength` learns it on the labelled sets, on our development
 * queries, and on the same queries over catalogs without the expected tools. docs/benchmarks.md says how often it is right on a
 * catalog that it was not learned from.
 */
export const chanceWeights = { constant: -2.82, words: 3.79, direct: 1.92, cosine: 3.13 } as const;

/** Stands for the cosine of a query whose words were sure, so that no meaning was compared. */
const unknownCosine = 0.3;

/** Chances from which on a match is strong, and fair. */
export const chanceBounds = { strong: 0.75, fair: 0.45 } as const;

/** A strong match mentions at least this share of the query itself. */
const leastDirect = 1 / 3;

/** What the chance of a match is computed from, each 0 to 1. */
export interface MatchFacts {
  /** s / (1 + s), where s is the score by words without the bonus of the namespace, over Σ weight·idf of the query's words. */
  readonly words: number;
  /** `directShare`. */
  readonly direct: number;
  /** Of the meanings of tool and query. */
  readonly cosine: number;
}

/** The facts of a hit of the default ranking; null for a query without words. */
export function matchFacts(score: RankerScore, terms: readonly RankerTerm[]): MatchFacts | null {
  const direct = directShare(score, terms);
  const whole = terms.reduce((sum, term) => sum + (term.dropped === null ? weightOf(term) : 0), 0);
  if (direct === null || whole === 0) return null;
  const { raw, meaning, namespace } = score;
  const words = Math.max(0, (meaning?.words ?? raw) - namespace.bonus) / whole;
  return { words: words / (1 + words), direct, cosine: meaning ? Math.max(0, meaning.cosine) : unknownCosine };
}

/** The chance that a tool is right for a query, 0 to 1. */
export function chanceOfMatch(facts: MatchFacts): number {
  const { constant, words, direct, cosine } = chanceWeights;
  return 1 / (1 + Math.exp(-(constant + words * facts.words + direct * facts.direct + cosine * facts.cosine)));
}

/**
 * The share of the query's weight that the tool mentions directly, 0 to 1: Σ weight·idf of its words that are in the tool over
 * that of all words. A word that only a synonym stands for counts nothing, a misspelt one or a prefix its factor. Null for a
 * query without words.
 */
function directShare(score: RankerScore, terms: readonly RankerTerm[]): number | null {
  const weights = new Map(terms.map((term) => [term.text, term.dropped === null ? weightOf(term) : 0]));
  return shareOf(
    score.terms.map((share) => ({ weight: weights.get(share.term) ?? 0, mentioned: mentionedPart(share) })),
  );
}

/**
 * The words of the query that the best result does not mention, where it mentions less than half of what was asked; null where
 * it mentions more or is strong, and where nothing was found. A synonym is not a mention, and words such as "please" are not asked for.
 */
export function missingFromBest({
  hits,
  explanation,
}: Pick<SearchResponse, 'hits' | 'explanation'>): MissingWords | null {
  const [best] = hits;
  if (best?.arithmetic.kind !== 'pegboard' || explanation?.ranking !== 'pegboard') return null;
  const share = directShare(best.arithmetic, explanation.terms);
  if (share === null || share >= 1 / 2 || matchStrength(best, explanation) === 'strong') return null;
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
  return document_frequency > 0 || variants.some((variant) => !isSynonym(variant));
}

/** How much of a word the tool has: 1 for the word in any form, 0 for none or a synonym. */
function mentionedPart({ variant }: RankerTermShare): number {
  if (variant === null || isSynonym(variant)) return 0;
  return variant.kind === 'exact' || variant.kind === 'stem' ? 1 : Math.min(1, variant.factor);
}

/** Whether the thesaurus led to it, of the word or of its translation. */
function isSynonym({ kind, through }: RankerVariant): boolean {
  return kind === 'thesaurus' || through !== null;
}

function weightOf({ weight, idf }: RankerTerm): number {
  return weight * idf;
}

function shareOf(parts: readonly { readonly weight: number; readonly mentioned: number }[]): number | null {
  const whole = parts.reduce((sum, { weight }) => sum + weight, 0);
  return whole > 0 ? parts.reduce((sum, { weight, mentioned }) => sum + weight * mentioned, 0) / whole : null;
}
