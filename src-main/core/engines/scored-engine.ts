import type { SearchedTool } from '../search/ranker/tool-texts.ts';

/** What an engine may read of a tool. */
export type EngineTool = SearchedTool;

export interface EngineHit {
  readonly name: string;
  /** As the engine gives it: scores of two engines cannot be compared. */
  readonly score: number;
}

export interface EngineAnswer {
  /** Best first, at most as many as asked for. */
  readonly hits: readonly EngineHit[];
  /** How many tools match at all. */
  readonly matches: number;
  /** A note, such as why a pattern found nothing; null when there is none. */
  readonly note: string | null;
}

/** A search engine beside `tool_search`, with its index built. A new one is a file in this folder and a line in `engines.ts`. */
export interface ScoredEngine {
  search(query: string, limit: number): EngineAnswer;
}

/** Builds an engine over tools in catalog order. Error: `cancelled`. */
export type MakeScoredEngine = (
  tools: readonly EngineTool[],
  options: { readonly signal?: AbortSignal | undefined },
) => Promise<ScoredEngine>;

/** The best of all matches; equal scores stay in catalog order. */
export function answerOf(matches: readonly EngineHit[], limit: number, note: string | null = null): EngineAnswer {
  return { hits: matches.toSorted((a, b) => b.score - a.score).slice(0, limit), matches: matches.length, note };
}
