import { queryOptions, useQuery } from '@tanstack/react-query';
import type { SourceSummary } from '#shared/domain/live-source.ts';
import { openPath } from '../state/open-workspace.ts';
import { thisWindow } from './this-window.ts';
import { type Watch, watchStream } from './watch-stream.ts';

/** Key of the query of the sources. */
export const sourcesKey = ['sources'] as const;

/** The sources of the open workspace, kept current by `watchSources`. */
export const sourcesQuery = queryOptions({
  queryKey: sourcesKey,
  queryFn: ({ signal }) => thisWindow().client.sources.list(undefined, { signal }),
  staleTime: Number.POSITIVE_INFINITY,
});

export const useSources = () => useQuery(sourcesQuery);

/** Reads the sources as they were just written, so that the next act does not meet them as they were. */
export async function readSources(): Promise<void> {
  const { client, queries } = thisWindow();
  const path = openPath();
  try {
    const sources = await client.sources.list();
    if (openPath() === path) queries.setQueryData(sourcesKey, sources);
  } catch {
    // The watch of the sources tells of them when the connection is back.
  }
}

/** The same as a list; empty until it is known. */
export function useSourceList(): readonly SourceSummary[] {
  return useSources().data ?? none;
}

const none: readonly SourceSummary[] = [];

/** Keeps the sources in the query cache current: their files, their sessions, what their servers say. */
export function watchSources({ client, queryClient, signal }: Watch): Promise<void> {
  return watchStream(
    () => client.sources.watch(undefined, { signal }),
    (sources) => queryClient.setQueryData(sourcesKey, sources),
    signal,
  );
}
