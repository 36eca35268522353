import type { Highlight, QueryTerm } from '#shared/domain/search-result.ts';
import type { CatalogTool } from '#shared/domain/tool.ts';
import { maximumQueryLength } from '../search/query-words.ts';
import type { SeedBm25Index } from '../search/seed-bm25/build-seed-bm25.ts';
import type { SeedBm25QueryWord } from '../search/seed-bm25/search-seed-bm25.ts';
import { seedBm25Words } from '../search/seed-bm25/seed-bm25-words.ts';

/** Each word of the query once: in how many tools it is and its idf, or that no tool has it. */
export function explainQueryWords(
  { stems }: SeedBm25Index,
  query: string,
  known: readonly SeedBm25QueryWord[],
): QueryTerm[] {
  const byTerm = new Map(known.map((word) => [word.term, word]));
  return [...new Set(seedBm25Words(query.slice(0, maximumQueryLength), stems))].map((text) => {
    const word = byTerm.get(text);
    return word
      ? { text, index_term: text, document_frequency: word.postings.tools.length, idf: word.idf, dropped: null }
      : { text, index_term: null, document_frequency: 0, idf: 0, dropped: 'no tool has it' };
  });
}

const word = /[\p{L}\p{N}\p{M}_]+/gu;

/** Where the words of the query stand in the name and the description. */
export function wordHighlights(
  tool: Pick<CatalogTool, 'name' | 'description'>,
  terms: ReadonlySet<string>,
  stems: SeedBm25Index['stems'],
): Highlight[] {
  if (terms.size === 0) return [];
  return (['name', 'description'] as const).flatMap((field) =>
    [...tool[field].matchAll(word)].flatMap((match): Highlight[] => {
      const [term] = seedBm25Words(match[0], stems);
      if (term === undefined || !terms.has(term)) return [];
      return [{ field, start: match.index, end: match.index + match[0].length, term }];
    }),
  );
}
