import MiniSearch from 'minisearch';
import { stemmer } from 'stemmer';
import { functionWords } from '#core/search/ranker/stop-words.ts';
import { type Engine, resultLimit } from './engine.ts';
import { splitIdentifiers, type ToolTexts, textFields, toolTexts } from './tool-texts.ts';

/** MiniSearch: any of the words, BM25+, without stop words, with stems, the name boosted, prefixes and a little fuzziness, as its guide has it. */
export function miniSearch(): Engine {
  const index = new MiniSearch<ToolTexts & { readonly id: number }>({
    fields: [...textFields],
    processTerm: (term) => (functionWords.has(term.toLowerCase()) ? null : stemmer(term.toLowerCase())),
    searchOptions: {
      boost: { name: 2 },
      prefix: (term) => term.length > 3,
      fuzzy: (term) => (term.length > 5 ? 0.2 : false),
    },
  });
  let names: string[] = [];
  return {
    name: 'MiniSearch',
    index(tools) {
      names = tools.map((tool) => tool.name);
      index.addAll(tools.map((tool, id) => ({ id, ...toolTexts(tool) })));
    },
    search: (query) =>
      index
        .search(splitIdentifiers(query))
        .slice(0, resultLimit)
        .map(({ id }) => names[id] ?? ''),
    close: () => index.removeAll(),
  };
}
