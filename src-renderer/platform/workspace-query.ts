import { type QueryClient, useQuery } from '@tanstack/react-query';
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
  let isFirst = true;
  return watchStream(
    () => {
      isFirst = true;
      return client.workspace.watch(undefined, { signal });
    },
    (summary) => {
      // A core that started anew may count from a lower number.
      if (isFirst) queryClient.setQueryData(workspaceKey, summary);
      else takeWorkspace(queryClient, summary);
      isFirst = false;
    },
    signal,
  );
}

/** Takes what the core said of the open workspace, unless something newer is known: an answer and the watch may overtake each other. */
export function takeWorkspace(queryClient: QueryClient, summary: WorkspaceSummary | null): void {
  queryClient.setQueryData<WorkspaceSummary | null>(workspaceKey, (known) =>
    known && summary && known.sequence > summary.sequence ? known : summary,
  );
}
