import type { CatalogTool } from '#shared/domain/tool.ts';
import type { WhyNotWord } from '#shared/domain/why-not.ts';
import { explainWords } from '../search/explain-bm25.ts';
import { searchedWords } from '../search/query-words.ts';
import { explainRankerScore, explainRankerTerms } from '../search/ranker/explain-score.ts';
import { wordKind } from '../search/ranker/stop-words.ts';
import { isCjk, Tokenizer } from '../search/ranker/tokens.ts';
import { fieldTexts } from '../search/ranker/tool-texts.ts';
import { alternationOf, regexTier } from '../search/regex-match.ts';
import type { SearchScope } from '../search/search-scope.ts';
import type { ToolRank } from './tool-rank.ts';

/** The words of the query, each with whether the tool has it and in which form. None where no words are searched. */
export function queryWordsIn(
  scope: SearchScope,
  query: string,
  { found: { by, path } }: ToolRank,
  tool: CatalogTool,
): WhyNotWord[] {
  switch (by.kind) {
    case 'pegboard': {
      const { index } = by;
      const id = index.byName.get(tool.name) ?? -1;
      const shares = new Map(explainRankerScore(by, tool.name).terms.map((share) => [share.term, share]));
      return explainRankerTerms(index, by.query).map(({ text, kind, document_frequency, dropped }) => {
        const variant = shares.get(text)?.variant ?? null;
        const form = index.formOf(text);
        const says = form !== undefined && index.saturatedIn(form, id) > 0;
        const through = variant && variant.kind !== 'exact' ? { word: variant.word, kind: variant.kind } : null;
        const in_tool = dropped === null ? variant !== null : says;
        return { text, kind, searched: dropped === null, in_tool, through, tools: document_frequency };
      });
    }
    case 'bm25': {
      const terms = explainWords(scope, by, scope.index.corpus());
      const texts = { ...tool, tags: JSON.stringify(tool.tags) };
      const [analysed] =
        scope.analysis?.analyse(
          [texts],
          terms.map(({ text }) => text),
        ) ?? [];
      return terms.map(({ text, document_frequency, dropped }, i) => {
        const tf = analysed?.frequencies[i];
        const in_tool = tf !== undefined && tf.name + tf.description + tf.tags > 0;
        return { ...plain(text), searched: dropped === null, in_tool, tools: document_frequency };
      });
    }
    case 'regex': {
      if (path.at(-1)?.step !== 'regex_of_words') return [];
      return searchedWords(query).map((text) => {
        const regex = alternationOf([text]);
        const tools = [...scope.tools.values()].filter((one) => regexTier(regex, one) !== null).length;
        return { ...plain(text), searched: true, in_tool: regexTier(regex, tool) !== null, tools };
      });
    }
    case 'exact':
    case 'nothing':
      return [];
  }
}

function plain(text: string): Pick<WhyNotWord, 'text' | 'kind' | 'through'> {
  return { text, kind: wordKind(text.toLowerCase()), through: null };
}

const mostToolWords = 40;

/** The words by which a tool can be found, as it comes to them: of its name first, of its arguments last. */
export function toolWords(tool: CatalogTool): string[] {
  const tokenizer = new Tokenizer();
  const words = Object.values(fieldTexts(tool)).flatMap((texts) => texts.flatMap((text) => tokenizer.words(text)));
  const telling = words.filter(
    (word) =>
      wordKind(word) !== 'function' && !/^(?:\p{N}+|[a-z])$/u.test(word) && !(isCjk(word) && [...word].length > 1),
  );
  return [...new Set(telling)].slice(0, mostToolWords);
}
