import type { HitExplanation, SearchExplanation, SearchResponse, TermShare } from '#shared/domain/search-result.ts';
import { byOrder, type ReferenceHit, type ReferenceIndex, type ReferenceResult } from './reference-search.ts';

type Bm25Explanation = Extract<SearchExplanation, { ranking: 'rfc' | 'rfc-literal' }>;

const tolerance = 1e-9;

/** Throws unless two numbers agree to 1e-9. */
export function agree(actual: number | undefined, expected: number | undefined, what: string): void {
  if (actual === undefined || expected === undefined || !(Math.abs(actual - expected) <= tolerance)) {
    throw new Error(`${what}: the response says ${actual}, the reference ${expected}`);
  }
}

export function same(actual: unknown, expected: unknown, what: string): void {
  const [a, e] = [JSON.stringify(actual), JSON.stringify(expected)];
  if (a !== e) throw new Error(`${what}: the response says ${a}, the reference ${e}`);
}

/** A response against the reference, which knows the texts only. `ranked`: all candidates in their order. */
export function compareWithReference(
  response: SearchResponse,
  index: ReferenceIndex,
  result: ReferenceResult,
  ranked: readonly ReferenceHit[],
): void {
  const explanation = explanationOf(response);
  agree(explanation.corpus.tools, index.size, 'tools');
  agree(explanation.corpus.average_length, index.averageLength, 'average length');
  const searched = explanation.terms.filter((term) => term.dropped === null);
  same(
    searched.map((term) => term.index_term),
    result.terms,
    'terms',
  );
  same(
    searched.map((term) => term.document_frequency),
    result.documentFrequencies,
    'document frequencies',
  );
  for (const [i, term] of searched.entries()) agree(term.idf, result.idfs[i], `idf of ${term.text}`);
  same(
    explanation.path.map((step) => step.candidates),
    result.attempts,
    'candidates of each attempt',
  );
  agree(response.always_loaded_matches, result.alwaysLoadedMatches, 'matches left out');
  agree(explanation.candidates, ranked.length, 'candidates');
  if (ranked.length > 0) {
    agree(explanation.normalisation.min, result.min, 'min');
    agree(explanation.normalisation.max, result.max, 'max');
  }
  const expected = ranked.slice(0, explanation.limit.effective);
  same(
    response.output.tools.map((tool) => tool.name),
    expected.map((hit) => hit.tool.name),
    'order',
  );
  for (const [i, hit] of expected.entries()) {
    agree(response.output.tools[i]?.score, hit.score, `score of ${hit.tool.name}`);
    compareHit(response.hits[i], hit);
  }
}

/** A response under the formula as the RFC prints it: the same candidates, all equal, in the order of the other keys. */
export function compareLiteral(
  response: SearchResponse,
  index: ReferenceIndex,
  result: ReferenceResult,
  preferredNamespaces: readonly string[],
): void {
  const ranked = result.ranked.map((hit) => ({ ...hit, scoreRaw: 1, score: 0.5 })).sort(byOrder(preferredNamespaces));
  compareWithReference(response, index, { ...result, min: 1, max: 1 }, ranked);
  recomputeFromExplanation(response);
}

function compareHit(actual: HitExplanation | undefined, expected: ReferenceHit): void {
  const { name } = expected.tool;
  const arithmetic = actual?.arithmetic;
  if (arithmetic?.kind !== 'bm25') throw new Error(`${name} has no arithmetic`);
  agree(arithmetic.raw_bm25, expected.raw, `raw value of ${name}`);
  agree(arithmetic.score_raw, expected.scoreRaw, `score_raw of ${name}`);
  agree(arithmetic.length, expected.length, `length of ${name}`);
  same(
    arithmetic.terms.map((term) => term.tf),
    expected.frequencies,
    `frequencies in ${name}`,
  );
}

