import type { QueryClient } from '@tanstack/react-query';
import type { PegboardClient } from './client.ts';
import { watchStream } from './watch-stream.ts';
import { workspaceKey } from './workspace-query.ts';

/** Keeps the open workspace in the query cache current: every change of its files, by us or by anyone else, arrives here. */
export function watchWorkspace({
  client,
  queryClient,
  signal,
}: {
  client: PegboardClient;
  queryClient: QueryClient;
  signal: AbortSignal;
}): Promise<void> {
  return watchStream(
    () => client.workspace.watch(undefined, { signal }),
    (summary) => queryClient.setQueryData(workspaceKey, summary),
    signal,
  );
}
