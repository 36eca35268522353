import type { Variant } from './match-memory.ts';
import type { Translation, WeightedTerm } from './query-terms.ts';
import type { SearchedIndex } from './ranker-index.ts';

type Offer = (
  form: number,
  kind: Variant['kind'],
  factor: number,
  by?: { readonly through?: string; readonly translation?: Translation },
) => void;

const shortestPrefix = 4;
const shortestEdited = 5;
/** Most longer words that are looked at for one word: beyond, the word says too little. */
const mostLonger = 200;

/** Every variant of a query's word in this catalog: each form once, by the way that counts most. */
export function variantsOf(term: WeightedTerm, index: SearchedIndex): Variant[] {
  const best = new Map<number, Variant>();
  const offer: Offer = (form, kind, factor, { through, ...by } = {}) => {
    if (factor > (best.get(form)?.factor ?? 0)) best.set(form, { form, kind, factor, through: through ?? null, ...by });
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
  offerCompanions(term, index, (form, through) => offer(form, 'thesaurus', byMeaning, { through }));
  offerTranslations(term, index, offer);
  if (stem === undefined && term.word.length >= shortestEdited) {
    for (const form of index.formsLike(term.word)) {
      if (isOneEditAway(term.word, index.wordOf(form))) offer(form, 'edit', parameters.edit);
    }
  }
  return [...best.values()];
}

/** What the word stands for in English: the best counts by how sure it is, the others by how sure they are beside it. */
function offerTranslations(term: WeightedTerm, index: SearchedIndex, offer: Offer): void {
  const { parameters } = index;
  const { translations } = term;
  const sureness = translations[0]?.p ?? 1;
  const known = index.stemOf(term.stem) === undefined ? 1 : parameters.translation_known;
  for (const [i, translation] of translations.entries()) {
    const sure =
      i === 0
        ? parameters.translation * Math.min(1, 0.6 + 0.5 * translation.p)
        : (parameters.other_translation * translation.p) / sureness;
    const factor = known * sure;
    const stem = index.stems.of(translation.english);
    const own = index.stemOf(stem);
    for (const form of own === undefined ? [] : index.formsOfStem(own)) {
      const isWord = index.wordOf(form) === translation.english;
      offer(form, 'translation', isWord ? factor : factor * parameters.stem, { translation });
    }
    for (const [companion, through] of index.thesaurus.companions(stem)) {
      const other = index.stemOf(companion);
      for (const form of other === undefined ? [] : index.formsOfStem(other)) {
        offer(form, 'translation', factor * parameters.translation_thesaurus, { through, translation });
      }
    }
  }
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
