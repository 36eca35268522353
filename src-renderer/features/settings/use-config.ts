import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useClient } from '../../platform/client.ts';
import { useWorkspace } from '../../platform/workspace-query.ts';

/** What `pegboard.yaml` says and what holds; read anew whenever the workspace changes. */
export function useConfig() {
  const client = useClient();
  const workspace = useWorkspace();
  return useQuery({
    queryKey: ['config', workspace?.path, workspace?.revision],
    queryFn: ({ signal }) => client.config.read(undefined, { signal }),
    enabled: workspace !== null,
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
  });
}
