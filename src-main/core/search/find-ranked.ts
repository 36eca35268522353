import type { ToolSearchInput } from '#shared/domain/search-request.ts';
import type { CatalogTool } from '#shared/domain/tool.ts';
import type { Candidates } from './candidates.ts';
import { prepareQuery } from './ranker/prepare-query.ts';
import { rankTools } from './ranker/rank.ts';
import { boundedGain } from './score.ts';
import type { RankerScope } from './search-scope.ts';

/** Full text by our own ranker: every tool that matches a word of the query in any way (R3.02, R3.22). */
export function findRanked({ index, tools, deferred }: RankerScope, input: ToolSearchInput): Candidates {
  const query = prepareQuery(index, input.query);
  const scores = rankTools(index, query);
  const toolAt = (place: number) => tools[scores.tools[place] as number] as CatalogTool;
  const kept: number[] = [];
  const bounded: number[] = [];
  for (let place = 0; place < scores.tools.length; place++) {
    if (!input.include_always_loaded && deferred[scores.tools[place] as number] === 0) continue;
    kept.push(place);
    bounded.push(boundedGain(scores.scores[place] as number));
  }
  const rawAt = (i: number) => scores.scores[kept[i] as number] as number;
  return {
    effective: 'fts',
    fallbackReason: null,
    candidates: {
      scores: bounded,
      at: (i) => ({ tool: toolAt(kept[i] as number), score_raw: bounded[i] as number, raw: rawAt(i), tier: null }),
    },
    alwaysLoadedMatches: scores.tools.length - kept.length,
    path: [
      {
        step: 'ranker',
        reason: 'tools with any of the words, in one of their forms',
        expression: query.terms.map(({ term }) => term.word).join(' '),
        candidates: kept.length,
      },
    ],
    by: { kind: 'pegboard', index, query, scores },
  };
}
