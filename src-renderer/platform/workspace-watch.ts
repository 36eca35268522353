import type { QueryClient } from '@tanstack/react-query';
import type { PegboardClient } from './client.ts';
import { reconnectDelay } from './reconnect-delay.ts';
import { workspaceKey } from './workspace-query.ts';

/**
 * Keeps the open workspace in the query cache current: every change of its files, by us or by anyone else, arrives here.
 * Subscribes again when the stream ends; after a lost connection the call itself waits for the next one.
 */
export async function watchWorkspace({
  client,
  queryClient,
  signal,
}: {
  client: PegboardClient;
  queryClient: QueryClient;
  signal: AbortSignal;
}): Promise<void> {
  let failures = 0;
  while (!signal.aborted) {
    try {
      for await (const summary of await client.workspace.watch(undefined, { signal })) {
        failures = 0;
        queryClient.setQueryData(workspaceKey, summary);
      }
    } catch {
      // The end of a stream differs by transport; the signal alone says whether it was wanted.
    }
    if (signal.aborted) return;
    await new Promise((resolve) => setTimeout(resolve, reconnectDelay(failures++)));
  }
}
