import type { RankerVariant } from '#shared/domain/ranker-explanation.ts';
import type { WeightedTerm } from './query-terms.ts';
import type { SearchedIndex } from './ranker-index.ts';

/** A form of the catalog through which a word of the query may match. */
export interface Variant {
  readonly form: number;
  readonly kind: RankerVariant['kind'];
  /** λ: what a match through it counts. */
  readonly factor: number;
  /** The entry of the thesaurus that led here. */
  readonly through: string | null;
}

type Offer = (form: number, kind: Variant['kind'], factor: number, through?: string) => void;

const shortestPrefix = 4;
const shortestEdited = 5;
/** Most longer words that are looked at for one word: beyond, the word says too little. */
const mostLonger = 200;

/** Every variant of a query's word in this catalog: each form once, by the way that counts most. */
export function variantsOf(term: WeightedTerm, index: SearchedIndex): Variant[] {
  const best = new Map<number, Variant>();
  const offer: Offer = (form, kind, factor, through) => {
    if (factor > (best.get(form)?.factor ?? 0)) best.set(form, { form, kind, factor, through: through ?? null });
  };
  const { parameters } = index;
  const stem = index.stemOf(term.stem);
  for (const word of term.forms) {
    const form = index.formOf(word);
    if (form !== undefined) offer(form, 'exact', 1);
    offerPrefixes(word, index, offer);
  }
  for (const form of stem === undefined ? [] : index.formsOfStem(stem)) offer(form, 'stem', parameters.stem);
  const byMeaning = stem === undefined ? parameters.thesaurus_unknown : parameters.thesaurus;
  offerCompanions(term, index, (form, through) => offer(form, 'thesaurus', byMeaning, through));
  if (stem === undefined && term.word.length >= shortestEdited) {
    for (const form of index.formsLike(term.word)) {
      if (isOneEditAway(term.word, index.wordOf(form))) offer(form, 'edit', parameters.edit);
    }
  }
  return [...best.values()];
}

/** Words that the word begins, and words that begin it. */
function offerPrefixes(word: string, index: SearchedIndex, offer: Offer): void {
  if (word.length < shortestPrefix) return;
  const { prefix } = index.parameters;
  for (const form of index.formsWithPrefix(word, mostLonger)) {
    offer(form, 'prefix', (prefix * word.length) / index.wordOf(form).length);
  }
  for (let length = shortestPrefix; length < word.length; length++) {
    const form = index.formOf(word.slice(0, length));
    if (form !== undefined) offer(form, 'prefix', (prefix * length) / word.length);
  }
}

/** What the thesaurus has for the word itself, and for the phrases that it is part of in the query. */
function offerCompanions(
  { stem, phrases }: WeightedTerm,
  index: SearchedIndex,
  offer: (form: number, through: string) => void,
): void {
  for (const entry of [stem, ...phrases]) {
    for (const [companion, text] of index.thesaurus.companions(entry)) {
      const known = index.stemOf(companion);
      for (const form of known === undefined ? [] : index.formsOfStem(known)) offer(form, text);
    }
  }
}

/** Whether one letter more, less or other, or two neighbours swapped, make one word of the other. */
export function isOneEditAway(a: string, b: string): boolean {
  if (a === b || Math.abs(a.length - b.length) > 1) return false;
  let start = 0;
  while (start < a.length && a[start] === b[start]) start++;
  let endA = a.length;
  let endB = b.length;
  while (endA > start && endB > start && a[endA - 1] === b[endB - 1]) {
    endA--;
    endB--;
  }
  if (endA - start <= 1 && endB - start <= 1) return true;
  const bothTwo = endA - start === 2 && endB - start === 2;
  return bothTwo && a[start] === b[start + 1] && a[start + 1] === b[start];
}
