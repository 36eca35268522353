import { evalDepth } from '../metrics.ts';
import type { MakeEngine } from './engine.ts';

/**
 * Emulates the local search of pydantic-ai (its "keywords" strategy): a tool counts how many distinct words of the query
 * its name and description have, words being runs of a–z and 0–9; ties keep the order of the catalog.
 */
export const makeTokenOverlap: MakeEngine = async (tools) => {
  const indexed = tools.map(({ name, description }) => ({ name, words: wordsOf(`${name} ${description}`) }));
  return {
    name: 'pydantic-ai',
    search(query) {
      const wanted = [...wordsOf(query)];
      const scored = indexed.map(({ name, words }) => ({
        name,
        score: wanted.filter((word) => words.has(word)).length,
      }));
      return scored
        .filter(({ score }) => score > 0)
        .sort((a, b) => b.score - a.score)
        .slice(0, evalDepth)
        .map(({ name }) => name);
    },
    close: () => {},
  };
};

function wordsOf(text: string): ReadonlySet<string> {
  return new Set(text.toLowerCase().match(/[a-z0-9]+/g));
}
