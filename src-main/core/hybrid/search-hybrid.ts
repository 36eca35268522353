import type { HybridInput } from '#shared/domain/search-request.ts';
import type {
  Highlight,
  HitExplanation,
  QueryTerm,
  SearchExplanation,
  ToolSearchOutput,
} from '#shared/domain/search-result.ts';
import type { CatalogTool } from '#shared/domain/tool.ts';
import { PegboardError } from '#shared/errors.ts';
import { maximumQueryLength } from '../search/query-words.ts';
import { bestOf, type RankedHit } from '../search/result-order.ts';
import { boundsOf } from '../search/score.ts';
import { notConfigured } from '../search/search-scope.ts';
import type { SeedBm25Index } from '../search/seed-bm25/build-seed-bm25.ts';
import { explainSeedBm25, type SeedBm25QueryWord } from '../search/seed-bm25/search-seed-bm25.ts';
import { seedBm25Words } from '../search/seed-bm25/seed-bm25-words.ts';
import type { SearchOutcome } from '../search/tool-search.ts';
import { partsOf } from './blend.ts';
import { type AskVectors, findHybrid, type HybridFound } from './find-hybrid.ts';
import type { HybridIndex } from './hybrid-index.ts';

export interface HybridOutcome extends SearchOutcome {
  readonly embedder_problem: HybridFound['problem'];
}

/**
 * Hybrid search (R17.02–R17.15): finds, orders as `tool_search` does, then cuts. To a model the results are those of `fts`; the
 * confidence comes as a further field (R17.15). Errors: `tool_search_not_configured`, `hybrid_not_configured`, `cancelled`.
 */
export async function searchHybrid(
  index: HybridIndex,
  input: HybridInput,
  { explain, ask }: { readonly explain: boolean; readonly ask: AskVectors },
): Promise<HybridOutcome> {
  const { config } = index;
  if (!config.enabled) throw notConfigured();
  if (!config.hybrid.enabled) throw hybridNotConfigured();
  const isBlank = input.query.trim() === '';
  const found = isBlank ? nothingAsked(index) : await findHybrid(index, input, ask);
  const limit = Math.min(input.limit, config.max_search_results);
  const hits = orderFound(index, found, limit);
  const output: ToolSearchOutput = {
    tools: hits.map(({ candidate: { tool }, order }) => ({
      name: tool.name,
      description: tool.description,
      score: order.score,
      match_type: 'fts',
      loading_mode: tool.mode,
    })),
    query: input.query,
    search_type: 'fts',
    confidence: found.confidence,
  };
  const outcome = {
    output,
    always_loaded_matches: found.alwaysLoadedMatches,
    embedder_problem: found.problem,
  };
  if (!explain) return { ...outcome, explanation: null, hits: [] };
  const limits = { requested: input.limit, config_maximum: config.max_search_results, effective: limit };
  const explanation = explanationOf(index, found, input.query, limits);
  return { ...outcome, explanation, hits: hits.map((hit, i) => explainHit(index, found, hit, i + 1)) };
}

/** The best of what was found, in the order of every search (R3.23). */
export function orderFound({ tools, config }: HybridIndex, { scores }: HybridFound, limit: number): RankedHit[] {
  const places: number[] = [];
  for (const [tool, score] of scores.entries()) if (!Number.isNaN(score)) places.push(tool);
  const found = Float64Array.from(places, (tool) => scores[tool] as number);
  const at = (i: number) => {
    const tool = tools[places[i] as number] as CatalogTool;
    return { tool, score_raw: found[i] as number, raw: null, tier: null };
  };
  const preferredNamespaces = config.preferred_namespaces;
  return bestOf({ scores: found, at }, { limit, scoreOf: (raw) => raw, preferredNamespaces });
}

function hybridNotConfigured(): PegboardError {
  return new PegboardError('hybrid_not_configured', 'Hybrid search is off in this workspace.', {
    hint: 'Set tool_search.hybrid.enabled to true in pegboard.yaml. Its embedder works offline unless you name another.',
  });
}

