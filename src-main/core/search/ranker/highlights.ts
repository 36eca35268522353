import type { Highlight } from '#shared/domain/search-result.ts';
import type { FoundBy } from '../candidates.ts';
import type { SearchedTool } from './tool-texts.ts';

/** Characters of a description in which matches are marked. */
const markedLength = 20_000;

/** The places of the query's words in a tool's name and description, in any form that counts; no two overlap. */
export function rankerHighlights(
  { index, query }: Extract<FoundBy, { kind: 'pegboard' }>,
  { name, description }: Pick<SearchedTool, 'name' | 'description'>,
): Highlight[] {
  const termByWord = new Map<string, string>();
  for (const { term, variants } of query.terms) {
    for (const { form } of variants) {
      if (!termByWord.has(index.wordOf(form))) termByWord.set(index.wordOf(form), term.word);
    }
  }
  const marked = (field: 'name' | 'description', text: string): Highlight[] => {
    const places: Highlight[] = [];
    for (const { word, start, end } of index.tokenizer.tokens(text.slice(0, markedLength))) {
      const term = termByWord.get(word);
      // The pairs of a CJK run come after its characters and lie over them.
      const overlaps = start < (places.at(-1)?.end ?? 0);
      if (term !== undefined && !overlaps) places.push({ field, start, end, term });
    }
    return places;
  };
  return [...marked('name', name), ...marked('description', description)];
}
