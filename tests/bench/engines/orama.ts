import { create, insertMultiple, search } from '@orama/orama';
import { functionWords } from '#core/search/ranker/stop-words.ts';
import { type Engine, resultLimit } from './engine.ts';
import { splitIdentifiers, toolTexts } from './tool-texts.ts';

/** Orama: any of the words and their prefixes, BM25, no stop words, English stems, the name boosted. */
export function orama(): Engine {
  const database = create({
    schema: { id: 'string', name: 'string', description: 'string', tags: 'string', arguments: 'string' },
    components: { tokenizer: { language: 'english', stemming: true, stopWords: [...functionWords] } },
  });
  let names: string[] = [];
  return {
    name: 'Orama',
    async index(tools) {
      names = tools.map((tool) => tool.name);
      await insertMultiple(
        database,
        tools.map((tool, id) => ({ id: String(id), ...toolTexts(tool) })),
        1000,
      );
    },
    async search(query) {
      const properties = ['name', 'description', 'tags', 'arguments'] as const;
      const { hits } = await search(database, {
        term: splitIdentifiers(query),
        properties: [...properties],
        boost: { name: 2 },
        limit: resultLimit,
      });
      return hits.map(({ id }) => names[Number(id)] ?? '');
    },
    close: () => {},
  };
}
