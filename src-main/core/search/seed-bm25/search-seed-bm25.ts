import type { SeedBm25Term } from '#shared/domain/seed-bm25.ts';
import { PegboardError } from '#shared/errors.ts';
import { maximumQueryLength } from '../query-words.ts';
import type { SeedBm25Index, SeedBm25Postings } from './build-seed-bm25.ts';
import { seedBm25Words } from './seed-bm25-words.ts';

export interface SeedBm25Hit {
  readonly name: string;
  /** Σ contribution of `terms`; no upper bound. */
  readonly score: number;
  /** The words of the query that the tool has, in their order. */
  readonly terms: readonly SeedBm25Term[];
}

export interface SeedBm25Answer {
  /** Best first; equal scores by name. */
  readonly hits: readonly SeedBm25Hit[];
  /** How many tools have any word of the query, before the limit. */
  readonly matches: number;
  /** 0 to 1: the best score over 10, 1 at most; 0 without hits (R17.05). */
  readonly confidence: number;
}

/**
 * Asks seed 004's BM25: every tool with any word of the query, the best `limit` of them with the arithmetic of their scores.
 *
 *     const index = await buildSeedBm25(tools, { parameters: { k1: 1.5 }, signal });
 *     const { hits, confidence } = searchSeedBm25(index, 'find hero image', { limit: 5 });
 *     if (confidence > 0.8) return hits;
 *
 * An index that is not built yet, null, is an error, and not no hits: `invalid_input`, in the seed's words (R15.09).
 * A query is cut at 2,000 characters. A word that it has twice counts twice, as in the library the seed names.
 */
export function searchSeedBm25(
  given: SeedBm25Index | null,
  query: string,
  { limit }: { readonly limit: number },
): SeedBm25Answer {
  const index = initialized(given);
  const { words, scores } = scoreSeedBm25(index, query);
  const nameOf = (tool: number) => index.names[tool] as string;
  const best = [...scores].sort(([a, x], [b, y]) => y - x || (nameOf(a) < nameOf(b) ? -1 : 1)).slice(0, limit);
  return {
    hits: best.map(([tool, score]) => ({ name: nameOf(tool), score, terms: explainSeedBm25(index, words, tool) })),
    matches: scores.size,
    confidence: Math.min((best[0]?.[1] ?? 0) / 10, 1),
  };
}

function initialized(index: SeedBm25Index | null): SeedBm25Index {
  if (index !== null) return index;
  throw new PegboardError('invalid_input', 'BM25 index not initialized. Call initBM25Index first.', {
    hint: 'In Pegboard buildSeedBm25 makes the index; wait for it before you ask.',
  });
}

/** The words of a query that any tool has, and the score of each tool with any of them, by its place in the index. */
export function scoreSeedBm25(
  index: SeedBm25Index,
  query: string,
): { readonly words: readonly SeedBm25QueryWord[]; readonly scores: ReadonlyMap<number, number> } {
  const words = queryWords(index, query);
  const scores = new Map<number, number>();
  for (const { count, idf, postings } of words) {
    for (let at = 0; at < postings.tools.length; at++) {
      const tool = postings.tools[at] as number;
      scores.set(tool, (scores.get(tool) ?? 0) + count * idf * strengthAt(index, postings, at).saturated);
    }
  }
  return { words, scores };
}

export interface SeedBm25QueryWord {
  readonly term: string;
  readonly count: number;
  readonly idf: number;
  readonly postings: SeedBm25Postings;
}

/** The words of a query that any tool has. */
function queryWords(index: SeedBm25Index, query: string): SeedBm25QueryWord[] {
  const counts = new Map<string, number>();
  for (const word of seedBm25Words(query.slice(0, maximumQueryLength), index.stems)) {
    counts.set(word, (counts.get(word) ?? 0) + 1);
  }
  return [...counts].flatMap(([term, count]) => {
    const postings = index.postings.get(term);
    return postings ? [{ term, count, idf: idfOf(index.names.length, postings.tools.length), postings }] : [];
  });
}

/** ln(1 + (N − n + .5) / (n + .5)): never negative. */
function idfOf(tools: number, frequency: number): number {
  return Math.log(1 + (tools - frequency + 0.5) / (frequency + 0.5));
}

/** The arithmetic of one tool's score: the words of the query that it has. */
export function explainSeedBm25(
  index: SeedBm25Index,
  words: readonly SeedBm25QueryWord[],
  tool: number,
): SeedBm25Term[] {
  return words.flatMap((word) => {
    const at = word.postings.tools.indexOf(tool);
    return at < 0 ? [] : [termOf(index, word, at)];
  });
}

function termOf(index: SeedBm25Index, { term, count, idf, postings }: SeedBm25QueryWord, at: number): SeedBm25Term {
  const { strength, saturated } = strengthAt(index, postings, at);
  const [name, content] = [postings.name[at] as number, postings.content[at] as number];
  const document_frequency = postings.tools.length;
  const contribution = count * idf * saturated;
  return { term, count, document_frequency, idf, name, content, strength, saturated, contribution };
}

/** Term frequency at a place of the postings, raw and saturated. */
function strengthAt(index: SeedBm25Index, postings: SeedBm25Postings, at: number) {
  const { k1, b, name_weight, content_weight } = index.parameters;
  const length = index.lengths[postings.tools[at] as number] as number;
  const strength = name_weight * (postings.name[at] as number) + content_weight * (postings.content[at] as number);
  const saturated = (strength * (k1 + 1)) / (strength + k1 * (1 - b + (b * length) / index.averageLength));
  return { strength, saturated };
}
