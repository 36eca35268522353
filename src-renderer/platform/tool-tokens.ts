import { queryOptions, useQuery } from '@tanstack/react-query';
import type { ToolSummary } from '#shared/contract/catalog.ts';
import { type Estimator, tokensOfSize } from '#shared/tokens.ts';
import { usePreferences } from '../state/preferences-store.ts';
import { remembered } from '../state/remembered.ts';
import { type OpenRevision, openRevision, settled, thisWindow } from './this-window.ts';
import { useWorkspace } from './workspace-query.ts';

type CountedTools = readonly { readonly name: string; readonly o200k: number }[];
type SizedTool = Pick<ToolSummary, 'name' | 'prompt_size'>;

/** What tools cost in the prompt by one estimator. Every number is null while it is being counted. */
export interface ToolTokens {
  readonly estimator: Estimator;
  of(tool: SizedTool): number | null;
  /** Tokens of all these tools: sizes add up, and the sum is rounded once. */
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

const tokensQuery = (at: OpenRevision) =>
  queryOptions({
    queryKey: ['catalog-tokens', at.path, at.revision],
    queryFn: ({ signal }) => thisWindow().client.catalog.tokens(undefined, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });

/** What the tools of the open workspace cost by the chosen estimator. */
export function useToolTokens(): ToolTokens {
  const workspace = useWorkspace();
  const estimator = usePreferences((state) => state.estimator);
  const counted = useQuery({
    ...tokensQuery(openRevision(workspace)),
    enabled: workspace !== null && estimator === 'o200k',
    // The tools of another workspace are other tools.
    placeholderData: (previous, query) => (query?.queryKey[1] === workspace?.path ? previous : undefined),
  });
  return countedTokens({ estimator, counted: counted.data });
}

/** Whether tokens by the chosen estimator are counted, for acts outside of React; where they are not, this asks. */
export function areTokensKnown(at: OpenRevision): boolean {
  return usePreferences.getState().estimator === 'estimate' || settled(tokensQuery(at)) !== null;
}

/** The same by what the cache has, for acts outside of React. */
export function toolTokensNow(at: OpenRevision): ToolTokens {
  const { estimator } = usePreferences.getState();
  const counted = thisWindow().queries.getQueryData(tokensQuery(at).queryKey);
  return countedTokens({ estimator, counted });
}

const countedTokens = remembered(
  ({ estimator, counted }: { readonly estimator: Estimator; readonly counted: CountedTools | undefined }) =>
    toolTokens(estimator, counted ? new Map(counted.map(({ name, o200k }) => [name, o200k])) : null),
);
