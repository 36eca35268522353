import type { HybridPart, HybridScore } from '#shared/domain/hybrid-result.ts';
import { matchStrength } from '#shared/domain/match-strength.ts';
import type { RankerMeaning, RankerScore, RankerTermShare } from '#shared/domain/ranker-explanation.ts';
import type {
  Bm25Score,
  HitExplanation,
  ScoreExplanation,
  SearchExplanation,
  TermShare,
  ToolSearchHit,
} from '#shared/domain/search-result.ts';
import { variantText } from '#shared/domain/variant-text.ts';
import { plainText } from './plain-text.ts';
import { excerpt, figure, type Reporter, table } from './reporter.ts';

/** The steps of a search, and every word of its query. */
export function describeSearch(explanation: SearchExplanation, elapsed: number): string {
  const { path, fallback_reason, candidates, limit } = explanation;
  const lines = path.map(
    (step) => `${step.step}  ${plainText(step.expression)}\n  ${step.reason}: ${step.candidates} found`,
  );
  if (fallback_reason) lines.push(`Not run as requested: ${fallback_reason}`);
  if (explanation.ranking === 'hybrid') lines.push(describeConfidence(explanation));
  lines.push(...describeWords(explanation));
  const shown = Math.min(candidates, limit.effective);
  lines.push(
    `${candidates === 1 ? '1 tool matches' : `${candidates} tools match`}; best ${shown} shown (limit ${limit.requested}, configured maximum ${limit.config_maximum}), ${elapsed.toFixed(1)} ms`,
  );
  return lines.join('\n');
}

function describeWords(explanation: SearchExplanation): string[] {
  if (explanation.ranking === 'none') return [];
  const { tools } = explanation.corpus;
  const known = ({ document_frequency, idf }: { document_frequency: number; idf: number }) =>
    `in ${document_frequency} of ${tools} tools, idf ${figure(idf)}`;
  if (explanation.ranking !== 'pegboard') {
    return explanation.terms.map((term) =>
      term.dropped
        ? `  "${plainText(term.text)}" was not searched: ${term.dropped}`
        : `  "${plainText(term.text)}" → ${plainText(term.index_term ?? '')}: ${known(term)}`,
    );
  }
  return explanation.terms.map((term) => {
    if (term.dropped) return `  "${plainText(term.text)}" was not searched: ${term.dropped}`;
    const facts = [
      term.kind === 'request' ? 'common in requests' : '',
      term.quoted ? 'only in quotes, a path or an address' : '',
      `weight ${figure(term.weight)}`,
    ];
    const found =
      term.variant_count === 0
        ? 'matches no tool in any form'
        : `matches ${term.variant_count} ${term.variant_count === 1 ? 'form' : 'forms'}`;
    return `  "${plainText(term.text)}": ${known(term)}, ${facts.filter((fact) => fact !== '').join(', ')}, ${found}`;
  });
}

/** A result with the arithmetic of its score. */
export function describeHit(
  tool: ToolSearchHit,
  hit: HitExplanation,
  explanation: SearchExplanation,
  reporter: Reporter,
): string {
  const { normalisation } = explanation;
  const { arithmetic, order } = hit;
  const strength = matchStrength(hit, explanation);
  const lines = [
    `${hit.rank}. ${reporter.paint('bold', plainText(tool.name))}  ${hit.score.toFixed(3)}${strength ? `  ${strength}` : ''}  ${reporter.paint('dim', excerpt(tool.description, 90))}`,
    ...describeArithmetic(arithmetic, explanation),
  ];
  if (normalisation.rule !== 'none') {
    lines.push(
      normalisation.rule === 'all_equal'
        ? `   all results have the same score → ${hit.score.toFixed(3)}`
        : `   normalised between ${figure(normalisation.min)} and ${figure(normalisation.max)} → ${hit.score.toFixed(3)}`,
    );
  }
  lines.push(
    `   order: score, then namespace rank ${order.namespace_rank}, side effects ${order.side_effects ?? 'unknown'} (${order.side_effects_rank}), name length ${order.name_length}`,
  );
  return lines.join('\n');
}

function describeArithmetic(arithmetic: ScoreExplanation, explanation: SearchExplanation): string[] {
  switch (arithmetic.kind) {
    case 'pegboard':
      return describeRankerScore(arithmetic);
    case 'bm25':
      return describeBm25(arithmetic);
    case 'hybrid':
      return describeHybrid(arithmetic, explanation);
    case 'regex':
      return [`   tier ${arithmetic.tier} → ${arithmetic.score_raw}`];
    case 'exact':
      return [`   exact name → ${arithmetic.score_raw}`];
  }
}

function describeRankerScore({
  terms,
  sum,
  query_coverage,
  name_coverage,
  namespace,
  pairs,
  meaning,
  raw,
  score_raw,
}: RankerScore) {
  const widest = Math.max(...terms.map((term) => term.contribution), 1e-9);
  const rows = terms.map((term) => describeShare(term, widest));
  const bonuses = [
    ...(namespace.bonus > 0 ? [`namespace +${figure(namespace.bonus)}`] : []),
    ...pairs.map(({ stems, bonus }) => `adjacent words "${plainText(stems.join(' '))}" +${figure(bonus)}`),
  ];
  return [
    indented(table(rows, [false, false, false, true, true, true, true])),
    `   sum ${figure(sum)} × query coverage ${figure(query_coverage.factor)} × name coverage ${figure(name_coverage.factor)}${bonuses.map((bonus) => `, ${bonus}`).join('')}`,
    ...(meaning ? describeMeaning(meaning) : []),
    `   = ${figure(raw)} → ${figure(score_raw)}`,
  ];
}

