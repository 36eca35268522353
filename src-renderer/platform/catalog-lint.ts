import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { type OpenRevision, openRevision, thisWindow } from './this-window.ts';
import { useWorkspace } from './workspace-query.ts';

/** The findings about the tools of a workspace, by tool. The core looks for them in small steps, so nothing waits. */
export const catalogLintQuery = (at: OpenRevision) =>
  queryOptions({
    queryKey: ['catalog-lint', at.path, at.revision],
    queryFn: ({ signal }) => thisWindow().client.catalog.lint(undefined, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });

/** The findings about the tools of the open workspace; while they are looked for anew, those before. */
export function useCatalogLint({ isEnabled }: { readonly isEnabled: boolean }) {
  const workspace = useWorkspace();
  return useQuery({
    ...catalogLintQuery(openRevision(workspace)),
    enabled: isEnabled,
    placeholderData: keepPreviousData,
  });
}
