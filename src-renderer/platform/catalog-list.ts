import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { type OpenRevision, openRevision, thisWindow } from './this-window.ts';
import { useWorkspace } from './workspace-query.ts';

/** The tools of a workspace that its policy leaves: one list for every screen. */
export const catalogListQuery = (at: OpenRevision) =>
  queryOptions({
    queryKey: ['catalog', at.path, at.revision],
    queryFn: ({ signal }) => thisWindow().client.catalog.list(undefined, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });

/** The tools of the open workspace; while they are read anew, those before. */
export function useCatalogList({ isEnabled = true }: { readonly isEnabled?: boolean } = {}) {
  const workspace = useWorkspace();
  return useQuery({
    ...catalogListQuery(openRevision(workspace)),
    enabled: isEnabled && workspace !== null,
    placeholderData: keepPreviousData,
  });
}
