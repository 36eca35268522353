import { answerOf, type EngineTool, type ScoredEngine } from './scored-engine.ts';

/** A part of a tool: its words, and what a word of the query counts that is among them. */
interface CountedField {
  readonly weight: number;
  words(tool: EngineTool): Iterable<string>;
}

/** An engine that adds up, for each distinct word of the query, the weights of the fields that have it. */
export function wordCounter(
  tools: readonly EngineTool[],
  fields: readonly CountedField[],
  wordsOfQuery: (query: string) => Iterable<string>,
): ScoredEngine {
  const places = fields.map(({ weight, words }) => {
    const byWord = new Map<string, number[]>();
    for (const [id, tool] of tools.entries()) {
      for (const word of new Set(words(tool))) {
        const ids = byWord.get(word);
        if (ids) ids.push(id);
        else byWord.set(word, [id]);
      }
    }
    return { weight, byWord };
  });
  return {
    search(query, limit) {
      const scores = new Float64Array(tools.length);
      for (const word of new Set(wordsOfQuery(query))) {
        for (const { weight, byWord } of places) {
          for (const id of byWord.get(word) ?? []) scores[id] = (scores[id] as number) + weight;
        }
      }
      const matches = tools.flatMap(({ name }, id) => {
        const score = scores[id] as number;
        return score > 0 ? [{ name, score }] : [];
      });
      return answerOf(matches, limit);
    },
  };
}
