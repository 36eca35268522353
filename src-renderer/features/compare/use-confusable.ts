import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { ConfusableReport } from '#shared/domain/confusable.ts';
import type { PegboardError } from '#shared/errors.ts';
import { useClient } from '../../platform/client.ts';
import { toPegboardError } from '../../platform/pegboard-error.ts';
import { useWorkspace } from '../../platform/workspace-query.ts';
import { useActivePersona } from '../../state/active-persona.ts';

export interface ConfusableSearch {
  readonly report: ConfusableReport | null;
  readonly isRunning: boolean;
  /** Queries asked so far, of how many; null before the first word of it. */
  readonly progress: { readonly done: number; readonly total: number } | null;
  readonly error: PegboardError | null;
  run(): void;
  cancel(): void;
}

/** Looks for confusable tools while it is on screen; what was found stays until the catalog changes. */
export function useConfusable(): ConfusableSearch {
  const client = useClient();
  const queries = useQueryClient();
  const workspace = useWorkspace();
  const persona = useActivePersona()?.name;
  const [progress, setProgress] = useState<ConfusableSearch['progress']>(null);
  const queryKey = ['confusable', workspace?.path, workspace?.revision, persona];
  const search = useQuery({
    queryKey,
    queryFn: async ({ signal }): Promise<ConfusableReport> => {
      setProgress(null);
      for await (const event of await client.search.confusable({ caller: { persona } }, { signal })) {
        if (event.type === 'done') return event.report;
        setProgress({ done: event.done, total: event.total });
      }
      throw new Error('The search for confusable tools ended without a report.');
    },
    enabled: workspace !== null,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 300_000,
  });
  return {
    report: search.data ?? null,
    isRunning: search.isFetching,
    progress,
    error: search.error ? toPegboardError(search.error) : null,
    run: () => void search.refetch(),
    cancel: () => void queries.cancelQueries({ queryKey }),
  };
}
