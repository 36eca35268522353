import { assertNever } from '#shared/assert-never.ts';
import type {
  Highlight,
  HitExplanation,
  ScoreExplanation,
  SearchExplanation,
  SearchStep,
} from '#shared/domain/search-result.ts';
import type { Candidate, Candidates } from './candidates.ts';
import { explainBm25, explainWords } from './explain-bm25.ts';
import { explainRankerScore, explainRankerTerms } from './ranker/explain-score.ts';
import { rankerHighlights } from './ranker/highlights.ts';
import { regexHighlights } from './regex-match.ts';
import type { RankedHit } from './result-order.ts';
import { bm25Constants } from './score.ts';
import type { SearchScope } from './search-scope.ts';

/** The fields that every explanation has, under any ranking. */
export type CommonExplanation = Pick<
  SearchExplanation,
  'requested_search_type' | 'effective_search_type' | 'fallback_reason' | 'normalisation' | 'limit' | 'candidates'
> & { readonly path: readonly SearchStep[] };

/**
 * How a response came about and the arithmetic of each of its hits, enough to compute them again (R19.09). Of our own
 * ranker a `summary` leaves out the words that a meaning rests on, and `arithmetic` also the highlights.
 */
export function explainSearch(
  scope: SearchScope,
  found: Candidates,
  hits: readonly RankedHit[],
  common: CommonExplanation,
  detail: 'all' | 'summary' | 'arithmetic' = 'all',
): { explanation: SearchExplanation; hits: HitExplanation[] } {
  const { by } = found;
  switch (by.kind) {
    case 'pegboard': {
      const { index, query } = by;
      const corpus = { tools: index.size, average_lengths: index.averageLengths, parameters: index.parameters };
      const terms = explainRankerTerms(index, query);
      return {
        explanation: { ...common, ranking: 'pegboard', terms, corpus },
        hits: hits.map((hit, i) => {
          const { tool } = hit.candidate;
          const arithmetic = explainRankerScore(by, tool.name, { because: detail === 'all' });
          return hitOf(hit, i, arithmetic, detail === 'arithmetic' ? [] : rankerHighlights(by, tool));
        }),
      };
    }
    case 'bm25':
      return explainByBm25(scope, by, hits, common);
    case 'regex':
    case 'exact':
    case 'nothing':
      return {
        explanation: { ...common, ranking: 'none', corpus: { tools: scope.tools.size } },
        hits: hits.map((hit, i) => hitOf(hit, i, withoutRanking(hit.candidate), highlightsOf(by, hit.candidate))),
      };
    default:
      return assertNever(by);
  }
}

function explainByBm25(
  scope: SearchScope,
  by: Extract<Candidates['by'], { kind: 'bm25' }>,
  hits: readonly RankedHit[],
  common: CommonExplanation,
): { explanation: SearchExplanation; hits: HitExplanation[] } {
  const corpus = scope.index.corpus();
  const terms = explainWords(scope, by, corpus);
  const searched = terms.filter((term) => term.dropped === null);
  const texts = hits.map(({ candidate: { tool } }) => ({ ...tool, tags: JSON.stringify(tool.tags) }));
  const analysed =
    scope.analysis?.analyse(
      texts,
      searched.map((term) => term.text),
    ) ?? [];
  return {
    explanation: {
      ...common,
      ranking: by.ranking,
      terms,
      corpus: {
        tools: corpus.tools,
        average_length: corpus.tools === 0 ? 0 : corpus.tokens / corpus.tools,
        ...bm25Constants,
        weights: { name: 1, description: 1, tags: 1 },
      },
    },
    hits: hits.map((hit, i) => {
      const tool = analysed[i] ?? { length: 0, frequencies: [], highlights: [] };
      const arithmetic = explainBm25(hit.candidate.raw ?? 0, tool, { terms: searched, corpus, ranking: by.ranking });
      return hitOf(hit, i, arithmetic, tool.highlights);
    }),
  };
}

function hitOf(
  { order }: RankedHit,
  i: number,
  arithmetic: ScoreExplanation,
  highlights: readonly Highlight[],
): HitExplanation {
  return { rank: i + 1, score: order.score, arithmetic, order, highlights: inTextOrder(highlights) };
}

function withoutRanking({ tier, score_raw }: Candidate): ScoreExplanation {
  return tier === null ? { kind: 'exact', score_raw: 1 } : { kind: 'regex', tier, score_raw };
}

function highlightsOf(by: Candidates['by'], { tool }: Candidate): readonly Highlight[] {
  if (by.kind === 'exact') return [{ field: 'name', start: 0, end: tool.name.length, term: null }];
  return by.kind === 'regex' && by.regex ? regexHighlights(by.regex, tool) : [];
}

/** Places in `tags` refer to its JSON, which nobody shows, so they are left out. */
function inTextOrder(places: readonly Highlight[]): Highlight[] {
  return places
    .filter((place) => place.field !== 'tags')
    .sort((a, b) => (a.field === b.field ? a.start - b.start : a.field === 'name' ? -1 : 1));
}
