import { stemmer } from 'stemmer';
import bm25 from 'wink-bm25-text-search';
import { functionWords } from '#core/search/ranker/stop-words.ts';
import { type Engine, resultLimit } from './engine.ts';
import { splitIdentifiers, toolTexts } from './tool-texts.ts';

/** wink-bm25-text-search: any of the words, BM25F, lower case, no stop words, stems, the name weighted as its example weights the title. */
export function wink(): Engine {
  const engine = bm25();
  engine.defineConfig({ fldWeights: { name: 4, description: 1, tags: 1, arguments: 1 } });
  engine.definePrepTasks([
    (text) => {
      const words = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
      return words.filter((word) => !functionWords.has(word)).map((word) => stemmer(word));
    },
  ]);
  let names: string[] = [];
  return {
    name: 'wink-bm25-text-search',
    index(tools) {
      names = tools.map((tool) => tool.name);
      for (const [id, tool] of tools.entries()) engine.addDoc({ ...toolTexts(tool) }, id);
      engine.consolidate();
    },
    search: (query) => engine.search(splitIdentifiers(query), resultLimit).map(([id]) => names[Number(id)] ?? ''),
    close: () => {},
  };
}
