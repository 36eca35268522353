import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { editConfig, type PlannedConfigEdit, refusalOf } from '../../platform/edit-config.ts';
import { type OpenRevision, openRevision, openWorkspace, thisWindow } from '../../platform/this-window.ts';
import { useWorkspace } from '../../platform/workspace-query.ts';

/** The content of `pegboard.yaml` and the effective values; read again whenever the workspace changes. */
export const configQuery = (at: OpenRevision) =>
  queryOptions({
    queryKey: ['config', at.path, at.revision],
    queryFn: ({ signal }) => thisWindow().client.config.read(undefined, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });

/** The same of the open workspace; while it is read anew, as it was. */
export function useConfig() {
  const workspace = useWorkspace();
  return useQuery({
    ...configQuery(openRevision(workspace)),
    enabled: workspace !== null,
    placeholderData: keepPreviousData,
  });
}

/** Edits `pegboard.yaml` and reads it again, so that what was typed can go. What is wrong in words, or null. */
export async function saveConfig(workspace: string, plan: PlannedConfigEdit): Promise<string | null> {
  const refused = await refusalOf(editConfig(workspace, plan));
  if (refused === null) await thisWindow().queries.prefetchQuery(configQuery(openRevision(openWorkspace())));
  return refused;
}
