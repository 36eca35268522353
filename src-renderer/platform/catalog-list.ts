import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useClient } from './client.ts';
import { useWorkspace } from './workspace-query.ts';

/** The tools of the open workspace that its policy leaves: one list for every screen. */
export function useCatalogList() {
  const client = useClient();
  const workspace = useWorkspace();
  return useQuery({
    queryKey: ['catalog', workspace?.path, workspace?.revision],
    queryFn: ({ signal }) => client.catalog.list(undefined, { signal }),
    enabled: workspace !== null,
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
  });
}
