import { useQuery } from '@tanstack/react-query';
import type { WorkspaceSummary } from '#shared/domain/workspace-summary.ts';
import { useClient } from './client.ts';
import { type Watch, watchStream } from './watch-stream.ts';

export const workspaceKey = ['workspace'] as const;

/** The open workspace (null: none is open), kept current by `watchWorkspace`. */
export function useWorkspaceQuery() {
  const client = useClient();
  return useQuery({
    queryKey: workspaceKey,
    queryFn: ({ signal }) => client.workspace.current(undefined, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** The open workspace, or null while there is none or it is not known yet. */
export function useWorkspace(): WorkspaceSummary | null {
  return useWorkspaceQuery().data ?? null;
}

/** Keeps the open workspace in the query cache current: every change of its files, by us or by anyone else, arrives here. */
export function watchWorkspace({ client, queryClient, signal }: Watch): Promise<void> {
  return watchStream(
    () => client.workspace.watch(undefined, { signal }),
    (summary) => queryClient.setQueryData(workspaceKey, summary),
    signal,
  );
}
