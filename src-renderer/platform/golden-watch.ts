import { type QueryClient, skipToken, useQuery } from '@tanstack/react-query';
import type { GoldenSet } from '#shared/domain/golden-query.ts';
import type { PegboardClient } from './client.ts';
import { watchStream } from './watch-stream.ts';

const goldenKey = ['golden'] as const;

/** The golden queries of the open workspace, kept current by `watchGolden`; null until they are known. */
export function useGolden(): GoldenSet | null {
  return useQuery<GoldenSet | null>({ queryKey: goldenKey, queryFn: skipToken }).data ?? null;
}

/** Keeps the golden queries in the query cache current, whoever writes them. */
export function watchGolden({
  client,
  queryClient,
  signal,
}: {
  client: PegboardClient;
  queryClient: QueryClient;
  signal: AbortSignal;
}): Promise<void> {
  return watchStream(
    () => client.evaluation.watch(undefined, { signal }),
    (set) => queryClient.setQueryData(goldenKey, set),
    signal,
  );
}
