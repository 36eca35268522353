import type { TermMatches, Variant } from './match-memory.ts';
import type { WeightedTerm } from './query-terms.ts';
import type { SearchedIndex } from './ranker-index.ts';
import { variantsOf } from './variants.ts';

/** What an index knows of a word. Queries repeat their words: each is looked up once, as long as the memory of the index has it. */
export function matchesOf(term: WeightedTerm, index: SearchedIndex): TermMatches {
  return index.matches.of(keyOf(term), () => lookUp(term, index));
}

/** Everything of a term that its variants depend on. */
function keyOf({ stem, word, forms, phrases, translations }: WeightedTerm): string {
  const key = `${stem}\n${word}\n${forms.join('\t')}\n${phrases.join('\t')}`;
  return translations.length === 0 ? key : `${key}\n${JSON.stringify(translations)}`;
}

function lookUp(term: WeightedTerm, index: SearchedIndex): TermMatches {
  const variants = variantsOf(term, index);
  const stem = countedStem(term, variants, index);
  const idf = index.idfOfStem(stem);
  const { best: bestOf, nameBits: bitsOf, touched } = index.scratch;
  let count = 0;
  for (const variant of variants) {
    const weight = variantWeight(index, idf, variant);
    const postings = index.postings(variant.form);
    const { tools, saturated, nameBits, end } = postings;
    for (let i = postings.start; i < end; i++) {
      const tool = tools[i] as number;
      const match = weight * (saturated[i] as number);
      const before = bestOf[tool] as number;
      if (before === 0) touched[count++] = tool;
      if (match > before) bestOf[tool] = match;
      const inName = nameBits[i] as number;
      if (inName !== 0) bitsOf[tool] = (bitsOf[tool] as number) | inName;
    }
  }
  const tools = touched.slice(0, count);
  const best = new Float64Array(count);
  const nameBits = new Int32Array(count);
  for (let i = 0; i < count; i++) {
    const tool = tools[i] as number;
    best[i] = bestOf[tool] as number;
    nameBits[i] = bitsOf[tool] as number;
    bestOf[tool] = 0;
    bitsOf[tool] = 0;
  }
  return { stem, idf, variants, tools, best, nameBits };
}

/** A foreign word that no tool has is as rare as the translation through which it matches best. */
function countedStem({ stem, translations }: WeightedTerm, variants: readonly Variant[], index: SearchedIndex): string {
  if (translations.length === 0 || index.stemOf(stem) !== undefined) return stem;
  let best: Variant | null = null;
  for (const variant of variants) {
    if (variant.kind === 'translation' && variant.factor > (best?.factor ?? 0)) best = variant;
  }
  return best === null ? stem : index.stemText(index.stemOfForm(best.form));
}

/** What a match through a variant counts before its saturation: λ · its idf. `idf` is that of the word. */
export function variantWeight(index: SearchedIndex, idf: number, variant: Variant): number {
  return variant.factor * variantIdf(index, idf, variant);
}

/** The idf of a match: the smaller one of the word and of the variant. A translation does not take that of the foreign word. */
export function variantIdf(index: SearchedIndex, idf: number, { form, kind }: Variant): number {
  const ofForm = index.idfOfForm(form);
  return kind === 'translation' ? ofForm : Math.min(idf, ofForm);
}
