import { useQuery } from '@tanstack/react-query';
import type { WorkspaceVersion } from '#shared/domain/workspace-version.ts';
import { useClient } from '../../platform/client.ts';
import { useWorkspace } from '../../platform/workspace-query.ts';

const none: readonly WorkspaceVersion[] = [];

/** What git can compare the workspace with. A commit changes no file, so it is asked again whenever a list opens. */
export function useVersions() {
  const client = useClient();
  const workspace = useWorkspace();
  const { data, refetch } = useQuery({
    queryKey: ['versions', workspace?.path, workspace?.revision],
    queryFn: () => client.prompt.versions(),
    enabled: workspace !== null,
    placeholderData: (before) => before,
    staleTime: 10_000,
  });
  return { versions: data ?? none, isOutside: data === null, refetch: () => void refetch() };
}
