import type { Bm25Score, ByField, QueryTerm, TermShare } from '#shared/domain/search-result.ts';
import type { FoundBy } from './candidates.ts';
import { quotePhrase } from './query-words.ts';
import { boundedScore, literalScore, saturate, sqliteIdf } from './score.ts';
import type { SearchScope } from './search-scope.ts';
import type { AnalysedTool } from './text-analysis.ts';
import type { Corpus } from './tool-index.ts';

type FoundByBm25 = Extract<FoundBy, { kind: 'bm25' }>;

/** Every word of the query: its stem, in how many tools it occurs, its idf, or why it was not searched. */
export function explainWords(scope: SearchScope, found: FoundByBm25, corpus: Corpus): QueryTerm[] {
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

/** The arithmetic of one bm25() value. `terms` are those that were searched. */
export function explainBm25(
  raw: number,
  analysed: AnalysedTool,
  { terms, corpus, ranking }: { terms: readonly QueryTerm[]; corpus: Corpus; ranking: FoundByBm25['ranking'] },
): Bm25Score {
  const [corrected, literal] = [boundedScore(raw), literalScore(raw)];
  return {
    kind: 'bm25',
    raw_bm25: raw,
    gain: Math.max(-raw, 0),
    score_raw: ranking === 'rfc' ? corrected : literal,
    score_raw_corrected: corrected,
    score_raw_literal: literal,
    length: analysed.length,
    terms: terms.map((term, i) => termShare(term, analysed.frequencies[i], analysed.length, corpus)),
  };
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