/** Every number of a response from the numbers that it publishes itself (R19.09). */
export function recomputeFromExplanation(response: SearchResponse): void {
  const explanation = explanationOf(response);
  const { terms, normalisation, limit } = explanation;
  for (const term of terms) {
    if (term.dropped === null) agree(term.idf, idfOf(term.document_frequency, explanation), `idf of ${term.text}`);
  }
  agree(limit.effective, Math.min(limit.requested, limit.config_maximum), 'limit');
  agree(response.hits.length, Math.min(limit.effective, explanation.candidates), 'hits');
  for (const [i, hit] of response.hits.entries()) {
    const { arithmetic } = hit;
    if (arithmetic.kind !== 'bm25') throw new Error('The arithmetic is not that of fts.');
    const searched = terms.filter((term) => term.dropped === null);
    const contributions = searched.map((term, t) =>
      contributionOf(arithmetic.terms[t], idfOf(term.document_frequency, explanation), arithmetic.length, explanation),
    );
    const gain = contributions.reduce((sum, contribution) => sum + contribution, 0);
    agree(arithmetic.raw_bm25, -gain, 'raw value');
    agree(arithmetic.gain, gain, 'gain');
    const [corrected, literal] = [gain / (1 + gain), 1 / (1 + Math.max(-gain, 0))];
    agree(arithmetic.score_raw, explanation.ranking === 'rfc' ? corrected : literal, 'score_raw');
    agree(arithmetic.score_raw_corrected, corrected, 'score_raw of the corrected formula');
    agree(arithmetic.score_raw_literal, literal, 'score_raw of the printed formula');
    const { min, max, rule } = normalisation;
    agree(hit.score, rule === 'all_equal' ? 0.5 : (arithmetic.score_raw - min) / (max - min), 'score');
    agree(hit.rank, i + 1, 'rank');
    agree(response.output.tools[i]?.score, hit.score, 'score of the output');
  }
  same(normalisation.rule, ruleOf(explanation), 'rule');
  compareOrderKeys(response.hits);
}

function ruleOf({ candidates, normalisation }: Bm25Explanation): string {
  if (candidates === 0) return 'none';
  return normalisation.min === normalisation.max ? 'all_equal' : 'min_max';
}

function idfOf(documentFrequency: number, { corpus }: Bm25Explanation): number {
  return Math.max(1e-6, Math.log((corpus.tools - documentFrequency + 0.5) / (documentFrequency + 0.5)));
}

function contributionOf(
  term: TermShare | undefined,
  idf: number,
  length: number,
  { corpus: { k1, b, average_length, weights } }: Bm25Explanation,
): number {
  if (!term) throw new Error('A term is missing from the arithmetic.');
  const { tf, shares } = term;
  const weighted = tf.name * weights.name + tf.description * weights.description + tf.tags * weights.tags;
  const saturated = (weighted * (k1 + 1)) / (weighted + k1 * (1 - b + (b * length) / average_length));
  agree(term.idf, idf, `idf of ${term.term} in a hit`);
  agree(term.saturated, saturated, `saturated frequency of ${term.term}`);
  agree(term.contribution, idf * saturated, `contribution of ${term.term}`);
  agree(shares.name + shares.description + shares.tags, term.contribution, `shares of ${term.term}`);
  for (const field of ['name', 'description', 'tags'] as const) {
    const share = weighted === 0 ? 0 : (idf * saturated * tf[field] * weights[field]) / weighted;
    agree(shares[field], share, `share of ${field} in ${term.term}`);
  }
  same(term.matched, weighted > 0, `whether ${term.term} matched`);
  return idf * saturated;
}

/** Each hit stands before the next by the published keys alone. */
function compareOrderKeys(hits: readonly HitExplanation[]): void {
  for (const [i, { order }] of hits.entries()) {
    const next = hits[i + 1]?.order;
    if (!next) return;
    const keys = [
      next.score - order.score,
      order.namespace_rank - next.namespace_rank,
      order.side_effects_rank - next.side_effects_rank,
      order.name_length - next.name_length,
      order.name < next.name ? -1 : 1,
    ];
    if ((keys.find((key) => key !== 0) ?? 0) > 0) throw new Error(`${order.name} stands before ${next.name}.`);
  }
}

/**
 * The reference's candidates in the order of SQLite's own values: two tools that are equal on paper may differ in the
 * last bit, and that bit decides. Throws unless both have the same candidates with the same values.
 */
export function rankedBySqlite(
  result: ReferenceResult,
  raws: ReadonlyMap<string, number>,
  preferredNamespaces: readonly string[],
): ReferenceHit[] {
  const exact = result.ranked.map((hit) => {
    const raw = raws.get(hit.tool.name);
    agree(raw, hit.raw, `SQLite's own bm25() of ${hit.tool.name}`);
    const gain = -(raw ?? 0);
    return { ...hit, scoreRaw: gain / (1 + gain) };
  });
  const values = exact.map((hit) => hit.scoreRaw);
  const min = Math.min(...values);
  const max = Math.max(...values);
  return exact
    .map((hit) => ({ ...hit, score: max === min ? 0.5 : (hit.scoreRaw - min) / (max - min) }))
    .sort(byOrder(preferredNamespaces));
}

function explanationOf({ explanation }: SearchResponse): Bm25Explanation {
  if (explanation?.ranking !== 'rfc' && explanation?.ranking !== 'rfc-literal') {
    throw new Error('There is no explanation of a ranking by bm25().');
  }
  return explanation;
}
