import { useMemo } from 'react';
import type { ToolSummary } from '#shared/contract/catalog.ts';
import type { Estimator } from '#shared/tokens.ts';
import { useCatalogList } from '../../platform/catalog-list.ts';
import { type ToolTokens, useToolTokens } from '../../platform/tool-tokens.ts';

/** What the tools of sources cost in the prompt; null while it is being counted. */
export interface SourceTokens {
  readonly estimator: Estimator;
  of(source: string): number | null;
  readonly all: number | null;
}

/** Sums of the tools of the catalog by source: a source without tools costs nothing. */
export function sourceTokens(tools: readonly ToolSummary[], tokens: ToolTokens): SourceTokens {
  const bySource = Map.groupBy(tools, ({ source }) => source);
  const sums = new Map([...bySource].map(([source, own]) => [source, tokens.sum(own)]));
  return {
    estimator: tokens.estimator,
    of: (source) => (sums.has(source) ? (sums.get(source) ?? null) : 0),
    all: tokens.sum(tools),
  };
}

/** The same of the open workspace: the numbers of the catalog. */
export function useSourceTokens(): SourceTokens {
  const { data } = useCatalogList();
  const tokens = useToolTokens();
  return useMemo(
    () => (data ? sourceTokens(data, tokens) : { estimator: tokens.estimator, of: () => null, all: null }),
    [data, tokens],
  );
}
