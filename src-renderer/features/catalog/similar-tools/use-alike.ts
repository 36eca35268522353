import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { create } from 'zustand';
import type { ConfusableReport } from '#shared/domain/confusable.ts';
import { useClient } from '../../../platform/client.ts';
import { type ConfusableSearch, useConfusable } from '../../../platform/use-confusable.ts';
import { useWorkspace } from '../../../platform/workspace-query.ts';
import { noTwins, type Twins, twinsOf } from './alike.ts';

/** The last report on confusable tools: it stays in sight while tools are curated by it. */
export const useLastReport = create<{ readonly path: string; readonly report: ConfusableReport | null }>()(() => ({
  path: '',
  report: null,
}));

/** Who is like whom, as the catalog on screen has it. */
export const useTwins = create<{ readonly twins: Twins }>()(() => ({ twins: noTwins }));

export interface AlikeSearch {
  readonly twins: Twins;
  /** Whether there are duplicates; null until that is known. */
  readonly hasDuplicates: boolean | null;
  readonly confusable: ConfusableSearch;
  /** What was found last; null when nobody looked yet. */
  readonly report: ConfusableReport | null;
  /** Whether the catalog changed since. */
  readonly isOld: boolean;
}

/** Duplicates of the open workspace at once; confusable tools when somebody asks for them, which takes a while. */
export function useAlike(): AlikeSearch {
  const client = useClient();
  const workspace = useWorkspace();
  const path = workspace?.path ?? '';
  const duplicates = useQuery({
    queryKey: ['catalog-duplicates', path, workspace?.revision],
    queryFn: ({ signal }) => client.curation.duplicates(undefined, { signal }),
    enabled: workspace !== null,
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const confusable = useConfusable({ whenAsked: true });
  const last = useLastReport();
  const report = confusable.report ?? (last.path === path ? last.report : null);
  useEffect(() => {
    if (confusable.report) useLastReport.setState({ path, report: confusable.report });
  }, [path, confusable.report]);
  const twins = useMemo(() => twinsOf(duplicates.data ?? [], report?.pairs ?? []), [duplicates.data, report]);
  const hasDuplicates = duplicates.data ? duplicates.data.length > 0 : null;
  useEffect(() => useTwins.setState({ twins }), [twins]);
  return useMemo(
    () => ({ twins, hasDuplicates, confusable, report, isOld: report !== null && confusable.report === null }),
    [twins, hasDuplicates, confusable, report],
  );
}
