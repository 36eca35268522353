import { create, insertMultiple, search } from '@orama/orama';
import { type Engine, resultLimit } from './engine.ts';

/** Orama as it comes: any of the words and their prefixes, BM25. */
export function orama(): Engine {
  const database = create({ schema: { name: 'string', description: 'string', tags: 'string[]' } });
  return {
    name: 'Orama',
    async index(tools) {
      const documents = tools.map(({ name, description, tags }) => ({ name, description, tags: [...tags] }));
      await insertMultiple(database, documents, 1000);
    },
    async search(query) {
      const { hits } = await search(database, { term: query, limit: resultLimit });
      return hits.length;
    },
    close: () => {},
  };
}
