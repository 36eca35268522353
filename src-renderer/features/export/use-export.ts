import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { ExportRequest } from '#shared/domain/export-plan.ts';
import type { WorkspaceSummary } from '#shared/domain/workspace-summary.ts';
import { useClient } from '../../platform/client.ts';
import { useNavigation } from '../../state/navigation-store.ts';
import { exportFacts, exportPlanQuery } from './export-model.ts';
import { exportRequest } from './export-request.ts';
import { type ExportChoices, useExportStore } from './export-store.ts';

/** How long the user must stop typing before the folder is checked, milliseconds. */
const restMs = 250;

export function useExportablePacks({ path, revision }: WorkspaceSummary) {
  const client = useClient();
  const list = useQuery({
    queryKey: ['export-packs', path, revision],
    queryFn: ({ signal }) => client.exports.packs(undefined, { signal }),
    placeholderData: keepPreviousData,
  });
  return { packs: list.data ?? null, error: list.error };
}

/** The plan of what is chosen, looked at again whenever the window comes back: a person may have changed files meanwhile. */
export function useExportPlan(workspace: WorkspaceSummary, choices: ExportChoices, isShown = true) {
  // As a text: what is typed of a branch changes nothing of it.
  const wanted = JSON.stringify(exportRequest(choices));
  const [rested] = useDebouncedValue(wanted, restMs);
  const missing = useMemo(() => missingOf(wanted), [wanted]);
  const request = useMemo(() => (missingOf(rested) === null ? (JSON.parse(rested) as ExportRequest) : null), [rested]);
  const answer = useQuery({
    ...exportPlanQuery(workspace, request),
    enabled: isShown && request !== null,
    placeholderData: keepPreviousData,
    refetchOnWindowFocus: 'always',
  });
  const isCurrent = rested === wanted && !answer.isPlaceholderData && !answer.isFetching;
  const error = request ? answer.error : null;
  const plan = request && !error ? (answer.data ?? null) : null;
  return {
    /** The next choice to make; null when all are made. */
    missing,
    request,
    plan,
    isCurrent,
    error,
  };
}

function missingOf(wanted: string): string | null {
  const parsed: unknown = JSON.parse(wanted);
  return typeof parsed === 'string' ? parsed : null;
}

/** The texts of one file of the plan. */
export function useExportText(request: ExportRequest, path: string, revision: string) {
  const client = useClient();
  const answer = useQuery({
    queryKey: ['export-file', request, path, revision],
    queryFn: ({ signal }) => client.exports.file({ ...request, path }, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 30_000,
    retry: false,
  });
  return { text: answer.data ?? null, error: answer.error };
}

/** Whether there is a plan of what is chosen that can be written. */
export function useCanWriteExport(workspace: WorkspaceSummary): boolean {
  const view = useExportStore();
  const isHere = useNavigation(({ feature }) => feature === 'export');
  const { choices } = exportFacts(view, workspace.path, null);
  const { plan, isCurrent } = useExportPlan(workspace, choices, isHere);
  return isHere && isCurrent && exportFacts(view, workspace.path, plan).canWrite;
}
