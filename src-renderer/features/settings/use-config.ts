import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { type OpenRevision, openRevision, thisWindow } from '../../platform/this-window.ts';
import { useWorkspace } from '../../platform/workspace-query.ts';

/** What `pegboard.yaml` says and what holds; read anew whenever the workspace changes. */
export const configQuery = (at: OpenRevision) =>
  queryOptions({
    queryKey: ['config', at.path, at.revision],
    queryFn: ({ signal }) => thisWindow().client.config.read(undefined, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });

/** The same of the open workspace; while it is read anew, as it was. */
export function useConfig() {
  const workspace = useWorkspace();
  return useQuery({
    ...configQuery(openRevision(workspace)),
    enabled: workspace !== null,
    placeholderData: keepPreviousData,
  });
}