/** A blank query finds nothing, asks nobody, and is not an error (R3.32). */
function nothingAsked({ tools }: HybridIndex): HybridFound {
  return {
    chosen: { taken: 'bm25', reason: 'the query is blank', threshold: null, embedded: [] },
    confidence: 0,
    bestScore: 0,
    words: [],
    lists: [],
    scores: new Float64Array(tools.length).fill(Number.NaN),
    path: [{ step: 'blank', reason: 'the query is blank', expression: '', candidates: 0 }],
    embedder: null,
    problem: null,
    alwaysLoadedMatches: 0,
  };
}

function explanationOf(
  { bm25, config: { hybrid } }: HybridIndex,
  found: HybridFound,
  query: string,
  limit: SearchExplanation['limit'],
): SearchExplanation {
  const { k1, b, name_weight, content_weight } = bm25.parameters;
  const scores = found.scores.filter((score) => !Number.isNaN(score));
  const { min, max } = scores.length === 0 ? { min: 0, max: 0 } : boundsOf(scores);
  return {
    requested_search_type: 'fts',
    effective_search_type: 'fts',
    fallback_reason: found.problem && `${found.problem.message} Only words were used.`,
    path: found.path,
    normalisation: { min, max, rule: 'none' },
    limit,
    candidates: scores.length,
    ranking: 'hybrid',
    strategy: hybrid.strategy,
    taken: found.chosen.taken,
    confidence: found.confidence,
    best_score: found.bestScore,
    divisor: hybrid.confidence_divisor,
    threshold: found.chosen.threshold,
    embedder: found.embedder,
    lists: found.lists.map(({ source, query, tools, min, max, share }) => ({ source, query, tools, min, max, share })),
    terms: explainQueryWords(bm25, query, found.words),
    corpus: { tools: bm25.names.length, average_length: bm25.averageLength, k1, b, name_weight, content_weight },
  };
}

function explainHit({ bm25, tools }: HybridIndex, found: HybridFound, hit: RankedHit, rank: number): HitExplanation {
  const { tool, score_raw } = hit.candidate;
  const place = tools.indexOf(tool);
  const terms = explainSeedBm25(bm25, found.words, place);
  return {
    rank,
    score: hit.order.score,
    arithmetic: {
      kind: 'hybrid',
      parts: partsOf(found.lists, place),
      terms,
      length: bm25.lengths[place] ?? 0,
      score_raw,
    },
    order: hit.order,
    highlights: wordHighlights(tool, new Set(terms.map(({ term }) => term)), bm25.stems),
  };
}

/** Each word of the query once: in how many tools it is and its idf, or that no tool has it. */
function explainQueryWords({ stems }: SeedBm25Index, query: string, known: readonly SeedBm25QueryWord[]): QueryTerm[] {
  const byTerm = new Map(known.map((word) => [word.term, word]));
  return [...new Set(seedBm25Words(query.slice(0, maximumQueryLength), stems))].map((text) => {
    const word = byTerm.get(text);
    return word
      ? { text, index_term: text, document_frequency: word.postings.tools.length, idf: word.idf, dropped: null }
      : { text, index_term: null, document_frequency: 0, idf: 0, dropped: 'in no tool' };
  });
}

const word = /[\p{L}\p{N}\p{M}_]+/gu;

/** The places of the query's words in the name and the description. */
function wordHighlights(
  tool: Pick<CatalogTool, 'name' | 'description'>,
  terms: ReadonlySet<string>,
  stems: SeedBm25Index['stems'],
): Highlight[] {
  if (terms.size === 0) return [];
  return (['name', 'description'] as const).flatMap((field) =>
    [...tool[field].matchAll(word)].flatMap((match): Highlight[] => {
      const [term] = seedBm25Words(match[0], stems);
      if (term === undefined || !terms.has(term)) return [];
      return [{ field, start: match.index, end: match.index + match[0].length, term }];
    }),
  );
}
