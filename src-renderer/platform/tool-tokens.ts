import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { ToolSummary } from '#shared/contract/catalog.ts';
import { type Estimator, tokensOfSize } from '#shared/tokens.ts';
import { usePreferences } from '../state/preferences-store.ts';
import { useClient } from './client.ts';
import { useWorkspace } from './workspace-query.ts';

type SizedTool = Pick<ToolSummary, 'name' | 'prompt_size'>;

/** What tools cost in the prompt by one estimator. Every number is null while it is being counted. */
export interface ToolTokens {
  readonly estimator: Estimator;
  of(tool: SizedTool): number | null;
  /** Of all these tools: sizes add up, and the sum is rounded once. */
  sum(tools: Iterable<SizedTool>): number | null;
  /** The same before it is rounded: see `tokensOfSize`. */
  size(tools: Iterable<SizedTool>): number | null;
}

/** By the estimate, or by o200k with the counts by name: null while there are none. */
export function toolTokens(estimator: Estimator, counted: ReadonlyMap<string, number> | null): ToolTokens {
  const sizeOf = ({ name, prompt_size }: SizedTool) =>
    estimator === 'estimate' ? prompt_size : (counted?.get(name) ?? null);
  const size = (tools: Iterable<SizedTool>) => {
    let sum = 0;
    for (const tool of tools) {
      const own = sizeOf(tool);
      if (own === null) return null;
      sum += own;
    }
    return sum;
  };
  const rounded = (own: number | null) => (own === null ? null : tokensOfSize(own, estimator));
  return { estimator, size, of: (tool) => rounded(sizeOf(tool)), sum: (tools) => rounded(size(tools)) };
}

/** What the tools of the open workspace cost by the chosen estimator. */
export function useToolTokens(): ToolTokens {
  const client = useClient();
  const workspace = useWorkspace();
  const estimator = usePreferences((state) => state.estimator);
  const counted = useQuery({
    queryKey: ['catalog-tokens', workspace?.path, workspace?.revision],
    queryFn: ({ signal }) => client.catalog.tokens(undefined, { signal }),
    enabled: workspace !== null && estimator === 'o200k',
    // The tools of another workspace are other tools.
    placeholderData: (previous, query) => (query?.queryKey[1] === workspace?.path ? previous : undefined),
    staleTime: Number.POSITIVE_INFINITY,
  });
  const byName = useMemo(
    () => (counted.data ? new Map(counted.data.map(({ name, o200k }) => [name, o200k])) : null),
    [counted.data],
  );
  return useMemo(() => toolTokens(estimator, byName), [estimator, byName]);
}
