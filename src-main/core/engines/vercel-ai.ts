import type { MakeScoredEngine } from './scored-engine.ts';
import { wordCounter } from './word-counter.ts';

/**
 * Emulates `toolSearch()` of Vercel's AI SDK 7 without a search function of its own. Known from its documentation and its
 * published package: camelCase is split, runs of letters and digits of any script are words, each distinct word of the query
 * counts 2 in the name and 1 in the description, the order of registration decides ties, five results by default. Assumed:
 * tools are registered in the order of the catalog.
 */
export const makeVercelAi: MakeScoredEngine = async (tools) =>
  wordCounter(
    tools,
    [
      { weight: 2, words: ({ name }) => wordsOf(name) },
      { weight: 1, words: ({ description }) => wordsOf(description) },
    ],
    wordsOf,
  );

function wordsOf(text: string): readonly string[] {
  const split = text.replace(/(?<=[a-z\d])(?=[A-Z])/g, ' ');
  return split.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
}
