import type { ToolSearchConfig } from '#shared/domain/config.ts';
import type { CatalogTool } from '#shared/domain/tool.ts';
import { PegboardError } from '#shared/errors.ts';
import { buildRankerIndex } from './ranker/build-index.ts';
import { defaultParameters } from './ranker/parameters.ts';
import type { SearchedIndex } from './ranker/ranker-index.ts';
import type { TextAnalysis } from './text-analysis.ts';
import type { ToolIndex } from './tool-index.ts';
import type { AskedModel } from './understanding/model-answer.ts';

/** What one caller can reach: exactly the tools it may use, and an index of just those (R5.06, R5.11). */
export interface ToolScope {
  readonly tools: ReadonlyMap<string, CatalogTool>;
  readonly index: ToolIndex;
  readonly analysis: TextAnalysis | null;
  readonly config: ToolSearchConfig;
}

/** Our own ranker over exactly the tools of a scope. */
export interface RankerScope {
  readonly kind: 'pegboard';
  readonly index: SearchedIndex;
  /** By the ids that they have in the index. */
  readonly tools: readonly CatalogTool[];
  /** 1 where the tool is deferred: read for thousands of tools a search. */
  readonly deferred: Uint8Array;
  /** The model that the workspace names, asked for the query of the next search; its answer counts for that query alone. */
  readonly model?: AskedModel | undefined;
}

/** Indexes tools for our own ranker. Error: `cancelled`. */
export async function rankerScope(
  tools: readonly CatalogTool[],
  options: Pick<Parameters<typeof buildRankerIndex>[1], 'signal' | 'thesaurus' | 'understanding' | 'completeVectors'>,
): Promise<RankerScope> {
  const index = await buildRankerIndex(tools, { ...options, parameters: defaultParameters });
  return {
    kind: 'pegboard',
    index,
    tools,
    deferred: Uint8Array.from(tools, (tool) => (tool.mode === 'deferred' ? 1 : 0)),
  };
}

/** The same, with what ranks `fts`. */
export interface SearchScope extends ToolScope {
  readonly ranking: RankerScope | { readonly kind: 'rfc' | 'rfc-literal' };
}

/** R4.10, R15.01. */
export function notConfigured(): PegboardError {
  return new PegboardError('tool_search_not_configured', 'tool_search is not configured', {
    hint: 'Set tool_search.enabled to true in pegboard.yaml. While it is off, every permitted tool is in the prompt.',
  });
}
