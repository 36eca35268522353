import type { HybridPart, HybridScore } from '#shared/domain/hybrid-result.ts';
import type { SearchExplanation } from '#shared/domain/search-result.ts';
import { plainText } from './plain-text.ts';
import { figure, table } from './reporter.ts';

/** The arithmetic of a hybrid score: the words of BM25, then what each list says of the tool, and which of them counts. */
export function describeHybrid(
  { terms, parts, length, score_raw }: HybridScore,
  explanation: SearchExplanation,
): string[] {
  const rows = terms.map((term) => [
    plainText(term.term),
    `name ×${term.name}, content ×${term.content}`,
    `idf ${figure(term.idf)}`,
    `· ${figure(term.saturated)}`,
    term.count === 1 ? '' : `· ${term.count}`,
    `+${figure(term.contribution)}`,
  ]);
  const words =
    rows.length === 0 ? [] : [table(rows, [false, false, true, true, true, true]), `over ${figure(length)} words`];
  const lists = explanation.ranking === 'hybrid' ? explanation.lists : [];
  const lines = [...words, ...parts.map((part) => describePart(part, lists)), `largest → ${figure(score_raw)}`];
  return [lines.join('\n').replace(/^/gm, '   ')];
}

/** How sure the words were, and who was asked beside them. */
export function describeConfidence(explanation: Extract<SearchExplanation, { ranking: 'hybrid' }>): string {
  const { strategy, taken, best_score, divisor, confidence, embedder } = explanation;
  const asked = embedder ? `${plainText(embedder.id)}` : 'no embedder was asked';
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
      ? `all are equal → ${figure(normalised)}`
      : `(${figure(score)} − ${figure(min)}) / (${figure(max)} − ${figure(min)}) = ${figure(normalised)}`;
  return `${of} ${figure(score)}: ${way}, × ${share} = ${figure(counted)}`;
}
