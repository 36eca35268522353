import { queryOptions, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { create } from 'zustand';
import type { ConfusableReport } from '#shared/domain/confusable.ts';
import { strings } from '../strings/platform.ts';
import { useActivePersona } from './active-persona.ts';
import { type OpenRevision, openRevision, thisWindow } from './this-window.ts';
import { useWorkspace } from './workspace-query.ts';

interface Progress {
  readonly done: number;
  readonly total: number;
}

/** Queries asked so far, of how many; null before the first word of it. */
const useProgress = create<{ readonly progress: Progress | null }>()(() => ({ progress: null }));

export interface ConfusableSearch {
  readonly report: ConfusableReport | null;
  readonly isRunning: boolean;
  readonly progress: Progress | null;
  readonly error: Error | null;
  run(): void;
  cancel(): void;
}

/** The search for tools that queries confuse, on behalf of a persona; it takes a while. */
export const confusableQuery = ({ path, revision }: OpenRevision, persona: string | undefined) =>
  queryOptions({
    queryKey: ['confusable', path, revision, persona],
    queryFn: async ({ signal }): Promise<ConfusableReport> => {
      useProgress.setState({ progress: null });
      for await (const event of await thisWindow().client.search.confusable({ caller: { persona } }, { signal })) {
        if (event.type === 'done') return event.report;
        const { done, total } = event;
        // A step is a percent: drawing every query would hold up the others.
        const { progress } = useProgress.getState();
        if (!progress || percent(progress) !== percent(event)) useProgress.setState({ progress: { done, total } });
      }
      throw new Error(strings.useConfusable.checkForConfusableTools);
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 300_000,
  });

/** Runs such a search anew. */
export function runConfusable(query: ReturnType<typeof confusableQuery>): void {
  void thisWindow().queries.prefetchQuery({ ...query, staleTime: 0 });
}

/** Stops such a search. */
export function cancelConfusable({ queryKey }: ReturnType<typeof confusableQuery>): void {
  void thisWindow().queries.cancelQueries({ queryKey });
}

/** Looks for confusable tools while it is on screen, or when asked; what was found stays until the catalog changes. */
export function useConfusable({ whenAsked = false }: { readonly whenAsked?: boolean } = {}): ConfusableSearch {
  const workspace = useWorkspace();
  const persona = useActivePersona()?.name;
  const { path, revision } = openRevision(workspace);
  const query = useMemo(() => confusableQuery({ path, revision }, persona), [path, revision, persona]);
  const { data, isFetching, error } = useQuery({ ...query, enabled: workspace !== null && !whenAsked });
  const progress = useProgress((state) => state.progress);
  return useMemo(
    () => ({
      report: data ?? null,
      isRunning: isFetching,
      progress,
      error: error,
      run: () => runConfusable(query),
      cancel: () => cancelConfusable(query),
    }),
    [data, isFetching, error, progress, query],
  );
}

function percent({ done, total }: Progress): number {
  return Math.floor((100 * done) / total);
}
