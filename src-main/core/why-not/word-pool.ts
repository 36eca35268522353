import type { CatalogTool } from '#shared/domain/tool.ts';
import { quotePhrase, searchedWords, wordsOf } from '../search/query-words.ts';
import { wordKind } from '../search/ranker/stop-words.ts';
import { isCjk } from '../search/ranker/tokens.ts';
import { sqliteIdf } from '../search/score.ts';
import type { SearchScope } from '../search/search-scope.ts';
import type { ToolRank } from './tool-rank.ts';

/** A word that an edit may add. */
export interface PoolWord {
  readonly text: string;
  /** How much it tells tools apart: its weight in the query times its idf. */
  readonly worth: number;
  /** It looks like the name of somebody or something, a number, or a quotation: an edit with it would fit this query only. */
  readonly isParticular: boolean;
  /** No tool has it in any form: a name or slang of the people who ask, which the tools can learn from nowhere else. */
  readonly isNew: boolean;
}

/** Most words that are tried. */
const mostWords = 10;
/** Number of queries beyond which more of them add nothing. */
const mostSupport = 3;

/**
 * The words of a query that an edit may give to a tool, those that tell most apart first. A word with which people ask for
 * the tool in other queries (`asked`) counts more: it will serve those too.
 */
export function wordPool(scope: SearchScope, query: string, { found }: ToolRank, asked: readonly string[]): PoolWord[] {
  const supported = asked.map((text) => new Set(wordsOf(text.toLowerCase())));
  const support = (word: string) => Math.min(supported.filter((words) => words.has(word)).length, mostSupport);
  const pool = readWords(scope, query, found).map((word) => ({
    ...word,
    worth: word.worth * (1 + support(word.text)),
  }));
  return pool
    .filter(({ text, worth }) => worth > 0 && text.length > 0)
    .sort((a, b) => Number(a.isParticular) - Number(b.isParticular) || b.worth - a.worth || (a.text < b.text ? -1 : 1))
    .slice(0, mostWords);
}

function readWords(scope: SearchScope, query: string, { by, path }: ToolRank['found']): PoolWord[] {
  switch (by.kind) {
    case 'pegboard': {
      const { index } = by;
      const particular = particularWords(query);
      const words = by.query.terms.flatMap(({ term, idf }): PoolWord[] => {
        // In a run without spaces, pairs say more than single characters.
        if (isCjk(term.word) && [...term.word].length === 1 && [...query].length > 1) return [];
        // The query does not contain the second part of a compound or of a translation.
        if (term.word.includes(' ')) return [];
        const isParticular = term.quoted || particular.has(term.word);
        const isNew = index.stemFrequency(term.stem) === 0;
        return [{ text: term.word, worth: term.weight * idf, isParticular, isNew }];
      });
      // Another word for the same, where the query has too few of its own.
      const known = new Set(by.query.terms.map(({ term }) => term.stem));
      const others = by.query.terms.flatMap(({ term, idf }) =>
        [...index.thesaurus.companions(term.stem)]
          .filter(([stem, text]) => !known.has(stem) && !/\s/.test(text))
          .map(([, text]) => ({
            text,
            worth: (term.weight * idf * index.parameters.thesaurus) / 10,
            isParticular: false,
            isNew: false,
          })),
      );
      return words.length > 2 ? words : [...words, ...others];
    }
    case 'bm25': {
      const particular = particularWords(query);
      const { tools } = scope.index.corpus();
      // When only tools with every word are returned, the missing word may be a function word.
      const everyWord = path.at(-1)?.step === 'fts_all_terms';
      return by.words
        .filter(({ text }) => everyWord || wordKind(text.toLowerCase()) !== 'function')
        .map(({ text }) => {
          const frequency = scope.index.documentFrequency(quotePhrase(text));
          return {
            ...{ text: text.toLowerCase(), worth: sqliteIdf(tools, frequency) },
            ...{ isParticular: particular.has(text.toLowerCase()), isNew: frequency === 0 },
          };
        });
    }
    case 'regex':
      return searchedWords(query).map((text) => ({ text, worth: text.length, isParticular: false, isNew: false }));
    case 'exact':
    case 'nothing':
      return [];
  }
}

/** Words with digits in them, those written with a capital that no sentence asked for, ends of addresses, scraps. */
function particularWords(query: string): ReadonlySet<string> {
  const found = new Set<string>();
  for (const { 0: word, index } of query.matchAll(/[\p{L}\p{N}]+/gu)) {
    const before = query.slice(0, index).trimEnd();
    const startsSentence = before === '' || /[.!?:]$/.test(before);
    const isName = !startsSentence && /^\p{Lu}/u.test(word);
    const isPartOfAddress = query[index - 1] === '.' && before.length > 1;
    if (/\p{N}/u.test(word) || isName || isPartOfAddress || /^[a-z]{1,2}$/i.test(word)) found.add(word.toLowerCase());
  }
  return found;
}

/**
 * Whether these words repeat the query: all of its content words, or its only word. An edit of them would
 * fit the one query and teach nothing.
 */
export function isVerbatim(added: readonly string[], query: string): boolean {
  const all = [...new Set(wordsOf(query.toLowerCase()))];
  const content = all.filter((word) => wordKind(word) === 'content');
  const told = content.length > 0 ? content : all;
  const isWhole = told.every((word) => added.includes(word));
  return isWhole && (told.length > 1 || all.length === 1);
}

/** Whether a list of texts already contains these words. */
export function isSaidAlready(tool: Pick<CatalogTool, 'phrases' | 'tags'>, field: string, text: string): boolean {
  if (field === 'phrases') return tool.phrases.includes(text);
  return field === 'tags' && text.split(/\s+/).every((word) => tool.tags.includes(word));
}
