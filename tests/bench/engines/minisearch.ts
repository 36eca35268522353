import MiniSearch from 'minisearch';
import { type Engine, resultLimit } from './engine.ts';

/** MiniSearch as it comes: any of the words, BM25+, no stemming, all matches ranked. */
export function miniSearch(): Engine {
  const index = new MiniSearch<{ id: number; name: string; description: string; tags: string }>({
    fields: ['name', 'description', 'tags'],
  });
  return {
    name: 'MiniSearch',
    index: (tools) =>
      index.addAll(tools.map(({ name, description, tags }, id) => ({ id, name, description, tags: tags.join(' ') }))),
    search: (query) => index.search(query).slice(0, resultLimit).length,
    close: () => index.removeAll(),
  };
}
