import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useClient } from './client.ts';
import { useWorkspace } from './workspace-query.ts';

/** The findings about the tools of the open workspace, by tool. The core looks for them in small steps, so nothing waits. */
export function useCatalogLint({ isEnabled }: { readonly isEnabled: boolean }) {
  const client = useClient();
  const workspace = useWorkspace();
  return useQuery({
    queryKey: ['catalog-lint', workspace?.path, workspace?.revision],
    queryFn: ({ signal }) => client.catalog.lint(undefined, { signal }),
    enabled: isEnabled,
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
  });
}
