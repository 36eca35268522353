import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import type { ConfusableReport } from '#shared/domain/confusable.ts';
import type { PegboardError } from '#shared/errors.ts';
import { useActivePersona } from './active-persona.ts';
import { useClient } from './client.ts';
import { toPegboardError } from './pegboard-error.ts';
import { useWorkspace } from './workspace-query.ts';

export interface ConfusableSearch {
  readonly report: ConfusableReport | null;
  readonly isRunning: boolean;
  /** Queries asked so far, of how many; null before the first word of it. */
  readonly progress: { readonly done: number; readonly total: number } | null;
  readonly error: PegboardError | null;
  run(): void;
  cancel(): void;
}

/** Looks for confusable tools while it is on screen, or when asked; what was found stays until the catalog changes. */
export function useConfusable({ whenAsked = false }: { readonly whenAsked?: boolean } = {}): ConfusableSearch {
  const client = useClient();
  const queries = useQueryClient();
  const workspace = useWorkspace();
  const persona = useActivePersona()?.name;
  const [progress, setProgress] = useState<ConfusableSearch['progress']>(null);
  const [path, revision] = [workspace?.path, workspace?.revision];
  const queryKey = useMemo(() => ['confusable', path, revision, persona], [path, revision, persona]);
  const search = useQuery({
    queryKey,
    queryFn: async ({ signal }): Promise<ConfusableReport> => {
      setProgress(null);
      for await (const event of await client.search.confusable({ caller: { persona } }, { signal })) {
        if (event.type === 'done') return event.report;
        const { done, total } = event;
        // A step is a percent: drawing every query would hold up the others.
        setProgress((last) => (last && percent(last) === percent(event) ? last : { done, total }));
      }
      throw new Error('The search for confusable tools ended without a report.');
    },
    enabled: workspace !== null && !whenAsked,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 300_000,
  });
  const { data, isFetching, error, refetch } = search;
  return useMemo(
    () => ({
      report: data ?? null,
      isRunning: isFetching,
      progress,
      error: error ? toPegboardError(error) : null,
      run: () => void refetch(),
      cancel: () => void queries.cancelQueries({ queryKey }),
    }),
    [data, isFetching, error, progress, refetch, queries, queryKey],
  );
}

function percent({ done, total }: { readonly done: number; readonly total: number }): number {
  return Math.floor((100 * done) / total);
}
