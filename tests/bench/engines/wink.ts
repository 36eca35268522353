import bm25 from 'wink-bm25-text-search';
import { type Engine, resultLimit } from './engine.ts';

/** wink-bm25-text-search: any of the words, BM25F with equal weights, lower case, no stemming. */
export function wink(): Engine {
  const engine = bm25();
  engine.defineConfig({ fldWeights: { name: 1, description: 1, tags: 1 } });
  engine.definePrepTasks([(text) => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []]);
  return {
    name: 'wink-bm25-text-search',
    index(tools) {
      for (const [id, { name, description, tags }] of tools.entries()) {
        engine.addDoc({ name, description, tags: tags.join(' ') }, id);
      }
      engine.consolidate();
    },
    search: (query) => engine.search(query, resultLimit).length,
    close: () => {},
  };
}
