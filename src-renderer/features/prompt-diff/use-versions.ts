import { queryOptions, useQuery } from '@tanstack/react-query';
import type { WorkspaceVersion } from '#shared/domain/workspace-version.ts';
import { type OpenRevision, openRevision, thisWindow } from '../../platform/this-window.ts';
import { useWorkspace } from '../../platform/workspace-query.ts';

const none: readonly WorkspaceVersion[] = [];

export const versionsQuery = ({ path, revision }: OpenRevision) =>
  queryOptions({
    queryKey: ['versions', path, revision],
    queryFn: () => thisWindow().client.prompt.versions(),
    staleTime: 10_000,
  });

/** What git can compare the workspace with. A commit changes no file, so it is asked again whenever a list opens. */
export function useVersions() {
  const workspace = useWorkspace();
  const { data, refetch } = useQuery({
    ...versionsQuery(openRevision(workspace)),
    enabled: workspace !== null,
    placeholderData: (before) => before,
  });
  return { versions: data ?? none, isOutside: data === null, refetch: () => void refetch() };
}
