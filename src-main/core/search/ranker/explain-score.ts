import type {
  ByRankerField,
  RankerScore,
  RankerTerm,
  RankerTermShare,
  RankerVariant,
} from '#shared/domain/ranker-explanation.ts';
import type { FoundBy } from '../candidates.ts';
import { boundedGain } from '../score.ts';
import { explainMeaning } from './explain-meaning.ts';
import type { Variant } from './match-memory.ts';
import { rankerFields } from './parameters.ts';
import type { PreparedQuery, PreparedTerm } from './prepare-query.ts';
import type { WeightedTerm } from './query-terms.ts';
import { bestOfNamespace, namespaceBonus } from './rank.ts';
import type { SearchedIndex } from './ranker-index.ts';
import { variantIdf, variantWeight } from './term-matches.ts';

type FoundByRanker = Extract<FoundBy, { kind: 'pegboard' }>;

const mostVariants = 20;

/** Every word of a query: what it counts and through which words of the catalog it matches, or why it was not searched. */
export function explainRankerTerms(index: SearchedIndex, { query, terms }: PreparedQuery): RankerTerm[] {
  const searched = terms.map((prepared): RankerTerm => {
    const byFactor = prepared.variants.toSorted((a, b) => compareVariants(index, a, b));
    return {
      ...termFacts(index, prepared.term, prepared.stem),
      variants: byFactor.slice(0, mostVariants).map((variant) => explainVariant(index, variant)),
      variant_count: byFactor.length,
      dropped: null,
    };
  });
  const ignored = query.ignored.map((term): RankerTerm => {
    return { ...termFacts(index, term, term.stem), variants: [], variant_count: 0, dropped: 'common word' };
  });
  return [...searched, ...ignored];
}

/** By weight, then by word: the numbers of forms depend on the order in which tools were read. */
function compareVariants(index: SearchedIndex, a: Variant, b: Variant): number {
  return b.factor - a.factor || (index.wordOf(a.form) < index.wordOf(b.form) ? -1 : 1);
}

/** `counted`: the stem whose rarity counts. */
function termFacts(index: SearchedIndex, { word, stem, kind, count, quoted, weight }: WeightedTerm, counted: string) {
  const document_frequency = index.stemFrequency(counted);
  return { text: word, stem, kind, count, quoted, weight, document_frequency, idf: index.idfOfStem(counted) };
}

function explainVariant(index: SearchedIndex, { form, kind, factor, through, translation }: Variant): RankerVariant {
  return {
    word: index.wordOf(form),
    kind,
    through,
    ...(translation ? { translation } : {}),
    factor,
    idf: index.idfOfForm(form),
  };
}

/** The arithmetic of one tool's score. */
export function explainRankerScore(
  { index, query, scores }: FoundByRanker,
  name: string,
  { because = true }: { readonly because?: boolean } = {},
): RankerScore {
  const tool = index.byName.get(name) ?? 0;
  const terms = query.terms.map((term) => explainShare(index, term, tool));
  const covered = query.terms.filter((_, i) => terms[i]?.variant !== null);
  const queryShare = covered.reduce((sum, { term, idf }) => sum + term.weight * idf, 0) / query.whole;
  const place = scores.tools.indexOf(tool);
  const bits = scores.nameBits[place] ?? 0;
  const nameShare = index.nameCoverage(tool, bits);
  const { query_coverage, name_coverage, bigram } = index.parameters;
  const namespace = index.namespaceOf(tool);
  const raw = scores.scores[place] ?? 0;
  return {
    kind: 'pegboard',
    raw,
    score_raw: boundedGain(raw),
    terms,
    sum: terms.reduce((sum, term) => sum + term.contribution, 0),
    query_coverage: { share: queryShare, factor: 1 + query_coverage * queryShare },
    name_coverage: {
      share: nameShare,
      factor: 1 + name_coverage * nameShare,
      words: index.nameStemsOf(tool).map((stem, i) => ({
        stem: index.stemText(stem),
        idf: index.stemIdf(stem),
        matched: (bits & (1 << i)) !== 0,
      })),
    },
    namespace: {
      best: bestOfNamespace(scores.bestByNamespace, namespace),
      bonus: namespaceBonus(index, scores.bestByNamespace, namespace),
    },
    pairs: query.pairs
      .filter((pair) => pair.tools.includes(tool))
      .map(({ stems, idf }) => ({ stems: [...stems], idf, bonus: bigram * idf })),
    meaning: scores.meaning && explainMeaning(index, { query, added: scores.meaning, raw, tool, because }),
    lengths: byField((f) => index.tools[tool]?.forms[f]?.length ?? 0),
  };
}

/** The contribution of a query word to a tool, through the variant that counts most there; the first of equal ones. */
function explainShare(index: SearchedIndex, prepared: PreparedTerm, tool: number): RankerTermShare {
  const { term } = prepared;
  let best: { variant: Variant; match: number; saturated: number } | null = null;
  for (const variant of prepared.variants) {
    const saturated = index.saturatedIn(variant.form, tool);
    const match = variantWeight(index, prepared.idf, variant) * saturated;
    const isBest = best === null || match > best.match;
    const isFirst = best !== null && match === best.match && compareVariants(index, variant, best.variant) < 0;
    if (match > 0 && (isBest || isFirst)) best = { variant, match, saturated };
  }
  if (!best) {
    const none = byField(() => 0);
    return {
      term: term.word,
      weight: term.weight,
      variant: null,
      idf: 0,
      tf: none,
      strength: 0,
      saturated: 0,
      match: 0,
      contribution: 0,
      shares: none,
    };
  }
  const { variant, match, saturated } = best;
  const tf = byField((f) => index.tools[tool]?.forms[f]?.filter((form) => form === variant.form).length ?? 0);
  const parts = byField((f, field) => index.fieldStrength(f, tool) * tf[field]);
  const strength = rankerFields.reduce((sum, field) => sum + parts[field], 0);
  const contribution = term.weight * match;
  return {
    term: term.word,
    weight: term.weight,
    variant: explainVariant(index, variant),
    idf: variantIdf(index, prepared.idf, variant),
    tf,
    strength,
    saturated,
    match,
    contribution,
    shares: byField((_, field) => (contribution * parts[field]) / strength),
  };
}

function byField(value: (f: number, field: keyof ByRankerField) => number): ByRankerField {
  return Object.fromEntries(rankerFields.map((field, f) => [field, value(f, field)])) as ByRankerField;
}
