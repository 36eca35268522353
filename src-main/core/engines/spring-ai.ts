import { LuceneField } from './lucene-field.ts';
import { luceneWords } from './lucene-words.ts';
import { answerOf, type MakeScoredEngine } from './scored-engine.ts';

/** Scores below this do not count as results. */
const leastScore = 0.25;

/**
 * Emulates the Lucene tool index of Spring AI 2.0. Known from its published source: StandardAnalyzer, Lucene's BM25, four clauses
 * that add up (the query as a phrase ×4 and its words ×2 in the name, the phrase ×1 and the words ×1 in the description), nothing
 * below .25. The phrase of a one-word query is that word. Assumed: names are those of this catalog, and the analyzer makes one
 * word of each (`github.create_issue`); ties come in the order of the catalog.
 */
export const makeSpringAi: MakeScoredEngine = async (tools) => {
  const name = new LuceneField(tools.map((tool) => tool.name));
  const description = new LuceneField(tools.map((tool) => tool.description));
  return {
    search(query, limit) {
      const words = luceneWords(query);
      const scores = new Float64Array(tools.length);
      description.addPhrase(words, 1, scores);
      description.addTerms(words, 1, scores);
      name.addPhrase(words, 4, scores);
      name.addTerms(words, 2, scores);
      const matches = tools.flatMap((tool, id) => {
        const score = scores[id] as number;
        return score >= leastScore ? [{ name: tool.name, score }] : [];
      });
      return answerOf(matches, limit);
    },
  };
};
