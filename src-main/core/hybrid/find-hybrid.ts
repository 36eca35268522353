import type { HybridInput } from '#shared/domain/search-request.ts';
import type { SearchStep } from '#shared/domain/search-result.ts';
import { type ErrorValue, isPegboardError, type PegboardError, toErrorValue } from '#shared/errors.ts';
import { type SeedBm25QueryWord, scoreSeedBm25 } from '../search/seed-bm25/search-seed-bm25.ts';
import { blendLists, type ScoredList, scoredList } from './blend.ts';
import { type ChosenPath, choosePath } from './choose-path.ts';
import type { HybridIndex } from './hybrid-index.ts';

/** The similarity of the tools of an index to one text. */
export interface TextCosines {
  readonly text: string;
  /** By the place of a tool; NaN for one whose vector, or the text's, has no direction. */
  readonly cosines: Float64Array;
}

/** The vectors of the tools of an index; asked only when a search needs them. Errors: those of an embedder. */
export type AskVectors = (
  texts: readonly string[],
) => Promise<{ readonly id: string; readonly dimensions: number; readonly found: readonly TextCosines[] }>;

/** All that was found, before the order and the limit. */
export interface HybridFound {
  readonly chosen: ChosenPath;
  readonly confidence: number;
  readonly bestScore: number;
  readonly words: readonly SeedBm25QueryWord[];
  readonly lists: readonly ScoredList[];
  /** By the place of a tool; NaN for one that was not found. */
  readonly scores: Float64Array;
  readonly path: readonly SearchStep[];
  readonly embedder: { readonly id: string; readonly dimensions: number } | null;
  /** Why the embedder could not be asked, when it should have been: the words decided in its place. */
  readonly problem: ErrorValue | null;
  readonly alwaysLoadedMatches: number;
}

/** The result by words, and whether it is enough. */
export interface LexicalSide {
  readonly chosen: ChosenPath;
  readonly list: ScoredList;
  readonly found: HybridFound;
}

/**
 * Finds tools by words and, where those are not sure enough, by vectors (R17.06–R17.08, R17.13). An embedder that fails leaves
 * the search to the words; only `cancelled` is an error.
 */
export async function findHybrid(index: HybridIndex, input: HybridInput, ask: AskVectors): Promise<HybridFound> {
  const lexical = findByWords(index, input);
  const { chosen, found } = lexical;
  if (chosen.taken === 'bm25') return found;
  try {
    return withVectors(index, input, lexical, await ask(chosen.embedded));
  } catch (error) {
    if (!isPegboardError(error) || error.code === 'cancelled') throw error;
    const path = [...found.path, failedStep(chosen, error)];
    return { ...found, chosen: { ...chosen, taken: 'bm25' }, path, problem: toErrorValue(error) };
  }
}

/** Only tools that may be returned are scored, normalised and counted in the confidence. */
export function findByWords({ tools, config, bm25 }: HybridIndex, input: HybridInput): LexicalSide {
  const { words, scores } = scoreSeedBm25(bm25, input.query);
  const mayReturn = returnable(tools, input);
  const list = scoredList({ source: 'bm25', query: input.query, share: 1 }, tools.length, (tool) =>
    mayReturn(tool) ? (scores.get(tool) ?? Number.NaN) : Number.NaN,
  );
  const bestScore = list.tools === 0 ? 0 : list.max;
  const confidence = Math.min(bestScore / config.hybrid.confidence_divisor, 1);
  const facts = { query: input.query, confidence, matches: list.tools, tools: tools.length };
  const chosen = choosePath(config.hybrid, facts);
  const expression = words.map((word) => word.term).join(' ');
  const found: HybridFound = {
    chosen,
    confidence,
    bestScore,
    words,
    lists: [list],
    scores: blendLists([list], tools.length),
    path: [{ step: 'bm25', reason: chosen.reason, expression, candidates: list.tools }],
    embedder: null,
    problem: null,
    alwaysLoadedMatches: scores.size - list.tools,
  };
  return { chosen, list, found };
}

/** The same with what the embedder says: instead of the words, or blended with them. */
export function withVectors(
  { tools, config: { hybrid } }: HybridIndex,
  input: HybridInput,
  { chosen, list, found }: LexicalSide,
  { id, dimensions, found: asked }: Awaited<ReturnType<AskVectors>>,
): HybridFound {
  const isBlend = chosen.taken === 'blend';
  const mayReturn = returnable(tools, input);
  const vectors = asked.map(({ text, cosines }) =>
    scoredList({ source: 'vector', query: text, share: isBlend ? hybrid.vector_share : 1 }, tools.length, (tool) =>
      mayReturn(tool) ? (cosines[tool] ?? Number.NaN) : Number.NaN,
    ),
  );
  const lists = isBlend ? [{ ...list, share: hybrid.bm25_share }, ...vectors] : vectors;
  const scores = blendLists(lists, tools.length);
  const vectorSteps = vectors.map(
    ({ query, tools }): SearchStep => ({
      step: 'vector',
      reason: `closest in meaning, according to ${id}`,
      expression: query,
      candidates: tools,
    }),
  );
  const blendStep: SearchStep = {
    step: 'blend',
    reason: 'each list is normalised to 0–1 over all its tools; a tool gets the score of its best list',
    expression: lists.map(({ source, share }) => `${source} × ${share}`).join(', '),
    candidates: scores.filter((score) => !Number.isNaN(score)).length,
  };
  return {
    ...found,
    lists,
    scores,
    path: [...found.path, ...vectorSteps, ...(lists.length > 1 ? [blendStep] : [])],
    embedder: { id, dimensions },
  };
}

function returnable(tools: HybridIndex['tools'], { include_always_loaded }: HybridInput): (tool: number) => boolean {
  return (tool) => include_always_loaded || tools[tool]?.mode === 'deferred';
}

function failedStep(chosen: ChosenPath, error: PegboardError): SearchStep {
  const reason = `${error.message} Only words were used.`;
  return { step: 'vector', reason, expression: chosen.embedded.join(' | '), candidates: 0 };
}
