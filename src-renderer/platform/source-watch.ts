import { type QueryClient, useQuery } from '@tanstack/react-query';
import type { SourceSummary } from '#shared/domain/live-source.ts';
import { type PegboardClient, useClient } from './client.ts';
import { watchStream } from './watch-stream.ts';

/** Key of the query of the sources. */
export const sourcesKey = ['sources'] as const;

/** The sources of the open workspace, kept current by `watchSources`. */
export function useSources() {
  const client = useClient();
  return useQuery({
    queryKey: sourcesKey,
    queryFn: ({ signal }) => client.sources.list(undefined, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** The same as a list; empty until it is known. */
export function useSourceList(): readonly SourceSummary[] {
  return useSources().data ?? none;
}

const none: readonly SourceSummary[] = [];

/** Keeps the sources in the query cache current: their files, their sessions, what their servers say. */
export function watchSources({
  client,
  queryClient,
  signal,
}: {
  client: PegboardClient;
  queryClient: QueryClient;
  signal: AbortSignal;
}): Promise<void> {
  return watchStream(
    () => client.sources.watch(undefined, { signal }),
    (sources) => queryClient.setQueryData(sourcesKey, sources),
    signal,
  );
}
