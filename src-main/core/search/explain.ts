import type {
  ByField,
  Highlight,
  HitExplanation,
  QueryTerm,
  ScoreExplanation,
  TermShare,
} from '#shared/domain/search-result.ts';
import type { Candidate, Candidates } from './candidates.ts';
import { quotePhrase } from './query-words.ts';
import { regexHighlights } from './regex-match.ts';
import type { RankedHit } from './result-order.ts';
import { boundedScore, literalScore, saturate, sqliteIdf } from './score.ts';
import type { SearchScope } from './search-scope.ts';
import type { AnalysedTool } from './text-analysis.ts';
import type { Corpus } from './tool-index.ts';

/** Every word of the query: its stem, in how many tools it occurs, its idf, or why it was not searched. */
export function explainTerms(scope: SearchScope, found: Candidates, corpus: Corpus): QueryTerm[] {
  const searched = found.words.map(({ text, indexTerm }) => {
    const documentFrequency = scope.index.documentFrequency(quotePhrase(text));
    return {
      text,
      index_term: indexTerm,
      document_frequency: documentFrequency,
      idf: sqliteIdf(corpus.tools, documentFrequency),
      dropped: null,
    };
  });
  const dropped = found.dropped.map(({ text, reason }) => ({
    text,
    index_term: null,
    document_frequency: 0,
    idf: 0,
    dropped: reason,
  }));
  return [...searched, ...dropped];
}

/** The arithmetic behind each hit, enough to compute its score again (R19.09). */
export function explainHits(
  scope: SearchScope,
  found: Candidates,
  hits: readonly RankedHit[],
  terms: readonly QueryTerm[],
  corpus: Corpus,
): HitExplanation[] {
  const searched = terms.filter((term) => term.dropped === null);
  const texts = hits.map(({ candidate: { tool } }) => ({ ...tool, tags: JSON.stringify(tool.tags) }));
  const words = searched.map((term) => term.text);
  const analysed = found.effective === 'fts' ? (scope.analysis?.analyse(texts, words) ?? []) : [];
  return hits.map(({ candidate, order }, i) => ({
    rank: i + 1,
    score: order.score,
    arithmetic: arithmeticOf(candidate, analysed[i], searched, corpus),
    order,
    highlights: highlightsOf(candidate, found, analysed[i]),
  }));
}

function arithmeticOf(
  { raw_bm25, tier, score_raw }: Candidate,
  analysed: AnalysedTool | undefined,
  terms: readonly QueryTerm[],
  corpus: Corpus,
): ScoreExplanation {
  if (raw_bm25 !== null && analysed) {
    return {
      kind: 'fts',
      raw_bm25,
      gain: Math.max(-raw_bm25, 0),
      score_raw: boundedScore(raw_bm25),
      score_raw_literal: literalScore(raw_bm25),
      length: analysed.length,
      terms: terms.map((term, i) => termShare(term, analysed.frequencies[i], analysed.length, corpus)),
    };
  }
  return tier === null ? { kind: 'exact', score_raw: 1 } : { kind: 'regex', tier, score_raw };
}

function termShare(term: QueryTerm, tf: ByField = noFrequency, length: number, corpus: Corpus): TermShare {
  const total = tf.name + tf.description + tf.tags;
  const saturated = total === 0 ? 0 : saturate(total, length, corpus.tokens / corpus.tools);
  const contribution = term.idf * saturated;
  const share = (frequency: number) => (total === 0 ? 0 : (contribution * frequency) / total);
  return {
    term: term.text,
    matched: total > 0,
    tf,
    idf: term.idf,
    saturated,
    contribution,
    shares: { name: share(tf.name), description: share(tf.description), tags: share(tf.tags) },
  };
}

const noFrequency: ByField = { name: 0, description: 0, tags: 0 };

/** Matched places in text order. Places in `tags` refer to its JSON, which nobody shows, so they are left out. */
function highlightsOf({ tool }: Candidate, found: Candidates, analysed: AnalysedTool | undefined): Highlight[] {
  const places =
    found.effective === 'fts' ? (analysed?.highlights ?? []) : found.regex ? regexHighlights(found.regex, tool) : [];
  const whole: Highlight[] = [{ field: 'name', start: 0, end: tool.name.length, term: null }];
  return (found.effective === 'exact' ? whole : places)
    .filter((place) => place.field !== 'tags')
    .sort((a, b) => (a.field === b.field ? a.start - b.start : a.field === 'name' ? -1 : 1));
}
