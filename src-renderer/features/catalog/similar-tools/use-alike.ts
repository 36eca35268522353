import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { create } from 'zustand';
import type { ConfusableReport } from '#shared/domain/confusable.ts';
import type { DuplicateGroup } from '#shared/domain/curation.ts';
import type { WorkspaceSummary } from '#shared/domain/workspace-summary.ts';
import { personaOf } from '../../../platform/active-persona.ts';
import { duplicatesQuery } from '../../../platform/duplicates.ts';
import { openRevision, thisWindow } from '../../../platform/this-window.ts';
import { type ConfusableSearch, confusableQuery, useConfusable } from '../../../platform/use-confusable.ts';
import { useWorkspace } from '../../../platform/workspace-query.ts';
import { remembered } from '../../../state/remembered.ts';
import { type Twins, twinsOf } from './alike.ts';

/** The last report on confusable tools: it stays in sight while tools are curated by it. */
const useLastReport = create<{ readonly path: string; readonly report: ConfusableReport | null }>()(() => ({
  path: '',
  report: null,
}));

export interface AlikeSearch {
  readonly twins: Twins;
  /** Whether there are duplicates; null until that is known. */
  readonly hasDuplicates: boolean | null;
  readonly confusable: ConfusableSearch;
  /** The latest result; null before the first search. */
  readonly report: ConfusableReport | null;
  /** Whether the catalog changed since. */
  readonly isOld: boolean;
}

const twinsIn = remembered(
  ({ duplicates, report }: { duplicates: readonly DuplicateGroup[] | undefined; report: ConfusableReport | null }) =>
    twinsOf(duplicates ?? [], report?.pairs ?? []),
);

/** Duplicates of the open workspace at once; confusable tools when somebody asks for them, which takes a while. */
export function useAlike(): AlikeSearch {
  const workspace = useWorkspace();
  const path = workspace?.path ?? '';
  const { data: duplicates } = useQuery({
    ...duplicatesQuery(openRevision(workspace)),
    enabled: workspace !== null,
    placeholderData: keepPreviousData,
  });
  const confusable = useConfusable({ whenAsked: true });
  const last = useLastReport();
  const report = confusable.report ?? (last.path === path ? last.report : null);
  useEffect(() => {
    if (confusable.report) useLastReport.setState({ path, report: confusable.report });
  }, [path, confusable.report]);
  const twins = twinsIn({ duplicates, report });
  const hasDuplicates = duplicates ? duplicates.length > 0 : null;
  return useMemo(
    () => ({ twins, hasDuplicates, confusable, report, isOld: report !== null && confusable.report === null }),
    [twins, hasDuplicates, confusable, report],
  );
}

/** The same by what the cache has, for acts, and the search itself. */
export function alikeNow(workspace: WorkspaceSummary) {
  const { queries } = thisWindow();
  const persona = personaOf(workspace);
  const search = confusableQuery(workspace, persona.kind === 'active' ? persona.persona.name : undefined);
  const found = queries.getQueryState(search.queryKey);
  const last = useLastReport.getState();
  const report = found?.data ?? (last.path === workspace.path ? last.report : null);
  return {
    twins: twinsIn({ duplicates: queries.getQueryData(duplicatesQuery(workspace).queryKey), report }),
    report,
    isOld: report !== null && found?.data === undefined,
    isRunning: found?.fetchStatus === 'fetching',
    search,
  };
}
