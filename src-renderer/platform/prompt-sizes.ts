import { queryOptions, useQuery } from '@tanstack/react-query';
import { type Estimator, tokensOfSize } from '#shared/tokens.ts';
import { usePreferences } from '../state/preferences-store.ts';
import { useActivePersona, useGonePersona } from './active-persona.ts';
import { type OpenRevision, openRevision, thisWindow } from './this-window.ts';
import { useWorkspace } from './workspace-query.ts';

/** Sizes of the prompt of a workspace for a persona, or nobody in particular, by one estimator. */
export const promptSizesQuery = (
  at: OpenRevision,
  { persona, estimator }: { readonly persona: string | null; readonly estimator: Estimator },
) =>
  queryOptions({
    queryKey: ['prompt-sizes', at.path, at.revision, persona, estimator],
    queryFn: ({ signal }) =>
      thisWindow().client.prompt.sizes({ estimator, ...(persona !== null && { persona }) }, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 60_000,
  });

/**
 * What the prompt of the open workspace costs for the chosen persona, as sizes of one estimator. While it is counted anew, `sizes` are
 * those before; null before the first count.
 */
export function usePromptSizes(estimator: Estimator, { isEnabled = true }: { readonly isEnabled?: boolean } = {}) {
  const workspace = useWorkspace();
  const persona = useActivePersona()?.name ?? null;
  const gone = useGonePersona();
  const query = useQuery({
    ...promptSizesQuery(openRevision(workspace), { persona, estimator }),
    enabled: isEnabled && workspace !== null && gone === null,
    // For another persona or workspace it would be another prompt.
    placeholderData: (previous, before) => {
      const [, path, , whose, by] = before?.queryKey ?? [];
      return path === workspace?.path && whose === persona && by === estimator ? previous : undefined;
    },
  });
  return {
    sizes: query.data ?? null,
    isCounting: query.isFetching,
    /** Whether `sizes` are of the workspace as it was before. */
    isOld: query.isPlaceholderData,
    error: query.error,
  };
}

/** Tokens of the whole prompt, and of the prompt with every tool in it, by the chosen estimator; null before the first count. */
export function usePromptTotals(): { readonly whole: number; readonly allTools: number } | null {
  const estimator = usePreferences((state) => state.estimator);
  const { sizes } = usePromptSizes(estimator);
  return sizes && { whole: tokensOfSize(sizes.whole, estimator), allTools: tokensOfSize(sizes.all_tools, estimator) };
}
