import { queryOptions, useQuery } from '@tanstack/react-query';
import type { GoldenSet } from '#shared/domain/golden-query.ts';
import { type PegboardClient, useClient } from './client.ts';
import { thisWindow } from './this-window.ts';
import { type Watch, watchStream } from './watch-stream.ts';

/** Key of the query of the golden queries. */
export const goldenKey = ['golden'] as const;

/** The query that holds the golden queries: it can ask by itself, so a cache that dropped them gets them again. */
const goldenQuery = (client: PegboardClient) =>
  queryOptions({
    queryKey: goldenKey,
    queryFn: async ({ signal }): Promise<GoldenSet | null> => {
      for await (const set of await client.evaluation.watch(undefined, { signal })) return set;
      return null;
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
  });

/** The golden queries of the open workspace, kept current by `watchGolden`, with the error of a read that failed. */
export function useGoldenQuery() {
  return useQuery(goldenQuery(useClient()));
}

/** The same alone; null until they are known. */
export function useGolden(): GoldenSet | null {
  return useGoldenQuery().data ?? null;
}

/** Keeps the golden queries in the query cache current, whoever writes them. */
export function watchGolden({ client, queryClient, signal }: Watch): Promise<void> {
  return watchStream(
    () => client.evaluation.watch(undefined, { signal }),
    (set) => queryClient.setQueryData(goldenQuery(client).queryKey, set),
    signal,
  );
}

/** The golden queries by what the cache knows; null before that. For acts outside of React. */
export function knownGolden(): GoldenSet | null {
  const { client, queries } = thisWindow();
  return queries.getQueryData(goldenQuery(client).queryKey) ?? null;
}

/** Reads the golden queries anew, for the cache too. Errors: those of `evaluation.watch`. */
export function freshGolden(): Promise<GoldenSet | null> {
  const { client, queries } = thisWindow();
  return queries.fetchQuery({ ...goldenQuery(client), staleTime: 0 });
}
