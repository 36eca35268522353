import { fieldTexts } from '../search/ranker/tool-texts.ts';
import { compilePattern } from '../search/regex-match.ts';
import { answerOf, type MakeScoredEngine } from './scored-engine.ts';

/** Longest pattern, UTF-16 units. */
const longestPattern = 200;

/**
 * Emulates a plain regex search such as that of Anthropic's tool search tool. Known from its documentation: the query is a
 * regular expression of at most 200 characters, sought anywhere in names, descriptions, and names and descriptions of arguments.
 * Assumed: without regard to case; in which order results come is not published, so a match in the name (3) comes before one in the
 * description (2) and one in the arguments (1), and the order of the catalog decides ties. RE2's syntax in place of Python's:
 * linear time, no look-around, no back-references.
 */
export const makePlainRegex: MakeScoredEngine = async (tools) => {
  const indexed = tools.map((tool) => {
    const { argument_names, argument_descriptions } = fieldTexts(tool);
    return {
      name: tool.name,
      description: tool.description,
      args: [...argument_names, ...argument_descriptions].join('\n'),
    };
  });
  return {
    search(query, limit) {
      if (query.trim() === '') return answerOf([], limit);
      if (query.length > longestPattern)
        return answerOf([], limit, `Longer than ${longestPattern} characters: an error.`);
      const compiled = compilePattern(query);
      if ('invalid' in compiled) return answerOf([], limit, `The pattern is not valid, an error: ${compiled.invalid}.`);
      const { regex } = compiled;
      const matches = indexed.flatMap(({ name, description, args }) => {
        const score = regex.test(name) ? 3 : regex.test(description) ? 2 : regex.test(args) ? 1 : 0;
        return score > 0 ? [{ name, score }] : [];
      });
      return answerOf(matches, limit);
    },
  };
};
