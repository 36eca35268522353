import { Document } from 'flexsearch';
import { type Engine, resultLimit } from './engine.ts';

/** FlexSearch over three fields: whole words, `suggest` for any of them; it ranks by position, not by BM25. */
export function flexSearch(): Engine {
  const index = new Document({
    document: { id: 'id', index: ['name', 'description', 'tags'] },
    tokenize: 'strict',
  });
  return {
    name: 'FlexSearch',
    index(tools) {
      for (const [id, { name, description, tags }] of tools.entries()) {
        index.add({ id, name, description, tags: tags.join(' ') });
      }
    },
    search(query) {
      const found: unknown = index.search(query, { limit: resultLimit, suggest: true, merge: true });
      // The limit holds for each field.
      return Array.isArray(found) ? found.slice(0, resultLimit).length : 0;
    },
    close: () => {
      index.clear();
    },
  };
}
