import type { RankerParameters, RankerScore, RankerTermShare } from '#shared/domain/ranker-explanation.ts';
import type { SearchExplanation, SearchResponse } from '#shared/domain/search-result.ts';
import { agree, same } from './compare.ts';

type RankerExplanation = Extract<SearchExplanation, { ranking: 'pegboard' }>;

/** Every number of a response of our own ranker from the numbers that it publishes itself (R19.09). */
export function recomputeRanker(response: SearchResponse): void {
  const { explanation } = response;
  if (explanation?.ranking !== 'pegboard') throw new Error('There is no explanation of our own ranker.');
  const { normalisation } = explanation;
  for (const term of explanation.terms) {
    const { tools } = explanation.corpus;
    agree(term.idf, Math.log(1 + (tools - term.document_frequency + 0.5) / (term.document_frequency + 0.5)), term.text);
  }
  for (const [i, hit] of response.hits.entries()) {
    if (hit.arithmetic.kind !== 'pegboard') throw new Error('The arithmetic is not that of our own ranker.');
    recomputeScore(hit.arithmetic, explanation);
    const { min, max, rule } = normalisation;
    agree(hit.score, rule === 'all_equal' ? 0.5 : (hit.arithmetic.score_raw - min) / (max - min), 'score');
    agree(response.output.tools[i]?.score, hit.score, 'score of the output');
    same(rule, explanation.candidates === 0 ? 'none' : min === max ? 'all_equal' : 'min_max', 'rule');
  }
}

function recomputeScore(score: RankerScore, explanation: RankerExplanation): void {
  const { parameters } = explanation.corpus;
  const searched = explanation.terms.filter((term) => term.dropped === null);
  same(
    score.terms.map(({ term }) => term),
    searched.map(({ text }) => text),
    'words',
  );
  const sum = score.terms.reduce((total, share, i) => total + contributionOf(share, score, explanation, i), 0);
  agree(score.sum, sum, 'sum');
  const weights = (matched: boolean) =>
    searched.reduce((total, term, i) => total + (matched && !score.terms[i]?.variant ? 0 : term.weight * term.idf), 0);
  const queryFactor = 1 + (parameters.query_coverage * weights(true)) / weights(false);
  const nameFactor = 1 + parameters.name_coverage * nameShare(score);
  agree(score.query_coverage.factor, queryFactor, 'query coverage');
  agree(score.name_coverage.factor, nameFactor, 'name coverage');
  const bonus = (parameters.namespace * score.namespace.best.reduce((total, one) => total + one, 0)) / 3;
  agree(score.namespace.bonus, bonus, 'namespace');
  for (const pair of score.pairs) agree(pair.bonus, parameters.bigram * pair.idf, 'pair');
  const words = sum * queryFactor * nameFactor + bonus + score.pairs.reduce((total, pair) => total + pair.bonus, 0);
  const raw = words + meaningOf(score, words, explanation);
  agree(score.raw, raw, 'S');
  agree(score.score_raw, raw / (1 + raw), 'score_raw');
}

/** What the meaning adds: null where it added nothing to any tool. */
function meaningOf({ meaning }: RankerScore, words: number, { corpus, terms }: RankerExplanation): number {
  if (!meaning) return 0;
  const searched = terms.filter((term) => term.dropped === null);
  const whole = searched.reduce((total, term) => total + term.weight * term.idf, 0);
  agree(meaning.words, words, 'S by words');
  agree(meaning.whole, whole, 'whole');
  agree(meaning.gain, corpus.parameters.meaning * (whole - meaning.top), 'gain of the meaning');
  agree(meaning.bonus, meaning.gain * Math.max(0, meaning.cosine), 'bonus of the meaning');
  return meaning.bonus;
}

function nameShare({ name_coverage: { words } }: RankerScore): number {
  const whole = words.reduce((total, { idf }) => total + idf, 0);
  return whole === 0 ? 0 : words.reduce((total, { idf, matched }) => total + (matched ? idf : 0), 0) / whole;
}

function contributionOf(share: RankerTermShare, score: RankerScore, explanation: RankerExplanation, i: number): number {
  const { parameters, average_lengths } = explanation.corpus;
  const term = explanation.terms.filter((one) => one.dropped === null)[i];
  if (!term || share.variant === null) {
    agree(share.contribution, 0, 'contribution of a word that does not match');
    return 0;
  }
  agree(share.weight, term.weight, `weight of ${term.text}`);
  const strength = strengthOf(share, score, parameters, average_lengths);
  const saturated = (strength * (parameters.k1 + 1)) / (parameters.k1 + strength);
  // A translation is as rare as itself, whatever the foreign word is.
  const idf = share.variant.translation ? share.variant.idf : Math.min(term.idf, share.variant.idf);
  const match = share.variant.factor * idf * saturated;
  agree(share.strength, strength, `strength of ${term.text}`);
  agree(share.saturated, saturated, `saturated frequency of ${term.text}`);
  agree(share.match, match, `match of ${term.text}`);
  agree(share.contribution, term.weight * match, `contribution of ${term.text}`);
  const shares = Object.values(share.shares).reduce((total, one) => total + one, 0);
  agree(shares, share.contribution, `shares of ${term.text}`);
  return term.weight * match;
}

function strengthOf(
  { tf }: RankerTermShare,
  { lengths }: RankerScore,
  { weights, b }: RankerParameters,
  averages: RankerExplanation['corpus']['average_lengths'],
): number {
  return Object.entries(tf).reduce((sum, [name, count]) => {
    const field = name as keyof typeof tf;
    return count === 0 ? sum : sum + (weights[field] * count) / (1 - b + (b * lengths[field]) / averages[field]);
  }, 0);
}
