import type { MakeScoredEngine } from './scored-engine.ts';
import { wordCounter } from './word-counter.ts';

/**
 * Emulates the local search of pydantic-ai (its "keywords" strategy): a tool counts how many distinct words of the query
 * its name and description have, words being runs of a–z and 0–9. Assumed: ties keep the order of the catalog.
 */
export const makePydanticAi: MakeScoredEngine = async (tools) =>
  wordCounter(tools, [{ weight: 1, words: ({ name, description }) => wordsOf(`${name} ${description}`) }], wordsOf);

function wordsOf(text: string): readonly string[] {
  return text.toLowerCase().match(/[a-z0-9]+/g) ?? [];
}
