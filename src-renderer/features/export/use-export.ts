import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { ExportDecision, ExportPlan, ExportRequest } from '#shared/domain/export-plan.ts';
import type { WorkspaceSummary } from '#shared/domain/workspace-summary.ts';
import { useClient } from '../../platform/client.ts';
import { toPegboardError } from '../../platform/pegboard-error.ts';
import { exportRequest } from './export-request.ts';
import { type ExportChoices, initialChoices, useExportStore } from './export-store.ts';

/** What is typed must rest so long before the folder is looked at, milliseconds. */
const restMs = 250;
const noDecisions: Readonly<Record<string, ExportDecision>> = {};

export function useExportChoices(workspace: string): ExportChoices {
  return useExportStore((state) => state.choices[workspace] ?? initialChoices);
}

export function useExportablePacks({ path, revision }: WorkspaceSummary) {
  const client = useClient();
  const list = useQuery({
    queryKey: ['export-packs', path, revision],
    queryFn: ({ signal }) => client.exports.packs(undefined, { signal }),
    placeholderData: keepPreviousData,
  });
  return { packs: list.data ?? null, error: list.error ? toPegboardError(list.error) : null };
}

/** The plan of what is chosen, looked at again whenever the window comes back: a person may have changed files meanwhile. */
export function useExportPlan({ path, revision }: WorkspaceSummary, choices: ExportChoices) {
  const client = useClient();
  // As a text: what is typed of a branch changes nothing of it.
  const wanted = JSON.stringify(exportRequest(choices));
  const [rested] = useDebouncedValue(wanted, restMs);
  const missing = useMemo(() => missingOf(wanted), [wanted]);
  const request = useMemo(() => (missingOf(rested) === null ? (JSON.parse(rested) as ExportRequest) : null), [rested]);
  const answer = useQuery({
    queryKey: ['export-plan', path, revision, request],
    queryFn: ({ signal }) => (request ? client.exports.plan(request, { signal }) : null),
    enabled: request !== null,
    placeholderData: keepPreviousData,
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: 'always',
    retry: false,
  });
  const isCurrent = rested === wanted && !answer.isPlaceholderData && !answer.isFetching;
  const error = answer.error && request ? toPegboardError(answer.error) : null;
  const plan = request && !error ? (answer.data ?? null) : null;
  return {
    /** What is still to be chosen; null when all is. */
    missing,
    request,
    plan,
    isCurrent,
    error,
    refetch: answer.refetch,
  };
}

function missingOf(wanted: string): string | null {
  const parsed: unknown = JSON.parse(wanted);
  return typeof parsed === 'string' ? parsed : null;
}

/** What a person decided about files of exactly this plan. */
export function useDecisions(workspace: string, plan: ExportPlan | null) {
  const view = useExportStore((state) => state.plans[workspace]);
  return plan && view?.revision === plan.revision ? view.decisions : noDecisions;
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
  return { text: answer.data ?? null, error: answer.error ? toPegboardError(answer.error) : null };
}

/** Writes the plan that is shown. */
export function useWriteExport(workspace: string) {
  const client = useClient();
  const queries = useQueryClient();
  const setWritten = useExportStore((state) => state.setWritten);
  return useMutation({
    mutationFn: async (input: Parameters<typeof client.exports.apply>[0] & { readonly plan: ExportPlan }) => {
      const { plan, ...given } = input;
      return { plan, done: await client.exports.apply(given) };
    },
    onSuccess: (written) => setWritten(workspace, written),
    onSettled: () => queries.invalidateQueries({ queryKey: ['export-plan', workspace] }),
  });
}
