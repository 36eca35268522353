import type { ToolSearchConfig } from '#shared/domain/config.ts';
import type { CatalogTool } from '#shared/domain/tool.ts';
import { PegboardError } from '#shared/errors.ts';
import type { RankerIndex } from './ranker/ranker-index.ts';
import type { TextAnalysis } from './text-analysis.ts';
import type { ToolIndex } from './tool-index.ts';

/** What one caller can reach: exactly the tools it may use, and an index of just those (R5.06, R5.11). */
export interface ToolScope {
  readonly tools: ReadonlyMap<string, CatalogTool>;
  readonly index: ToolIndex;
  readonly analysis: TextAnalysis | null;
  readonly config: ToolSearchConfig;
}

/** The same, with what ranks `fts`. */
export interface SearchScope extends ToolScope {
  /** Our own ranker comes with its index, of just those tools too, and the tools by the ids that they have there. */
  readonly ranking:
    | { readonly kind: 'pegboard'; readonly index: RankerIndex; readonly tools: readonly CatalogTool[] }
    | { readonly kind: 'rfc' | 'rfc-literal' };
}

/** R4.10, R15.01. */
export function notConfigured(): PegboardError {
  return new PegboardError('tool_search_not_configured', 'tool_search is not configured', {
    hint: 'Set tool_search.enabled to true in pegboard.yaml. While it is off, every permitted tool is in the prompt.',
  });
}
