import type { ToolSearchInput } from '#shared/domain/search-request.ts';
import { type Candidate, type Candidates, withoutAlwaysLoaded } from './candidates.ts';
import { prepareQuery } from './ranker/prepare-query.ts';
import { rankTools } from './ranker/rank.ts';
import type { RankerIndex } from './ranker/ranker-index.ts';
import { boundedGain } from './score.ts';
import type { SearchScope } from './search-scope.ts';

/** Full text by our own ranker: every tool that matches a word of the query in any way (R3.02, R3.22). */
export function findRanked(scope: SearchScope, index: RankerIndex, input: ToolSearchInput): Candidates {
  const query = prepareQuery(index, input.query);
  const scores = rankTools(index, query);
  const matches: Candidate[] = [];
  for (const id of scores.tools) {
    const tool = scope.tools.get(index.tools[id]?.name ?? '');
    const raw = scores.scores[id] ?? 0;
    if (tool) matches.push({ tool, score_raw: boundedGain(raw), raw, tier: null });
  }
  const { kept, excluded } = withoutAlwaysLoaded(matches, input);
  const expression = query.terms.map(({ term }) => term.word).join(' ');
  return {
    effective: 'fts',
    fallbackReason: null,
    candidates: kept,
    alwaysLoadedMatches: excluded,
    path: [
      {
        step: 'ranker',
        reason: 'tools with any of the words, in one of their forms',
        expression,
        candidates: kept.length,
      },
    ],
    by: { kind: 'pegboard', index, query, scores },
  };
}
