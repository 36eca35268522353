import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { buildRankerIndex } from '#core/search/ranker/build-index.ts';
import { EditedIndex } from '#core/search/ranker/edited-index.ts';
import { explainRankerScore } from '#core/search/ranker/explain-score.ts';
import { defaultParameters } from '#core/search/ranker/parameters.ts';
import { prepareQuery } from '#core/search/ranker/prepare-query.ts';
import { rankTools } from '#core/search/ranker/rank.ts';
import type { SearchedIndex } from '#core/search/ranker/ranker-index.ts';
import { thesaurusWith } from '#core/search/ranker/thesaurus/groups.ts';
import type { SearchedTool } from '#core/search/ranker/tool-texts.ts';
import { applyEdit } from '#core/why-not/apply-edit.ts';
import { fullUnderstanding } from '#shared/domain/config.ts';
import type { CatalogTool } from '#shared/domain/tool.ts';
import { editedFieldSchema } from '#shared/domain/why-not.ts';
import { casesOf } from '../../../support/depth.ts';

/** Few words, so that texts and queries meet: stems, prefixes, typing mistakes, the thesaurus and its phrases, CJK. */
const words =
  'create creates issue issues ticket pull request pr delete remove list forecast forcast fahrenheit fahren weather weatherman weatherproof the of 天気 予報 天 k8s kubernetes'.split(
    ' ',
  );
const text = (most: number) => fc.array(fc.constantFrom(...words), { maxLength: most }).map((list) => list.join(' '));
const sentences = fc.tuple(text(5), fc.constantFrom('', '.', ': '), text(8)).map((parts) => parts.join(''));
const tool = fc.record({
  local: text(3).map((name) => name.replaceAll(' ', '_')),
  namespace: fc.constantFrom('a', 'b', null),
  description: fc.oneof(fc.constant(''), sentences),
  tags: fc.array(
    text(1).filter((tag) => tag !== ''),
    { maxLength: 2 },
  ),
  phrases: fc.array(text(3), { maxLength: 2 }),
  usage_hint: fc.option(text(4)),
});
const thesaurus = thesaurusWith([]);
const build = (tools: readonly SearchedTool[]) =>
  buildRankerIndex(tools, { parameters: defaultParameters, thesaurus, understanding: fullUnderstanding });

/** Everything that a search gives out, with each score in full. */
function ranked(index: SearchedIndex, query: string) {
  const prepared = prepareQuery(index, query);
  const scores = rankTools(index, prepared);
  const found = [...scores.tools].map((id, i) => {
    const name = index.tools[id]?.name ?? '';
    return {
      name,
      score: scores.scores[i],
      of: explainRankerScore({ kind: 'pegboard', index, query: prepared, scores }, name),
    };
  });
  return found.sort((a, b) => (a.name < b.name ? -1 : 1));
}

describe('an index with one tool edited', () => {
  it('gives every score of an index built anew, to the last bit, and the same explanation', async () => {
    const edit = fc.record({
      field: fc.constantFrom(...editedFieldSchema.options),
      text: text(3).filter((one) => one !== ''),
    });
    await fc.assert(
      fc.asyncProperty(
        fc.array(tool, { minLength: 1, maxLength: 8 }),
        fc.nat(),
        edit,
        fc.array(text(5), { minLength: 1, maxLength: 4 }),
        async (drawn, at, change, queries) => {
          const tools = drawn.map(({ local, ...rest }, i) => ({
            title: null,
            category: null,
            hypothetical_queries: [],
            aliases: [],
            input_schema: { type: 'object' },
            ...rest,
            name: `${rest.namespace === null ? '' : `${rest.namespace}.`}${local}_${i}`,
          })) as unknown as CatalogTool[];
          const place = at % tools.length;
          const edited = applyEdit(tools[place] as CatalogTool, change);
          const rebuilt = await build(tools.with(place, edited));
          const index = new EditedIndex(await build(tools), edited);
          for (const query of queries) expect(ranked(index, query)).toEqual(ranked(rebuilt, query));
        },
      ),
      { numRuns: casesOf(300) },
    );
  });
});