/** What the meaning of the query added, and the words that it rests on. */
function describeMeaning({ words, top, whole, gain, cosine, bonus, because, model }: RankerMeaning): string[] {
  const pairs = because.map(({ asked, word, share }) => `${plainText(asked)}~${plainText(word)} ${figure(share)}`);
  return [
    `   words ${figure(words)}; the best tool has ${figure(top)} of ${figure(whole)}, so a cosine of 1 adds ${figure(gain)}`,
    `   meaning: cosine ${figure(cosine)} × ${figure(gain)} = +${figure(bonus)}${pairs.length > 0 ? `, from ${pairs.join(', ')}` : ''}`,
    ...(model ? describeModel(model) : []),
  ];
}

/** What a model compared with the tool; its cosine cannot be split by words. */
function describeModel({ id, background, match, sentences }: NonNullable<RankerMeaning['model']>): string[] {
  return [
    `   by ${plainText(id)}, whose own cosines are ${figure(background)} for other tools and ${figure(match)} for the tool itself:`,
    ...sentences.map(({ asked, cosine }) => `     ${cosine === null ? '–' : figure(cosine)}  ${excerpt(asked, 90)}`),
  ];
}

function describeShare(
  { term, weight, variant, idf, tf, saturated, contribution }: RankerTermShare,
  widest: number,
): string[] {
  if (!variant) return [term, '', 'no match', '', '', '', ''];
  const fields = Object.entries(tf).filter(([, count]) => count > 0);
  const way = variantText(variant);
  return [
    way === null ? term : `${term} (${way})`,
    barOf(contribution, widest),
    fields.map(([field, count]) => `${field} ×${count}`).join(', '),
    `${figure(weight)} · ${figure(variant.factor)}`,
    `· idf ${figure(idf)}`,
    `· ${figure(saturated)}`,
    `+${figure(contribution)}`,
  ];
}

function describeBm25({
  terms,
  raw_bm25,
  length,
  score_raw,
  score_raw_corrected,
  score_raw_literal,
}: Bm25Score): string[] {
  const widest = Math.max(...terms.map((term) => term.contribution), 1e-9);
  const rows = terms.map((term) => describeTerm(term, widest));
  const formulas = `corrected formula: ${figure(score_raw_corrected)}, formula as published: ${figure(score_raw_literal)}`;
  return [
    indented(table(rows, [false, false, false, true, true, true])),
    `   bm25 ${figure(raw_bm25)} over ${length} tokens → ${figure(score_raw)} (${formulas})`,
  ];
}

function describeTerm(term: TermShare, widest: number): string[] {
  if (!term.matched) return [term.term, '', 'no match', '', '', ''];
  const fields = (['name', 'description', 'tags'] as const).filter((field) => term.tf[field] > 0);
  return [
    term.term,
    barOf(term.contribution, widest),
    fields.map((field) => `${field} ×${term.tf[field]}`).join(', '),
    `idf ${figure(term.idf)}`,
    `· ${figure(term.saturated)}`,
    `+${figure(term.contribution)}`,
  ];
}

function indented(text: string): string {
  return text.replace(/^/gm, '   ');
}

function barOf(contribution: number, widest: number): string {
  return '█'.repeat(Math.max(1, Math.round((contribution / widest) * 10)));
}

/** The arithmetic of a hybrid score: the words of BM25, then what each list says of the tool, and which of them counts. */
function describeHybrid({ terms, parts, length, score_raw }: HybridScore, explanation: SearchExplanation): string[] {
  const rows = terms.map((term) => [
    plainText(term.term),
    `name ×${term.name}, content ×${term.content}`,
    `idf ${figure(term.idf)}`,
    `· ${figure(term.saturated)}`,
    term.count === 1 ? '' : `· ${term.count}`,
    `+${figure(term.contribution)}`,
  ]);
  const words =
    rows.length === 0
      ? []
      : [table(rows, [false, false, true, true, true, true]), `the tool has ${figure(length)} words`];
  const lists = explanation.ranking === 'hybrid' ? explanation.lists : [];
  const lines = [
    ...words,
    ...parts.map((part) => describePart(part, lists)),
    `the largest counts → ${figure(score_raw)}`,
  ];
  return [lines.join('\n').replace(/^/gm, '   ')];
}

/** How sure the words were, and who was asked beside them. */
function describeConfidence(explanation: Extract<SearchExplanation, { ranking: 'hybrid' }>): string {
  const { strategy, taken, best_score, divisor, confidence, embedder } = explanation;
  const asked = embedder ? `${plainText(embedder.id)}` : 'no embedder asked';
  return `strategy ${strategy}: ${taken}; confidence min(${figure(best_score)} / ${divisor}, 1) = ${figure(confidence)}; ${asked}`;
}

type Lists = Extract<SearchExplanation, { ranking: 'hybrid' }>['lists'];

function describePart({ list: place, score, normalised, counted }: HybridPart, lists: Lists): string {
  const list = lists[place];
  if (!list) return `${figure(score)} → ${figure(counted)}`;
  const { source, query, min, max, share } = list;
  const isOnly = lists.filter((other) => other.source === source).length === 1;
  const of = source === 'bm25' ? 'bm25' : isOnly ? 'cosine' : `cosine with "${plainText(query)}"`;
  const way =
    min === max
      ? `all tools in the list are equal → ${figure(normalised)}`
      : `(${figure(score)} − ${figure(min)}) / (${figure(max)} − ${figure(min)}) = ${figure(normalised)}`;
  return `${of} ${figure(score)}: ${way}, × ${share} = ${figure(counted)}`;
}
